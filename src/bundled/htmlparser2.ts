/** What is used of `htmlparser2`; the published file contains it. */
export { Parser } from "htmlparser2";
