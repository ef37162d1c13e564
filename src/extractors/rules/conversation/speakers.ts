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

/**
 * Whether a passage may be one of an assistant's own notes, which call the user "the user". They
 * are mostly remembered in the role of the user, without a name.
 */
export function isNote({ role, speaker, text }: Passage): boolean {
  return speaker === null && (role === "user" || (role === "assistant" && aboutUser.test(text)));
}

/** In a longer text of an assistant, "you" means anybody; in a short reply it means the user. */
const maxReplyChars = 300;

/** Whether text of an assistant may be about the user. Most is about the world. */
export function mayBeAboutTheUser(text: string): boolean {
  return isAddressed(text) || aboutUser.test(text);
}

/** A line of the assistant's own notes: "- User is Imran, 34". It calls nobody "the user" in talk. */
const aboutUser = /(?:^|\n)[\s*•–-]*(?:the )?user(?:['’]s)?\s+(?!to\b|can\b|will\b|should\b|must\b)\p{L}/iu;

function isAddressed(text: string): boolean {
  return (
    text.length <= maxReplyChars &&
    /\byou(?:r|['’]re)?\b/i.test(text) &&
    !/[*#`|]|\b(?:ensure|if you|make sure|for example|let's|can help)\b/i.test(text)
  );
}
