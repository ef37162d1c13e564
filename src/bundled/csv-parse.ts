/** What is used of `csv-parse`; the published file contains it. */
export { CsvError, parse } from "csv-parse";
