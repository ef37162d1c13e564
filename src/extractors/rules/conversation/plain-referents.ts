/**
 * Referents of subjects without an owner: names, nouns with a number, and definite things.
 */

import type { Gender } from "../facts/vocabulary/relations.js";
import type { Word } from "../grammar/grammar.js";
import { isNoName, looksLikeName } from "../grammar/opening-words.js";
import type { Referent } from "./conversation.js";

/** Somebody with a name. */
export function person(name: string, kind: "speaker" | "person", gender: Gender = null): Referent {
  return { name, kind, gender, plural: false, relation: null, possessed: null, definite: true };
}

/** Something with a name. */
export function thing(name: string, possessed: Referent["possessed"]): Referent {
  return { name, kind: "thing", gender: null, plural: false, relation: null, possessed, definite: true };
}

const nameWord = /^\p{Lu}[\p{L}\p{N}.&'’-]*$/u;

/** "Hannah", "Acme Corp". `null` for words that are no name. */
export function ofName(words: readonly Word[]): Referent | null {
  if (!words.every(({ text: written }) => nameWord.test(written)) || words.length > 4) return null;
  if (isNoName(words)) return null;
  const name = text(words).replace(/['’]s$/, "");
  const tags = words[0]!.tags;
  if (
    /^(?:This|That|These|Those|There|Here|What|Which|Who|Everyone|Everything|Nothing|Something|Someone|Anyone|People|Today|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|All|Both|One|Some|Most|Many|Each|Another|He|She|It|They|We|You|I)$/i.test(
      name,
    )
  )
    return null;
  const isAcronym = /^\p{Lu}{2,5}$/u.test(name) && !tags.has("Verb") && !tags.has("Adjective");
  const known = isAcronym || ["ProperNoun", "Person", "Place", "Organization"].some((tag) => tags.has(tag));
  if (words.length === 1 && !known && !looksLikeName(words[0]!)) return null;
  const gender: Gender = tags.has("FemaleName") ? "she" : tags.has("MaleName") ? "he" : null;
  const isThing = isAcronym || ["Organization", "Place", "Acronym"].some((tag) => tags.has(tag));
  const named = person(name, "person", gender);
  if (isThing) return { ...named, kind: "thing" };
  const animate = tags.has("Person") || tags.has("FirstName") || tags.has("LastName");
  return { ...named, animate, guessed: words.length === 1 && !known };
}

/** "payments-db", "auth.py": something that programs know by this name. */
export function ofIdentifier(words: readonly Word[]): Referent | null {
  const isJoined = words.every(
    ({ start, tags }, index) =>
      index === 0 || (tags.has("Hyphenated") && start === words[index - 1]!.end + 1),
  );
  const name = words.map(({ text: written }) => written).join("-");
  const isOrdinary = words.some(({ tags }) => tags.has("Adjective") || tags.has("Verb") || tags.has("Value"));
  return isJoined && !isOrdinary && identifierName.test(name) ? thing(name, null) : null;
}

const identifierName = /^\p{Ll}[\p{Ll}\p{N}]*(?:[-_]\p{Ll}[\p{Ll}\p{N}]*|\.\p{Ll}{1,4})+$/u;

const identifier = /^#?\d{1,8}\p{L}?$/u;

/**
 * "Room 12", "Guest 1", "jar number 32": a noun with the number that distinguishes it from others
 * of its kind. The number is part of the name.
 */
export function ofNumbered(words: readonly Word[]): Referent | null {
  const nouns = withoutNumberWord(words.slice(0, -1));
  const isNumbered =
    words.length <= 5 &&
    identifier.test(words.at(-1)!.text) &&
    nouns.length > 0 &&
    /^(?:the$|\p{Lu})/u.test(words[0]!.text.replace(/^The$/, "the")) &&
    nouns.every(({ tags }) => tags.has("Noun") && !notNumbered.some((tag) => tags.has(tag)));
  if (!isNumbered) return null;
  const name = withoutDeterminer(words);
  const isSomebody = ["Actor", "Person"].some((tag) => nouns.at(-1)!.tags.has(tag));
  return isSomebody ? { ...person(name, "person"), animate: true } : thing(name, null);
}

/** "March 3" and "Summer 2024" are times, and "they 2" is nothing. */
const notNumbered = ["Date", "Month", "WeekDay", "Season", "Duration", "Pronoun", "Possessive", "Unit"];

function withoutNumberWord(words: readonly Word[]): readonly Word[] {
  const nouns = words[0]?.lower === "the" ? words.slice(1) : words;
  return nouns.length > 1 && /^(?:numbers?|no|nr|#)$/.test(nouns.at(-1)!.lower) ? nouns.slice(0, -1) : nouns;
}

/**
 * "the API quota", "the launch": a definite thing. "A dog" and "some people" name no definite
 * thing.
 */
export function ofThing(words: readonly Word[]): Referent | null {
  const first = words[0]!.lower;
  if (first !== "the" || words.length < 2 || words.length > 6) return null;
  if (
    words.some(
      ({ tags, lower }) =>
        tags.has("Pronoun") ||
        /^(?:and|that|who|which|to|only|same|first|best|other|most|more|last|next|rest|thing|one|way|problem|reason|question|point|idea|kids|children)$/.test(
          lower,
        ),
    )
  )
    return null;
  const name = withoutDeterminer(words).replace(/['’]s$/u, "");
  return { ...thing(name, null), plural: isPlural(words) };
}

/** "the colours", "pattern and colours". */
export function isPlural(words: readonly Word[]): boolean {
  return words.at(-1)?.tags.has("Plural") === true || words.some(({ lower }) => lower === "and");
}

/** Words as text, without "the" or "a" in front. */
export function withoutDeterminer(words: readonly Word[]): string {
  return text(words).replace(/^(?:the|a|an)\s+/i, "");
}

/** Words as text, without punctuation at the end. */
export function text(words: readonly Word[]): string {
  return words
    .map((word) => word.text)
    .filter((part) => part !== "")
    .join(" ")
    .replace(/[,;:.!?]+$/, "");
}
