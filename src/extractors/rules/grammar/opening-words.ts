/**
 * Words at the start of a sentence, where every word has a capital letter: unknown names, and words
 * of time before the subject.
 */
import { isOrdinaryWord } from "../../../text/ordinary-words.js";
import type { Word } from "./grammar.js";

/**
 * Nouns that are used without an article, so that at the start of a sentence they look like a name.
 */
const massNouns = new Set(
  "yoga pilates meditation pizza coffee tea wine beer water chocolate sugar caffeine alcohol music art math maths science history nature exercise sleep stress money love hope faith trust honesty kindness patience respect humor humour laughter freedom peace truth death life fear anger joy pain grief luck karma rain snow winter summer sunshine traffic fashion tennis football soccer golf chess cricket hockey karate judo poetry prose fiction jazz rock rap dance theatre cinema television software hardware code data python java docker linux bitcoin research advice feedback progress success failure practice teamwork therapy medicine cancer asthma diabetes depression".split(
    " ",
  ),
);

/**
 * Whether the first word of a sentence may be a name: it is not a known word, and does not have the
 * ending of an abstract noun.
 */
export function looksLikeName({ text: written, lower, tags }: Word): boolean {
  return (
    tags.has("Noun") &&
    [...tags].every((tag) => tag === "Noun" || tag === "Singular") &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(written) &&
    !isOrdinaryWord(lower) &&
    !massNouns.has(lower) &&
    !/(?:tion|sion|ness|ment|ity|ship|ance|ence|ism|phy|logy|hood|dom|ware|day|ture|age|work|ball)$/.test(
      lower,
    )
  );
}

const opens =
  /^(?:last|next|this|every|in|on|at|by|since|during|until|yesterday|today|tonight|tomorrow|early|late|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/;
const within =
  /^(?:last|next|this|the|of|early|late|mid|yesterday|today|tonight|tomorrow|week|weekend|month|year|night|morning|afternoon|evening|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d)$/;

/**
 * A subject's words without the words of time before them; unchanged if nothing else is left
 * ("May" may be a name). Pure.
 */
export function withoutTimeLead(words: readonly Word[]): readonly Word[] {
  if (words[0] === undefined || !opens.test(words[0].lower)) return words;
  const at = words.findIndex(({ lower }, index) => index > 0 && !within.test(lower));
  return at < 0 ? words : words.slice(at);
}

/**
 * Whether words cannot be a name: they include "I", or begin with a word of time or a preposition.
 * Pure.
 */
export function isNoName(words: readonly Word[]): boolean {
  return opens.test(words[0]?.lower ?? "") || words.some(({ lower }) => /^i(?:['’]\p{L}+)?$/u.test(lower));
}
