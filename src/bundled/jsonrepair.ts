/** The parts of `jsonrepair` that keepsake uses. The published file contains them. */
export { jsonrepair } from "jsonrepair";
