/**
 * The speaker of a passage: the name in records, and whether an assistant speaks about the user.
 */
import type { Passage, Role } from "../../../text/passage.js";

const nameless: Readonly<Record<Role, string>> = {
  user: "the user",
  assistant: "the assistant",
  system: "the system",
  tool: "the tool",
};

/** The name of a passage's speaker in records. */
export function nameOfSpeaker({ speaker, role }: Pick<Passage, "speaker" | "role">): string {
  return speaker ?? nameless[role];
}

/** In a longer text of an assistant, "you" means anybody; in a short reply it means the user. */
const maxReplyChars = 300;

/** Whether text of an assistant may be about the user. Most is about the world. */
export function mayBeAboutTheUser(text: string): boolean {
  return (
    text.length <= maxReplyChars &&
    /\byou(?:r|['’]re)?\b/i.test(text) &&
    !/[*#`|]|\b(?:ensure|if you|make sure|for example|let's|can help)\b/i.test(text)
  );
}
