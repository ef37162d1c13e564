/**
 * Decides whether a text contains a name: its words, in order and next to each other. Case and
 * accents are ignored in a name of several words. Pure.
 *
 * A name of one word may also be an ordinary word ("Rose", "Mark", "Will"). It must be written with
 * a capital, unless the text has no capitals at all, and it must not be the end of a longer name,
 * as "Silva" is in "Ana Silva".
 */

import { isListedWord, isOrdinaryWord } from "./ordinary-words.js";
import { matchesIn } from "./patterns/matches.js";
import { fold, isUnspaced } from "./words.js";

/**
 * How strict the test is: `surely` before something is erased, `perhaps` before keepsake reports
 * that nothing contains the name.
 */
export type NameStrictness = "surely" | "perhaps";

interface Token {
  readonly written: string;
  readonly folded: string;
  /** The text between the previous token and this one; empty for the first. */
  readonly before: string;
}

const word = /[\p{L}\p{N}\p{M}]+/gu;
const capital = /^\p{Lu}/u;
/** What may be between two words of a name: "Sally  Bond", "sally.bond", "**Sally** Bond". */
const parting = /^[^\p{L}\p{N},;:!?]{1,4}$/u;
const sentenceEnd = /\.\s/;
/** Titles before a surname, which are not part of a longer name. */
const titles = new Set(
  "mr mrs ms miss dr prof professor sir madam herr frau doctor captain judge".split(" "),
);

/** Returns a test for whether a text contains the name. */
export function sayingName(name: string, reading: NameStrictness = "surely"): (text: string) => boolean {
  const wanted = tokensOf(name);
  const [first] = wanted;
  const whole = fold(name).trim();
  if (first === undefined || isUnspaced(whole)) return (text) => whole !== "" && fold(text).includes(whole);
  const isMeant = wanted.length > 1 || reading === "perhaps" ? () => true : aloneIsMeant(first);
  return (text) => {
    // Most texts do not contain it, and splitting a text into words is slow.
    if (!fold(text).includes(first.folded)) return false;
    const tokens = tokensOf(text);
    return tokens.some((_, at) => isAt(tokens, at, wanted) && isMeant(tokens, at, text));
  };
}

function isAt(tokens: readonly Token[], at: number, wanted: readonly Token[]): boolean {
  return wanted.every(({ folded }, nth) => {
    const token = tokens[at + nth];
    return token?.folded === folded && (nth === 0 || isParting(token.before, wanted[nth - 1]!));
  });
}

/** A full stop between the words ends a sentence, except after an initial. */
function isParting(between: string, { folded }: Token): boolean {
  return parting.test(between) && (folded.length === 1 || !sentenceEnd.test(between));
}

/** Returns a test of whether a word that was found alone is meant as the name. */
function aloneIsMeant({
  written,
  folded,
}: Token): (tokens: readonly Token[], at: number, text: string) => boolean {
  const isCapital = capital.test(written);
  if (!isCapital) return () => !isListedWord(folded);
  return (tokens, at, text) => {
    if (!capital.test(tokens[at]!.written)) return !isListedWord(folded) && text === text.toLowerCase();
    return !endsLongerName(tokens, at);
  };
}

function endsLongerName(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || !/^[ \u00a0]$/.test(tokens[at]!.before)) return false;
  return capital.test(before.written) && !isOrdinaryWord(before.folded) && !titles.has(before.folded);
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: written, index } of matchesIn(text, word)) {
    tokens.push({ written, folded: fold(written), before: text.slice(end, index) });
    end = index + written.length;
  }
  return tokens;
}
