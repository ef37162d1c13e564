/**
 * Words of time that open a sentence before its subject: "Last Friday I", "In May Ana", "On
 * Monday". They are nobody's name.
 */
import type { Word } from "../grammar/grammar.js";

const opens =
  /^(?:last|next|this|every|in|on|at|by|since|during|until|yesterday|today|tonight|tomorrow|early|late|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/;
const within =
  /^(?:last|next|this|the|of|early|late|mid|yesterday|today|tonight|tomorrow|week|weekend|month|year|night|morning|afternoon|evening|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d)$/;

/**
 * A subject's words without those of time before them; as they were, where nothing else is left
 * ("May" may be a name). Pure.
 */
export function withoutTimeLead(words: readonly Word[]): readonly Word[] {
  if (words[0] === undefined || !opens.test(words[0].lower)) return words;
  const at = words.findIndex(({ lower }, index) => index > 0 && !within.test(lower));
  return at < 0 ? words : words.slice(at);
}

/** A name never holds a first person, nor opens with a word of time or a preposition. Pure. */
export function isNoNameRun(words: readonly Word[]): boolean {
  return opens.test(words[0]?.lower ?? "") || words.some(({ lower }) => /^i(?:['’]\p{L}+)?$/u.test(lower));
}
