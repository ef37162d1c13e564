/**
 * Names in a question: its capitalised words, except those that any question may capitalise. A word
 * that may also be an ordinary word counts as a name only if the sentence shows that it is one:
 * "Where does Will live?", "What is May allergic to?", but not "What happened in May?". Pure.
 */

import { isNameWord } from "../../text/name-words.js";
import { matchesIn } from "../../text/patterns/matches.js";
import { fold } from "../../text/words.js";

/** Words that are not names although a question may capitalise them. */
const commonCapitals = new Set(
  `i what who whom whose when where which why how is are was were do does did has have had can could would should will shall may might must
   the a an in on at of for to from with and or but if tell show give list describe explain summarize please name any according also
   monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
   november december spring summer autumn winter my our your his her their its that this these those there considering between after
   before since during based im ive id`.split(/\s+/),
);

const capitalised = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu;

/** Returns the capitalised words of a question that name somebody or something, folded. */
export function namesIn(query: string): string[] {
  const found = [...matchesIn(query, capitalised)].flatMap(({ 0: written, index }) => {
    const word = fold(written).replace(/['’]s?$/, "");
    if (word.length < 2) return [];
    return !commonCapitals.has(word) || isUsedAsName(query, { written, word, index }) ? [word] : [];
  });
  return [...new Set(found)];
}

interface Capitalised {
  readonly written: string;
  readonly word: string;
  readonly index: number;
}

/** If most words of a question are capitalised, a capital does not show a name. */
const lowerBefore = /(?:^|[^\p{L}])\p{Ll}[\p{L}'’]*\s+$/u;
const opensWithVerb = /^\s*(?:does|did|do|has|had|can|could|would|should|is|was|are|were)\s+$/iu;
/** Verbs before a subject, and words that are used with a person. */
const beforeSubject =
  /(?:^|\s)(?:does|did|do|has|had|can|could|would|should|will|is|was|are|were|where['’]s|what['’]s|who['’]s|how['’]s|when['’]s|and|or)\s+$/iu;
/** "Is May a good month?", "How was June this year?" ask about a month. */
const aboutTime = /^\s+(?:a|an|the|this|last|next|too|so|\d|in|of)\b|^\s*[?.!,]|^\s+\d/iu;
const months: ReadonlySet<string> = new Set("april may june august summer autumn".split(" "));

/** How much of the text before a name is read, in characters. */
const leadLength = 64;

function isUsedAsName(query: string, { written, word, index }: Capitalised): boolean {
  if (!isNameWord(word)) return false;
  if (/['’]s$/u.test(written)) return true;
  // The words before the name decide. Reading the whole text before each name would take quadratic
  // time.
  const before = query.slice(Math.max(0, index - leadLength), index);
  if (!lowerBefore.test(before) && !opensWithVerb.test(before)) return false;
  return (
    !months.has(word) || (beforeSubject.test(before) && !aboutTime.test(query.slice(index + word.length)))
  );
}
