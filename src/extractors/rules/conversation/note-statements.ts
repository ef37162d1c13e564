/**
 * Notes of an assistant about the user often leave the subject out: "- Drives a Skoda Octavia",
 * "User introduced herself as Lena. Works at Voss.", "Location: Lisbon" below the heading "User
 * profile". Such a line says it about the user.
 */
import type { Passage } from "../../../text/passage.js";
import { forms } from "../grammar/words.js";
import { ofIntroduction, ofItem, ofLabel, ofOwnNoun, ofRemark, ofReport, ofState } from "./note-wordings.js";
import { isNote } from "./speakers.js";

const opening = /^(?<verb>\p{Lu}\p{Ll}+)\s+(?<rest>\S.*)$/su;
const bullet = /^\s*(?:[*•–-]|\d{1,2}[.)])\s/u;
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

/** What precedes a passage. */
export interface Before {
  /** The passage before it, maybe of another message. */
  readonly previous: string | null;
  /** The end of the same message before it. */
  readonly above: string;
}

/**
 * The statements about the user that a line of a note makes, each with its subject; empty if the
 * line has a subject of its own, or may be about somebody else.
 */
export function notedStatements(text: string, passage: Passage, before: Before): readonly string[] {
  if (!isNote(passage)) return [];
  const above = () => linesAbove(text, passage.text, before.above);
  const place = { passage, above, last: (before.previous ?? "").slice(-headingChars) };
  // The steps of a numbered list are one sentence.
  return (numbered.test(text) ? text.split("\n") : [text]).flatMap((line) => ofLine(line, place));
}

const numbered = /^\s*\d{1,2}[.)]\s/mu;

/** Where a line is. */
interface Place {
  readonly passage: Passage;
  /** Returns the lines of its message above its sentence. */
  readonly above: () => readonly string[];
  /** The end of the passage before it. */
  readonly last: string;
}

function ofLine(line: string, { passage, above, last }: Place): readonly string[] {
  const said = withoutBullet(line);
  const introduced = ofIntroduction(said);
  if (introduced.length > 0) return introduced;
  const stated = ofReport(said) ?? ofRemark(said) ?? ofProfile(line, above);
  if (stated !== null) return [stated];
  const goesOn = bullet.test(line) || aboutUser.test(passage.text) || aboutUser.test(last);
  if (!goesOn || isOfOthers(said, passage.text, last)) return [];
  return [withVerb(said) ?? ofState(said)].flatMap((one) => one ?? []);
}

/** A line without its bullet, its number and its marks of bold text; "User = Ana" as "User: Ana". */
function withoutBullet(line: string): string {
  return line
    .replace(/\*\*|__/gu, "")
    .replace(/^\s*(?:[*•–-]+|\d{1,2}[.)])\s+|^\s+/u, "")
    .replace(/^(\p{L}[\p{L} '’-]{1,30}?) = (?=\S)/u, "$1: ")
    .trimEnd();
}

function isOfOthers(said: string, text: string, before: string): boolean {
  return heading.test(text) || heading.test(before) || notItself.test(said);
}

/** "Drives a Skoda". */
function withVerb(said: string): string | null {
  const { verb = "", rest = "" } = opening.exec(said)?.groups ?? {};
  const lower = verb.toLowerCase();
  if (!auxiliary.test(lower) && forms.get(lower)?.forms.has("third") !== true) return null;
  return `The user ${lower} ${rest}`;
}

/** A label of up to three words, and a value that is no sentence. */
const labelled =
  /^(?:(?<user>(?:the )?user['’]s)\s+)?(?<name>\p{L}+(?:[ -]\p{L}+){0,2}):\s+(?<value>[^:;]{1,80})$/iu;
/** Labels of lines that say nothing about a person. */
const ofWork =
  /^(?:decision|gotcha|note|todo|task|update|summary|next step|date|status|context|action|deadline|topic|session|user|agenda|result|issue|risk|source)s?$/iu;
/** A heading above lines about the user: "# User", "User profile (from onboarding)". */
const ofUser =
  /^[#\s*]*(?:(?:facts?|notes|info(?:rmation)?|details|what i know) (?:about|on) |about )?(?:(?:the )?user|personal|profile)(?: (?:profile|info(?:rmation)?|details|facts|notes|summary|data|context|memory))?\s*(?:\([^)]*\))?[\s:*]*$/iu;
/** "## Projects", "Tom:". */
const anyHeading = /^\s*#+\s*\S|^[^\S\n]*\p{Lu}[^\n:.]{0,60}:\s*$/u;

/**
 * "Location: Lisbon" below a heading about the user or beside another label of theirs, and "dark
 * mode" in a list of their preferences.
 */
function ofProfile(line: string, linesAbove: () => readonly string[]): string | null {
  const said = withoutBullet(line);
  const { user, name = "", value = "" } = labelled.exec(said)?.groups ?? {};
  if (name !== "" && !ofWork.test(name) && !/[.!?]\s/u.test(value))
    return user !== undefined || isOfUser(linesAbove()) ? ofLabel(name, value.replace(/[.,]$/u, "")) : null;
  if (!bullet.test(line)) return null;
  const above = linesAbove();
  if (isOfUser(above)) return ofOwnNoun(said);
  const place = above.findLastIndex((line) => anyHeading.test(line));
  return isOfUser(above.slice(0, Math.max(0, place))) ? ofItem(nameOf(above[place]!), said) : null;
}

/** "## Preferences" and "Preferences:" are named "Preferences". */
function nameOf(headingLine: string): string {
  return headingLine.replace(/^[#\s]+|[:\s]+$/gu, "");
}

/** Whether the nearest heading among some lines, or a label below it, names the user. */
function isOfUser(above: readonly string[]): boolean {
  const ofOwner = (line: string) =>
    ofUser.test(line) || labelled.exec(withoutBullet(line))?.groups?.user !== undefined;
  const nearest = above.findLast((line) => ofOwner(line) || anyHeading.test(line));
  return nearest !== undefined && ofOwner(nearest);
}

function linesAbove(text: string, passageText: string, above: string): readonly string[] {
  return `${above}\n${passageText.slice(0, Math.max(0, passageText.indexOf(text)))}`.split("\n");
}
