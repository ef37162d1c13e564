/** The parts of `picocolors` that keepsake uses. The published file contains them. */
export { default } from "picocolors";
