/**
 * Given up: a later statement that ends what an earlier one names. "We decided on Riverpod for state management" answers
 * a question in the question's own words; "Let's drop Riverpod" shares none of them, and is what holds now. Pure.
 *
 * Typed facts are closed when they are remembered. This is for passages that nothing was drawn from: the earlier one is
 * kept, returned after the later one, and marked.
 */
import type { StoredPassage } from "../../stores/store.js";
import { stopWords } from "../../text/stop-words.js";
import { fold, indexWords } from "../../text/words.js";
import { isBefore } from "./disagree.js";
import type { Ranked } from "./rank.js";

/** Words of a message that gives something up; a longer one speaks of many things. */
const maxWords = 60;
/** Answers whose names are compared: what comes after them is seldom what the question asks for. */
const maxAnswers = 4;

const objectWords = String.raw`\s+(?:(?:the|my|our|your|his|her|their|its|that|this|all|plain|old)\s+)*(?<object>[\p{L}\p{N}][^,.;:!?()"“”]{0,60})`;
/** "drop X", "stopped using X", "moved away from X", "X instead of Y" gives up Y. */
const giveUp = new RegExp(
  String.raw`\b(?:drop(?:ped|ping|s)?|ditch(?:ed|ing|es)?|scrap(?:ped|ping|s)?|abandon(?:ed|ing|s)?|g[eo]t(?:ting)? rid of|(?:stopped|stop|quit) \p{Ll}+ing|no longer \p{Ll}+(?: with| on| at| in| to)?|(?:moved?|moving|switch(?:ed|ing)?|migrat(?:ed?|ing)) (?:away )?(?:from|off)|replac(?:ed?|ing)|instead of|rather than|done with|g[ia]v(?:e|en|ing) up(?: on)?|cancel(?:l?ed|l?ing|s)?|sold)${objectWords}`,
  "giu",
);
/** "X is gone", "X was cancelled", "X didn't work out". */
const isGone =
  /(?<object>[\p{L}\p{N}][\p{L}\p{N}'’ -]{0,40}?)\s+(?:is gone|(?:is|was|got|has been|have been|were|are) (?:dropped|scrapped|cancell?ed|replaced|abandoned|discontinued|called off)|(?:did not|didn['’]t) work out|(?:is|are) no more|fell through|has (?:retired|left|closed|moved away)|retired|closed down|passed away)\b/giu;
/** What is asked, supposed, wished or denied gives nothing up. */
const unreal =
  /(?:n['’]t|\bnot|\bnever|\bif|\bmaybe|\bperhaps|\bmight|\bmay|\bcould|\bshould|\bwould|\bthinking (?:of|about)|\bconsider(?:ing)?|\bwant(?:s|ed)? to|\bplan(?:s|ning)? to|\bhop(?:e|ing) to|\bcan we|\bcan i)\s+(?:\p{L}+\s+){0,2}$/iu;
const firstPerson = /\b(?:i|i'm|i've|my|me|mine|we|our|us)\b/iu;
/** The object ends before the first of these. */
const endOfObject =
  /\s(?:and|but|for|with|because|since|as|at|in|on|to|from|by|so|when|after|before|until|it|we|i|they|he|she|is|was|are|were|last|this|next|yesterday|today|now|entirely|completely|anymore|any more|again|altogether|instead)\b.*$/iu;

/** The heads of what a text gives up, as index words: "riverpod". */
export function givenUpBy(text: string): readonly string[] {
  if (/\?\s*$/.test(text)) return [];
  const active = [...text.matchAll(giveUp)].filter(({ index }) => !unreal.test(text.slice(0, index)));
  const passive = [...text.matchAll(isGone)];
  return [...active, ...passive].flatMap(({ groups }) => headOf(groups!.object!));
}

/** The index words of a phrase's last content word, or of its name where it has one. */
function headOf(phrase: string): string[] {
  const words = phrase.replace(endOfObject, "").split(/\s+/u);
  const content = words.filter((word) => !stopWords.has(fold(word)) && indexWords(word).length > 0);
  const head = content.findLast((word) => /^\p{Lu}/u.test(word)) ?? content.at(-1);
  return head === undefined ? [] : indexWords(head).slice(0, 1);
}

/** Whether `later` gives up what `one` names, in the same voice where `one` speaks of who says it. */
export function givesUp(later: StoredPassage, one: StoredPassage): boolean {
  if (later.wordCount > maxWords || one.wordCount > maxWords || !isBefore(one, later)) return false;
  if (firstPerson.test(one.text) && (one.speaker !== later.speaker || one.role !== later.role)) return false;
  const ended = givenUpBy(later.text);
  if (ended.length === 0) return false;
  const named = new Set(indexWords(one.text));
  // What gives the same thing up itself is no earlier state.
  return ended.some((word) => named.has(word)) && !givenUpBy(one.text).some((word) => ended.includes(word));
}

/** The answers, each of the first few behind whatever in the pool gives up what it names, and what that goes on to say. */
export function withGivenUp(answers: readonly Ranked[], pool: readonly Ranked[]): readonly Ranked[] {
  const chosen = new Set(answers.map(({ passage }) => passage));
  const giving = pool.filter(({ passage }) => !chosen.has(passage) && givenUpBy(passage.text).length > 0);
  if (giving.length === 0) return answers;
  return answers.flatMap((answer, at) => {
    if (at >= maxAnswers) return [answer];
    const later = giving
      .filter(({ passage }) => givesUp(passage, answer.passage))
      .flatMap((one) => [one, ...pool.filter((other) => goesOn(other.passage, one.passage))])
      .filter(({ passage }) => !chosen.has(passage));
    for (const { passage } of later) chosen.add(passage);
    return [...later.map((one) => ({ ...one, chance: answer.chance })), answer];
  });
}

/** Words of a sentence that says what comes instead: "Going with Provider." */
const maxNextWords = 20;

function goesOn(next: StoredPassage, { id, sourceId }: StoredPassage): boolean {
  return next.id === id + 1 && next.sourceId === sourceId && next.wordCount <= maxNextWords;
}
