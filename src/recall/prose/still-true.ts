/**
 * Still true: the part of a passage that may be quoted after a fact in it was replaced. Pure. A
 * page on which one number changed is still evidence for the rest, so only the sentences with a
 * former value are omitted. A short message that says little else is omitted completely.
 */

import type { StoredPassage } from "../../stores/store.js";
import { sentences } from "../../text/sentences.js";
import { fold, indexWords } from "../../text/words.js";

/** Replaces omitted sentences. */
const omission = "[…]";
/** Fewest index words of the rest; a shorter rest is not returned. */
const leastWords = 5;

/**
 * Returns the part of a passage's text that is still true: all of it if nothing was replaced,
 * `undefined` if too little is left, or if the sentence to omit is unknown because the text does
 * not contain a former value.
 */
export function stillTrue({ text, records, superseded }: StoredPassage): string | undefined {
  // "From 65 % to 82 %": a value that the same passage replaces is not stated as current.
  const own = new Set(records.map(({ id }) => id));
  const over = superseded.filter(({ superseded_by: by }) => by === null || !own.has(by));
  if (over.length === 0) return text;
  const values = over.map(({ value }) => fold(value ?? ""));
  if (values.includes("") || !values.every((value) => fold(text).includes(value))) return undefined;
  return withoutEnded(text, (part) => values.some((value) => fold(part).includes(value)));
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
