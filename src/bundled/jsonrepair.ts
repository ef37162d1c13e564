/** What is used of `jsonrepair`; the published file contains it. */
export { jsonrepair } from "jsonrepair";
