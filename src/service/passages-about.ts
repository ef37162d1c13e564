/** How much work an input is, before it is segmented. */
import type { RememberRequest } from "../contract/remember.js";

/** Characters of a passage; see `remember/segment/`. */
const passageChars = 400;

/** Estimates the number of passages of an input; at least 1. */
export function passagesAbout({ content }: Pick<RememberRequest, "content">): number {
  if (typeof content === "string") return passagesOf(content);
  return content.reduce((sum, message) => sum + passagesOf(message.content), 0);
}

function passagesOf(text: string): number {
  return 1 + Math.floor(text.length / passageChars);
}
