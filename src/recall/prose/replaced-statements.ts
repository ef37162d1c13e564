/**
 * Replaced statements: an earlier and a later statement with the same words but another value.
 * Pure.
 *
 * `remember` replaces typed facts. Statements without a typed fact are compared here, before they
 * are returned: "The chair of the guild is Ines." and, later, "The chair of the guild is Tom." have
 * the same beginning and differ in one sequence of words. The words do not say whether both can be
 * true, so the earlier statement is only marked as such. If the later one says that something
 * changed, the earlier one is outdated.
 */

import type { StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import { stopWords } from "../../text/stop-words.js";
import { fold, indexWords } from "../../text/words.js";
import { byPassage } from "../passages/by-passage.js";
import { isBefore } from "../ranking/disagree.js";

/** How a later statement affects an earlier one: `outdated` if it says that something changed. */
export type Replacement = "earlier" | "outdated";

/** Maximum number of words of a statement; longer texts differ in more than one place. */
const maxWords = 40;
/** Maximum number of characters of a text that is compared; longer ones have more words. */
const maxChars = 400;
/** Maximum number of words of a value: "the old bakery on Mill Lane". */
const maxValue = 8;
/**
 * Fewest words that two statements must begin with in common: fewer do not name a subject and a
 * relation.
 */
const leastCommon = 2;

/**
 * Words that say since when something is true, or that it changed. They are removed before
 * statements are compared.
 */
const cues =
  /\b(?:actually|(?:as it )?now|nowadays|these days|from now on|as of (?:now|today)|currently|at the moment|no longer|any ?more|instead|after all|correction|update)\b[,:]?/gi;
/** Those of them that say that it was different before. */
const changing = /\b(?:now|nowadays|these days|from now on|as of (?:now|today)|instead|correction|update)\b/i;
const unsaid = /\?\s*$|^\s*(?:if|maybe|perhaps|suppose)\b/i;
const firstPerson = /\b(?:i|i'm|i've|my|me|mine|we|our|us)\b/i;
const wordOrColon = /[\p{L}\p{N}\p{M}]+(?:['’.,:-][\p{L}\p{N}\p{M}]+)*|:/gu;
const singular = /\b(?:i|i'm|i've|my|me|mine)\b/i;
/** Small words that two names may share: "University of Pisa", "Bank of Chile". */
const joining: ReadonlySet<string> = new Set(["of", "the", "and", "de", "for", "a", "an"]);

interface Statement {
  readonly passage: StoredPassage;
  /** Folded. */
  readonly words: readonly string[];
  /** The capitalised ones, which are mostly parts of names. */
  readonly capitals: ReadonlySet<string>;
  /** The first words. */
  readonly beginning: string;
}

/** Finds the passages that a later one of the list replaces. */
export function replacedStatements(
  passages: readonly StoredPassage[],
): ReadonlyMap<StoredPassage, Replacement> {
  const found = new Map<StoredPassage, Replacement>();
  for (const alike of byBeginning(passages).filter((group) => !isForm(group)))
    for (const statement of alike)
      for (const later of alike) {
        if (!isReplaced(statement, later)) continue;
        const { passage } = statement;
        if (changing.test(later.passage.text)) found.set(passage, "outdated");
        else if (!found.has(passage)) found.set(passage, "earlier");
      }
  return found;
}

/** Most of the compared passages that may begin with the same label, if it names one value. */
const mostOfLabel = 3;

/** Whether so many statements begin with a label, as "Note:", that it names a kind of text. */
function isForm(group: readonly Statement[]): boolean {
  return group.length > mostOfLabel && group[0]?.words[leastCommon - 1] === ":";
}

/** Groups statements by their first words: only statements of one group are compared. */
function byBeginning(passages: readonly StoredPassage[]): readonly (readonly Statement[])[] {
  const groups = new Map<string, Statement[]>();
  for (const statement of passages.flatMap(statementOf)) {
    const group = groups.get(statement.beginning);
    if (group === undefined) groups.set(statement.beginning, [statement]);
    else group.push(statement);
  }
  return [...groups.values()];
}

/** The words and colons of a passage without cues; empty if it is not a statement. */
const statementOf = byPassage<readonly Statement[]>((passage) => {
  const { text, prompt } = passage;
  if (prompt !== null || text.length > maxChars || unsaid.test(text)) return [];
  const written = text.replace(cues, " ").match(wordOrColon) ?? [];
  if (written.length <= leastCommon || written.length > maxWords) return [];
  const capitals = new Set(written.filter((word) => /^\p{Lu}/u.test(word)).map(fold));
  const words = written.map(fold);
  return [{ passage, words, capitals, beginning: words.slice(0, leastCommon).join(" ") }];
});

function isReplaced(one: Statement, later: Statement): boolean {
  if (!isBefore(one.passage, later.passage)) return false;
  return sameSpeaker(one.passage, later.passage) && differInValue(one, later);
}

/**
 * Whether a later passage may replace an earlier one, by who said them. "I live in …" is about its
 * speaker, so only the same speaker replaces it. Anybody may say "The shop is in …", and what one
 * person calls "our stand-up" is "the stand-up" for another. What a tool or an assistant says
 * replaces nothing that a person said.
 */
export function sameSpeaker(one: StoredPassage, later: StoredPassage): boolean {
  if (isRecited(later) && !isRecited(one)) return false;
  if (one.speaker === later.speaker && one.role === later.role) return true;
  const person = firstPersonIn(one);
  return person === "none" || (person === "plural" && firstPersonIn(later) === "none");
}

/** Whether a passage is about its speaker and others: it says "we", and not "I". */
export function saysWe(passage: StoredPassage): boolean {
  return firstPersonIn(passage) === "plural";
}

/** Whether the words of a passage speak of its speaker: "I", or only "we". */
const firstPersonIn = byPassage<"none" | "plural" | "singular">(({ text }) => {
  if (!firstPerson.test(text)) return "none";
  return singular.test(text) ? "singular" : "plural";
});

/**
 * Whether two statements differ only in one sequence of words, the value. Their common beginning
 * must name the subject and end in a colon or a word such as "is", "in" or "of". "Ana loves tea"
 * and "Ana hates milk" differ in more than a value. "The capital of Peru is …" and "The capital of
 * Chile is …" differ in two places.
 */
function differInValue({ words, capitals }: Statement, { words: others }: Statement): boolean {
  const start = commonStart(words, others);
  const end = commonEnd(words, others, start);
  const value = words.slice(start, words.length - end);
  const other = others.slice(start, others.length - end);
  if (!isValue(value) || !isValue(other) || !leadsToValue(words.slice(0, start))) return false;
  return value.every((word) => !other.includes(word) || capitals.has(word) || joining.has(word));
}

function isValue({ length }: readonly string[]): boolean {
  return length > 0 && length <= maxValue;
}

function leadsToValue(beginning: readonly string[]): boolean {
  const last = beginning.at(-1) ?? "";
  const isAboutSomething = beginning.some((word) => indexWords(word).length > 0);
  return beginning.length >= leastCommon && isAboutSomething && (last === ":" || stopWords.has(last));
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  return length;
}

/** The number of equal words at the ends of two lists, after their common start. */
function commonEnd(one: readonly string[], other: readonly string[], start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
