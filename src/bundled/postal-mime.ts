/** What is used of `postal-mime`; the published file contains it. */
export { type Address, default, type Email } from "postal-mime";
