/** The parts of `htmlparser2` that keepsake uses. The published file contains them. */
export { Parser } from "htmlparser2";
