/** The parts of `markdown-it` that keepsake uses. The published file contains them. */
export { default, type Token } from "markdown-it";
