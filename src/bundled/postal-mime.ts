/** The parts of `postal-mime` that keepsake uses. The published file contains them. */
export { type Address, default, type Email } from "postal-mime";
