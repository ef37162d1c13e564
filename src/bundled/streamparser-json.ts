/** The parts of `@streamparser/json` that keepsake uses. The published file contains them. */
export { JSONParser } from "@streamparser/json";
