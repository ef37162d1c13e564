/**
 * Still true: what of a passage may be returned word for word after something that it says was replaced. Pure.
 *
 * A page on which one number changed is still evidence for the rest, so only the sentences that hold a former
 * value are left out. A short message that says little else is left out whole.
 */

import type { StoredPassage } from "../../stores/store.js";
import { sentences } from "../../text/sentences.js";
import { fold, indexWords } from "../../text/words.js";

/** Stands for sentences that are left out. */
const omission = "[…]";
/** Index words that the rest must have at least to be worth returning. */
const leastWords = 5;

/**
 * The text of a passage as far as it holds: all of it where nothing was replaced, `undefined` where too little is left,
 * or where a former value is not found in the text, so that the sentence to leave out is not known.
 */
export function stillTrue({ text, records, superseded }: StoredPassage): string | undefined {
  // "From 65 % to 82 %": what a passage itself says is over, it does not say as the present.
  const own = new Set(records.map(({ id }) => id));
  const over = superseded.filter(({ superseded_by: by }) => by === null || !own.has(by));
  if (over.length === 0) return text;
  const values = over.map(({ value }) => fold(value ?? ""));
  if (values.includes("") || !values.every((value) => fold(text).includes(value))) return undefined;
  const isOver = (part: string) => values.some((value) => fold(part).includes(value));
  const kept = sentences(text).map((one) => (isOver(one) ? withoutClauses(one, isOver) : one));
  const rest = kept.filter((one, index) => one !== omission || kept[index - 1] !== omission);
  return indexWords(rest.join(" ")).length < leastWords ? undefined : rest.join(" ");
}

/** Clauses of a sentence that say by themselves who does what: "I'm Ana, I'm 29 and I repair clocks". */
const ownClause = /(?:,\s+(?:and |but )?|\s+(?:and|but)\s+|;\s+)(?=(?:i|i['’](?:m|ve)|we|my|our)\s)/iu;

/** What of a sentence holds, where each of its clauses has a subject of its own; else nothing of it. */
function withoutClauses(sentence: string, isOver: (part: string) => boolean): string {
  const parts = sentence.split(ownClause);
  const containing = parts.filter((part) => !isOver(part));
  if (containing.length === 0 || containing.length === parts.length) return omission;
  return `${parts
    .map((part) => (isOver(part) ? omission : part))
    .join(", ")
    .replace(/[.!]+$/, "")}.`;
}
