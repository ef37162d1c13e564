/** What is used of `picocolors`; the published file contains it. */
export { default } from "picocolors";
