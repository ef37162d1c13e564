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
const leastWords = 6;

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
  const kept = sentences(text).map((one) =>
    values.some((value) => fold(one).includes(value)) ? omission : one,
  );
  const rest = kept.filter((one, index) => one !== omission || kept[index - 1] !== omission);
  return indexWords(rest.join(" ")).length < leastWords ? undefined : rest.join(" ");
}
