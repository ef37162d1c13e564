/** What is used of `@streamparser/json`; the published file contains it. */
export { JSONParser } from "@streamparser/json";
