/**
 * Words that a text quotes: `"Lotte doesn't drive any more!" was the joke`. Somebody else may have
 * said them, or nobody. A title or a name in quotation marks is short. Pure.
 */
import { matchesIn } from "./patterns/matches.js";

/** A quotation has this many words at least; fewer are a title or a name. */
const leastWords = 4;
const longestQuotation = 600;
/** Longer text is pasted. */
const mostChars = 4000;
const quotation = new RegExp(
  `(?<![\\p{L}\\p{N}])["“]([^"“”\\n]{8,${longestQuotation}})["”](?![\\p{L}\\p{N}])`,
  "gu",
);

/** The quotations of a text, without their quotation marks. */
export function quotationsIn(text: string): readonly string[] {
  if (!/["“]/u.test(text)) return [];
  return [...matchesIn(text.slice(0, mostChars), quotation)].map(({ 1: quoted }) => quoted!).filter(isLong);
}

/** "I eat bread" is a sentence, although it is short. */
const ofSelf = /^\s*(?:I|We|My|Our)['’\s]/u;

/** Whether quoted words are a sentence rather than a title or a name. */
export function isLong(quoted: string): boolean {
  return quoted.trim().split(/\s+/u).length >= (ofSelf.test(quoted) ? leastWords - 1 : leastWords);
}

/** A text with its quotations left out. */
export function withoutQuotations(text: string): string {
  if (!/["“]/u.test(text)) return text;
  return text.replace(quotation, (whole, quoted: string) => (isLong(quoted) ? " " : whole));
}
