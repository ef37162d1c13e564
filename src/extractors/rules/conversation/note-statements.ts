/**
 * Notes of an assistant about the user often leave the subject out: "- Drives a Skoda Octavia",
 * "User introduced herself as Lena. Works at Voss." Such a line says it about the user.
 */
import type { Passage } from "../../../text/passage.js";
import { forms } from "../grammar/words.js";

const line = /^[\s*•–-]*(?<verb>\p{Lu}\p{Ll}+)\s+(?<rest>\S.*)$/su;
const bullet = /^\s*[*•–-]\s/u;
/** A passage whose other sentences are about the user. */
const aboutUser = /^(?:the )?user(?:['’]s)?\s/iu;
/** "Tom:", before a list about somebody else. */
const heading =
  /(?:^|\n)[^\S\n]*(?!.*\b(?:user|profile|preferences|notes|facts|about|summary)\b)\p{Lu}[^\n]{0,60}:\s*(?:\n|$)/iu;
/** A question, or a name in brackets: "Works at Globex (Tom)". */
const notItself = /\?\s*$|\(\p{Lu}\p{Ll}+\)/u;
/** Characters of the previous text in which a heading is searched. */
const headingChars = 400;
/** Verbs of state that are also auxiliaries. */
const auxiliary = /^(?:has|is)$/;

/**
 * The statement about the user that a line of a note makes, with its subject; `null` where the line
 * has a subject of its own, or may be about somebody else.
 */
export function notedStatement(text: string, passage: Passage, previous: string | null): string | null {
  const isNote = passage.role === "user" && passage.speaker === null;
  const before = (previous ?? "").slice(-headingChars);
  const goesOn = bullet.test(text) || aboutUser.test(passage.text) || aboutUser.test(before);
  if (!isNote || !goesOn) return null;
  const { verb = "", rest = "" } = line.exec(text)?.groups ?? {};
  const lower = verb.toLowerCase();
  if (!auxiliary.test(lower) && forms.get(lower)?.forms.has("third") !== true) return null;
  if (heading.test(passage.text) || heading.test(before) || notItself.test(rest)) return null;
  return `The user ${lower} ${rest}`;
}
