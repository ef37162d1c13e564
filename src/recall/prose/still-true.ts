/**
 * Still true: the part of a passage that may be quoted after a fact in it was replaced. Pure. A
 * page on which one number changed is still evidence for the rest, so only the sentences with a
 * former value are omitted. A short message that says little else is omitted completely.
 *
 * An answer also quotes a sentence that says more than the former value, because "I improved from
 * 70 to 90 % after twelve exercises" remains an answer when 90 becomes 95. The line then says which
 * value is no longer true. Evidence in the prose within 250 / 500 / 1,000 / 2,000 tokens
 * (`bench:quality`):
 *
 *                                     such sentences omitted      quoted
 *   conversations with an assistant   45.6 / 57.5 / 65.5 / 72.8   47.1 / 59.1 / 67.6 / 74.9
 *   between people                    68.4 / 77.1 / 83.4 / 87.2   68.4 / 77.1 / 83.4 / 87.2
 */

import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { sentences } from "../../text/sentences.js";
import { fold, indexWords } from "../../text/words.js";

/** Replaces omitted sentences. */
const omission = "[…]";
/** Fewest index words of the rest; a shorter rest is not returned. */
const leastWords = 5;

/**
 * Fewest index words that a sentence has beside a former value, so that an answer quotes it. With
 * 12 instead of 8 the project's own talk loses 0.2 points of evidence, BEAM nothing.
 */
const leastBeside = 8;
/**
 * Fewest index words of a passage that an answer quotes as an earlier statement if it is unknown
 * which part of it was replaced. A shorter one mostly states nothing else.
 */
const leastUnknown = 12;

/**
 * Returns the part of a passage's text that is still true: all of it if nothing was replaced,
 * `undefined` if too little is left, or if the sentence to omit is unknown because the text does
 * not contain a former value.
 */
export function stillTrue(passage: StoredPassage): string | undefined {
  const { text } = passage;
  const over = replacedIn(passage);
  if (over.length === 0) return text;
  const values = valuesOf(over, text);
  return values && withoutEnded(text, (part) => hasAny(part, values));
}

/** The part of a passage that an answer quotes. */
export interface QuotedPart {
  readonly text: string;
  /** Values in the text that are no longer true, as they were stored. */
  readonly former: readonly string[];
  /** It is unknown which part was replaced, so all of it is quoted as an earlier statement. */
  readonly isEarlier: boolean;
}

/** Returns the part of a passage that an answer quotes; `undefined` if too little is left. */
export function quotedPart(passage: StoredPassage): QuotedPart | undefined {
  const { text } = passage;
  const over = replacedIn(passage);
  if (over.length === 0) return { text, former: [], isEarlier: false };
  const values = valuesOf(over, text);
  if (values === undefined) {
    const isLong = indexWords(text).length >= leastUnknown;
    return isLong ? { text, former: [], isEarlier: true } : undefined;
  }
  const isOmitted = (part: string) => hasAny(part, values) && !saysMore(part, values);
  const left = sentences(text).some(isOmitted) ? withoutEnded(text, isOmitted) : text;
  if (left === undefined) return undefined;
  return { text: left, former: formerIn(left, values), isEarlier: false };
}

/** The former values that a text has. */
export function formerIn(text: string, values: readonly string[]): string[] {
  return values.filter((value) => hasAny(text, [value]));
}

/**
 * The records of a passage that a later one replaced. "From 65 % to 82 %": a value that the same
 * passage replaces is not stated as current.
 */
function replacedIn({ records, superseded }: StoredPassage): readonly MemoryRecord[] {
  const own = new Set(records.map(({ id }) => id));
  return superseded.filter(({ superseded_by: by }) => by === null || !own.has(by));
}

/** The former values; `undefined` if one is unknown, or not in the text. */
function valuesOf(over: readonly MemoryRecord[], text: string): readonly string[] | undefined {
  const values = [...new Set(over.map(({ value }) => value ?? ""))];
  return values.every((value) => value !== "" && hasAny(text, [value])) ? values : undefined;
}

function hasAny(part: string, values: readonly string[]): boolean {
  const folded = fold(part);
  return values.some((value) => folded.includes(fold(value)));
}

function saysMore(sentence: string, values: readonly string[]): boolean {
  const ofValues = new Set(values.flatMap(indexWords));
  return indexWords(sentence).filter((word) => !ofValues.has(word)).length >= leastBeside;
}

/**
 * Returns a text without the sentences and clauses that are over; `undefined` if fewer than `least`
 * index words are left.
 */
export function withoutEnded(
  text: string,
  isOver: (part: string) => boolean,
  least = leastWords,
): string | undefined {
  const kept = sentences(text).map((one) => (isOver(one) ? withoutClauses(one, isOver) : one));
  const rest = kept.filter((one, index) => one !== omission || kept[index - 1] !== omission);
  return indexWords(rest.join(" ")).length < least ? undefined : rest.join(" ");
}

/** Where a clause with its own subject begins: "I'm Ana, I'm 29 and I repair clocks". */
const ownClause = /(,\s+(?:and |but )?|\s+(?:and|but)\s+|;\s+)(?=(?:i|i['’](?:m|ve)|we|my|our)\s)/iu;

/**
 * The clauses of a sentence that are still true, if each clause has its own subject; otherwise the
 * omission mark.
 */
function withoutClauses(sentence: string, isOver: (part: string) => boolean): string {
  // Clauses and what is between them, in turn.
  const parts = sentence.split(ownClause);
  const over = parts.map((part, at) => at % 2 === 0 && isOver(part));
  const clauses = (parts.length + 1) / 2;
  const ended = over.filter(Boolean).length;
  if (ended === clauses || ended === 0) return omission;
  const kept = parts.map((part, at) => {
    if (over[at]) return omission;
    return over[at - 1] || over[at + 1] ? ", " : part;
  });
  return `${kept.join("").replace(/[.!?]+$/, "")}${/[.!?]$/.exec(sentence)?.[0] ?? "."}`;
}
