/**
 * Whose words a passage is: a person's own, or what a program recites. Pure. What an assistant or a
 * tool says of the user may be right, invented, or planted by whoever wrote the page that the tool
 * read.
 */
import type { Passage } from "./passage.js";

/**
 * Whether a program says it: a tool, or an assistant without a name. In a recorded conversation of
 * two people the second one often has the role `assistant`, and a name.
 */
export function isRecited({ role, speaker }: Pick<Passage, "role" | "speaker">): boolean {
  return role === "tool" || (role === "assistant" && speaker === null);
}
