/** The parts of `csv-parse` that keepsake uses. The published file contains them. */
export { CsvError, parse } from "csv-parse";
