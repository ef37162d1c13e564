/**
 * Finds the names in a text: people, places and organisations, by their capital letters.
 */

import { isOrdinaryWord } from "./ordinary-words.js";
import { matchesIn } from "./patterns/matches.js";
import { sentenceSpans } from "./sentences.js";

/**
 * A name: consecutive capitalised words, with small words such as "de" and "of the" between them.
 */
const nameRun =
  /(?<![\p{L}\p{N}_@#/.-])\p{Lu}[\p{L}\p{N}\p{M}&+.-]*(?:['’]\p{Lu}?\p{L}+)?(?:\s+(?:(?:de|da|do|dos|del|della|la|van|von|der|den|of|the|bin|al|y|&)\s+){0,2}\p{Lu}[\p{L}\p{N}\p{M}&+-]*(?:['’]\p{Lu}?\p{L}+)?)*/gu;

/**
 * Names serve to find and forget the people a text is about. A text with more names is a table or a
 * log.
 */
const maxMentions = 32;
const maxNameChars = 80;
const maxReadChars = 4000;

/** Names that a text mentions, each once, in order of appearance. */
export function mentionsOf(text: string): string[] {
  const found = new Map<string, string>();
  const read = text.slice(0, maxReadChars);
  for (const { start, end } of sentenceSpans(read)) {
    for (const name of namesOf(read.slice(start, end))) {
      if (found.size >= maxMentions) return [...found.values()];
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
    }
  }
  return [...found.values()];
}

/** Names of one sentence, repetitions included. */
export function namesOf(sentence: string): string[] {
  if (isShouted(sentence)) return [];
  return [...matchesIn(sentence, nameRun)].flatMap((match) => {
    const opens =
      !/\p{L}/u.test(sentence.slice(0, match.index)) || /["“(:]\s*$/.test(sentence.slice(0, match.index));
    return ofRun(match[0], opens);
  });
}

/** In a sentence written in capitals, a capital letter does not mark a name. */
function isShouted(sentence: string): boolean {
  return sentence.length > 8 && !/\p{Ll}/u.test(sentence);
}

function ofRun(run: string, opens: boolean): string[] {
  const words = run.split(/\s+/);
  // "I met", "On Monday Ana": words that only open the sentence, or are never names, are removed
  // from both ends.
  while (words.length > 0 && isNoName(bare(words[0]!), opens)) words.shift();
  while (words.length > 0 && isNoName(bare(words.at(-1)!), false)) words.pop();
  return splitOwners(words).filter(
    (name) => name.length > 1 && name.length <= maxNameChars && /^\p{Lu}/u.test(name),
  );
}

/**
 * "St. Mary's Hospital" is one name. "Tom's Tesla" may be one, so the owner is returned as well.
 */
function splitOwners(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const name = [...words.slice(0, -1), bare(words.at(-1)!)].join(" ");
  const owner = words.findIndex((word) => /['’]s$/.test(word));
  return owner < 0 || owner === words.length - 1
    ? [name]
    : [name, [...words.slice(0, owner), bare(words[owner]!)].join(" ")];
}

/** A word without a possessive, a contraction or punctuation at its end: "Ana's" → "Ana". */
export function bare(word: string): string {
  return word.replace(/['’](?:s|m|d|ve|re|ll|t)$/i, "").replace(/['’.,-]+$/, "");
}

function isNoName(word: string, opens: boolean): boolean {
  const lower = word.toLowerCase();
  if (neverNames.has(lower) || /^\p{Ll}/u.test(word)) return true;
  return opens && isOrdinaryWord(lower);
}

const neverNames = new Set(
  `i i'm i've i'd i'll im ok okay monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june july august
september october november december mr mrs ms dr prof yes no hi hello hey thanks the a an and but or so if when my your his her its our their this that these those
we you he she it they omg lol btw fyi tv pm am pc ceo cto vp hr asap diy faq eta idk tbh imo wow yay oh ah ps`.split(
    /\s+/,
  ),
);
