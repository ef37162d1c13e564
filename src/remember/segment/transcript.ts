/**
 * Recognises a conversation pasted as plain text, with the speaker before each line: "Tom: I live
 * in Oslo.\nMei: I live in Graz."
 */
import type { RememberRequest } from "../../contract/remember.js";

type Message = Exclude<RememberRequest["content"], string>[number];

/**
 * A line with a speaker: a role or up to three capitalised words, a colon, white space, and the
 * text.
 */
const said =
  /^\s*(user|assistant|human|ai|bot|system|\p{Lu}[\p{L}\p{M}'’.-]{0,20}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,20}){0,2})\s?:\s+(\S.*)$/iu;

/** Labels that are roles, not names. */
const roles: Readonly<Record<string, Message["role"]>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  bot: "assistant",
  system: "system",
};

/**
 * Words that are not speakers, although a colon follows them: in notes, forms, letters and recipes.
 */
const headings = new Set(
  `note notes nb warning caution danger important attention tip tips hint info information update todo to-do done doing steps step ingredients method directions instructions subject from to cc bcc re fwd date time when where
who what why how summary abstract conclusion introduction background overview q a question answer problem solution error errors example examples result results output input status title name names age email e-mail phone
address city country street born birthday employer company job role location place venue agenda topic topics goal goals plan plans pros cons fact facts remember reminder ps p.s edit source sources link links url tags tag
type category price cost total budget deadline due priority version author owner assignee reviewer attendees participants monday tuesday wednesday thursday friday saturday sunday january february march april may june july
august september october november december morning afternoon evening breakfast lunch dinner day week home work rule rules always never key value description details comment comments action actions decision decisions next`.split(
    /\s+/,
  ),
);

/** Personal pronouns and questions, which a form or a recipe does not have. */
const personal =
  /(?<!\p{L})(?:i|i['’]\p{L}+|me|my|we|our|us|you|your|ich|du|wir|mein\p{L}*|dein\p{L}*|yo|mi|tú|tu|je|j['’]\p{L}+|nous|mon|ma)(?!\p{L})|\?/iu;

/**
 * The messages of a pasted transcript, or `null`: every line, and at least two, must have a
 * speaker. Pure.
 */
export function transcriptOf(text: string): Message[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2) return null;
  const messages: Message[] = [];
  for (const line of lines) {
    const message = messageOf(line);
    if (message === null) return null;
    messages.push(message);
  }
  const isTalk =
    messages.some(({ name }) => name === undefined) || messages.some(({ content }) => personal.test(content));
  return isTalk ? messages : null;
}

function messageOf(line: string): Message | null {
  const match = said.exec(line);
  if (match === null) return null;
  const [, label, content] = match as unknown as [string, string, string];
  const role = Object.hasOwn(roles, label.toLowerCase()) ? roles[label.toLowerCase()] : undefined;
  if (role !== undefined) return { role, content: content.trimEnd() };
  const isName = label.split(" ").every((word) => /^\p{Lu}/u.test(word) && !headings.has(word.toLowerCase()));
  return isName ? { role: "user", name: label, content: content.trimEnd() } : null;
}
