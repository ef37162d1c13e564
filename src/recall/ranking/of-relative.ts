/**
 * Whether a passage is about the wrong person: not about the person that the question asks about,
 * but about a relative of that person, or about somebody else whom the passage names too. Pure;
 * English only.
 *
 *   My brother earns 4,000.                            about the brother
 *   He eats no aubergine. His sister is vegan.         about the sister, where "vegan" is asked for
 *   My partner eats meat and I'm a pescatarian.        about the speaker, where "pescatarian" is
 */
import type { StoredPassage } from "../../stores/store.js";
import { namesOf } from "../../text/mentions.js";
import { sentences } from "../../text/sentences.js";
import { fold, indexWords } from "../../text/words.js";
import { byPassage } from "../passages/by-passage.js";
import { relationOf } from "../question/entities/people-words.js";
import { type DirectQuestion, textWords } from "./direct.js";

/** A sentence without any of these does not begin with somebody's relative. */
const mayBegin = /(?:^|[.!?]\s+)(?:my|our|his|her|their)\s/iu;

/**
 * Whether a passage is about a relative, as "My brother earns …", although the question asks about
 * no relative and does not name one.
 */
export function isOfRelative(direct: DirectQuestion, passage: StoredPassage): boolean {
  const { text } = passage;
  if (direct.kind !== "fact" || direct.relation !== undefined || !mayBegin.test(text)) return false;
  const said = textWords(passage);
  if (direct.names.length > 0 && direct.names.every((name) => said.has(name))) return false;
  const asked = sentencesIn(passage).filter(({ words }) => words.some((word) => direct.words.has(word)));
  return (asked.length > 0 ? asked : [passage]).every((one) => beginsWithRelative(one.text, direct));
}

/** The sentences of a passage, with their index words. */
const sentencesIn = byPassage(({ text }) =>
  sentences(text).map((one) => ({ text: one, words: indexWords(one) })),
);

/**
 * Whether a text is only about relatives of its speaker: "Mum used to work for the council." Such a
 * text does not answer a question about the speaker, whatever its words.
 */
export function isOnlyAboutRelatives(text: string): boolean {
  if (!mayBegin.test(text) && !bareRelative.test(text)) return false;
  return sentences(text).every((one) => {
    const [, first = "", second = ""] = /^(?:(?:my|our) )?(\p{L}+)(?:['’]s)?(?: (\p{L}+))?/iu.exec(one) ?? [];
    const isRelation = [first, second].some((word) => relationOf(fold(word)) !== undefined);
    return isRelation && !speaker.test(one.replace(/^(?:my|our) /iu, ""));
  });
}

/** Whom a question asks about, and the words of what it asks. */
export interface AskedOf {
  /** The folded names of each person, one word each. */
  readonly people: readonly (readonly string[])[];
  /** Index words, without names. */
  readonly topic: ReadonlySet<string>;
  /** All folded names in the question. */
  readonly names: ReadonlySet<string>;
}

/**
 * Whether a text answers the question only for somebody whom it names first, and names the person
 * in the question after the answer: "Filip is getting married in June; Lena is invited", if the
 * question is when Lena gets married.
 */
export function saysOfAnotherFirst(text: string, asked: AskedOf): boolean {
  if (asked.people.length === 0 || asked.topic.size === 0) return false;
  const own = new Set(asked.people.flat());
  const places = sentences(text).flatMap((sentence) => {
    const found = placesIn(sentence, { own, ...asked });
    return found.topic === undefined ? [] : [found];
  });
  return (
    places.length > 0 &&
    places.every(({ other, topic = 0, person = 0, isBeside }) => other < topic && topic < person && !isBeside)
  );
}

/** Where the first words are in a sentence, from 1; absent if there are none. */
interface Places {
  readonly other: number;
  readonly topic: number | undefined;
  readonly person: number | undefined;
  /** The person is part of it: "was built by Kari", "married to Lena". */
  readonly isBeside: boolean;
}

function placesIn(
  sentence: string,
  { own, topic, names }: AskedOf & { readonly own: ReadonlySet<string> },
): Places {
  const words = fold(sentence).match(/[\p{L}\p{M}\p{N}-]+/gu) ?? [];
  const others = new Set(namesOf(sentence).flatMap((name) => fold(name).split(/\s+/)));
  const place = (test: (word: string) => boolean) => {
    const at = words.findIndex(test);
    return at === -1 ? undefined : at + 1;
  };
  const person = place((word) => own.has(word));
  return {
    other: place((word) => others.has(word) && !own.has(word) && !names.has(word)) ?? words.length,
    topic: place((word) => indexWords(word).some((one) => topic.has(one))),
    person,
    isBeside: person !== undefined && beside.test(words[person - 2] ?? ""),
  };
}

const beside = /^(?:by|to|for|with|and|from|than|of)$/u;

const bareRelative = /^(?:mum|mom|dad|gran|grandma|grandpa|granny)\b/iu;
const speaker = /\b(?:i|me|my|mine|we|us|our)\b/iu;

type DirectFact = Extract<DirectQuestion, { kind: "fact" }>;

function beginsWithRelative(sentence: string, { asked, words }: DirectFact): boolean {
  const [, first = "", second = "", after = ""] =
    /^(?:my|our|his|her|their) (\p{L}+)(?: (\p{L}+)(?: (\p{L}+))?)?/iu.exec(sentence) ?? [];
  const isRelation = [first, second].some((word) => relationOf(fold(word)) !== undefined);
  if (!isRelation || actsOnSpeaker.test(sentence)) return false;
  const own = ownClause.exec(sentence)?.[1] ?? "";
  if (indexWords(own).some((word) => words.has(word))) return false;
  return ![second, after].includes("and") && !asked.asks(fold(first));
}

/** "… and I'm a pescatarian": what follows is about the speaker. */
const ownClause = /(?:[,;]|\b(?:and|but|while|whereas))\s+(?:i|we)\b(.*)$/iu;

/** "My doctor says I should …", "My boss moved me to …": what a relative says or does about me. */
const actsOnSpeaker =
  /^(?:my|our) \p{L}+(?: \p{Lu}\p{L}+)? (?:has |have |had |just |now )*(?:\p{L}+(?:ed|s)|said|told|gave|put|let|made|got|took|sent|thinks?|thought) (?:that )?(?:i|me|us|we)\b/iu;
