/**
 * Distinguishes the words of a person from those of a program. What an assistant or a tool says
 * about the user may be right, invented, or planted by the author of a page that the tool read.
 * Pure.
 */
import type { Passage } from "./passage.js";

/**
 * Whether a program said the passage: a tool, or an assistant without a name. In a recorded
 * conversation of two people, the second one often has the role `assistant` and a name.
 */
export function isRecited({ role, speaker }: Pick<Passage, "role" | "speaker">): boolean {
  return role === "tool" || (role === "assistant" && speaker === null);
}
