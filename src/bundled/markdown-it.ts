/** What is used of `markdown-it`; the published file contains it. */
export { default, type Token } from "markdown-it";
