/**
 * Name words in a sentence: "Will" and "May" after a word in lower case are people. Looked at
 * alone, such a word would be a verb or a month. Pure.
 */
import { isNameWord } from "../../../text/name-words.js";
import type { Word } from "./grammar.js";

const ofPerson: ReadonlySet<string> = new Set(["Noun", "Singular", "ProperNoun", "Person", "FirstName"]);

/** Returns the words with name words tagged as people, if their place and capital show it. */
export function withNameWords(words: readonly Word[]): readonly Word[] {
  if (!words.some(isCapitalNameWord)) return words;
  return words.map((word, at) =>
    isCapitalNameWord(word) && isPerson(words, at) ? { ...word, tags: ofPerson } : word,
  );
}

function isCapitalNameWord({ text, lower, tags }: Word): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(text) && isNameWord(lower) && !tags.has("Person");
}

/** Words before the name of a month. "Art" and "Grace" may be nouns after an article. */
const beforeMonth =
  /^(?:in|on|of|since|until|till|by|last|next|this|that|from|to|during|early|mid|late|through|before|after|every|each|for|around|about|between|and|or|\d.*)$/;
const articles = /^(?:the|a|an)$/;
/** "Will lives in Zwolle": a verb in the third person does not follow the verb "will". */
const thirdPerson = /^(?:is|was|has|had|does|did|\p{Ll}{2,}s)$/u;

function isPerson(words: readonly Word[], at: number): boolean {
  const { tags, lower, before } = words[at]!;
  const previous = words[at - 1];
  const next = words[at + 1];
  const opens = previous === undefined || /[.!?:;]$/.test(previous.after);
  if (opens) return lower === "will" && next !== undefined && thirdPerson.test(next.text);
  if (before !== "" || !/^\p{Ll}/u.test(previous.text) || articles.test(previous.lower)) return false;
  const isMonth = tags.has("Month") || tags.has("Date") || tags.has("Season");
  return !isMonth || (!beforeMonth.test(previous.lower) && !/^\d/.test(next?.text ?? ""));
}
