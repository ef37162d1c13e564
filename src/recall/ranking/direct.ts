/**
 * Direct questions: questions that name what they ask for, so that records alone decide what
 * answers them. Pure. "Where does Ana live?" asks for one property of one person; "Tell me about
 * Ana" asks for everything about her. A stored fact that is asked for by name needs no estimate
 * from the ranking.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { fold, indexWords } from "../../text/words.js";
import { byPassage } from "../passages/by-passage.js";
import { analysisOf } from "../passages/passage-analysis.js";
import { type AskedFact, askedFact, askedFactAbroad } from "../question/asked-properties.js";
import type { AskedEntities } from "../question/entities/asked-entities.js";
import { mentionsRelative } from "../question/entities/foreign-relations.js";
import { type Owner, userEntities } from "../question/entities/owners.js";
import { sameRelationAs } from "../question/entities/people-words.js";
import { languageOf } from "../question/language-words.js";

/** A question that names what it asks for. */
export type DirectQuestion =
  | {
      readonly kind: "fact";
      readonly asked: AskedFact;
      /** It asks for a value that is no longer true: only an ended fact states it. */
      readonly former: boolean;
      readonly names: readonly string[];
      /** The names of each person that it asks about. */
      readonly people: readonly (readonly string[])[];
      readonly words: ReadonlySet<string>;
      /** It is about the user of the store, under any name. */
      readonly isUser: boolean;
      /** Other names of the people that it names. */
      readonly aliases: ReadonlySet<string>;
      /** Descriptions that records may use for them: "ana's landlady". */
      readonly descriptions: ReadonlySet<string>;
      /** The relative of these people that the question asks about: "sister". */
      readonly relation: string | undefined;
      /** Names of these relatives. */
      readonly relatives: readonly (readonly string[])[];
    }
  | { readonly kind: "overview"; readonly names: readonly string[] };

/** The parts of a question that {@link directOf} uses. */
export interface DirectWording {
  readonly text: string;
  readonly names: readonly string[];
  readonly aboutUser: boolean;
  readonly askedAbout: AskedEntities | undefined;
  /** It asks for what was true before. */
  readonly former: boolean;
}

/** The words, apart from the name, of a question for everything about somebody. */
const overviewWords = new Set(
  indexWords(
    "everything anything something know known tell give show remember recall say information info facts details summary summarize overview profile describe list stored please bit lot person memory memories",
  ),
);

/** "What does Yuki own?": here "own" is a verb, and not the stop word of "my own". */
const ownsVerb = /(?<!\b(?:my|your|his|her|its|our|their|\p{L}+['’]s) )\bown\b/giu;

/** How a program asks about its user. */
const theUser = /\bthe user\b(?:['’]s)?/gi;

/** Returns what a question asks for by name; `undefined` if records alone cannot answer it. */
export function directOf({
  text,
  names,
  aboutUser,
  askedAbout,
  former,
}: DirectWording): DirectQuestion | undefined {
  const nameWords = new Set(names.flatMap(indexWords));
  // "My old number" asks for a former value; "old" must not match the property age.
  const plain = text.replace(ownsVerb, "owns");
  const bare = former ? plain.replace(/\b(?:old|ex-)(?=\s?\p{L})/giu, " ") : plain;
  const rest = indexWords(bare.replace(theUser, " ")).filter((word) => !nameWords.has(word));
  if (names.length > 0 && !aboutUserOnly(text) && rest.every((word) => overviewWords.has(word)))
    return { kind: "overview", names };
  const isAbroad = languageOf(text) !== undefined;
  if (names.length === 0 && !aboutUser && !(isAbroad && askedAbout?.asker)) return undefined;
  const relation = askedAbout?.relation;
  const asked = isAbroad
    ? askedFactAbroad(text)
    : askedFact(text, relation === undefined ? rest : withoutRelation(rest, relation));
  if (asked === undefined) return undefined;
  const isUser = names.length === 0 || askedAbout?.asker === true;
  const isOfOwner = relation !== undefined && asked.asks(relation);
  return {
    kind: "fact",
    asked: isOfOwner || namesOther.test(text) ? withoutOwnName(asked) : asked,
    former,
    names,
    people: askedAbout !== undefined && askedAbout.names.length > 0 ? askedAbout.names : [names],
    words: new Set(
      indexWords(relation === undefined ? text : `${text} ${sameRelationAs(relation).join(" ")}`),
    ),
    isUser,
    aliases: new Set(),
    descriptions: new Set(),
    // "Who is Ana's boss?" asks for a fact about Ana; "Where does her boss live?" does not.
    relation: isOfOwner ? undefined : relation,
    relatives: [],
  };
}

/** The words without "sister" in a question about "Ana's sister", if it has others. */
function withoutRelation(rest: readonly string[], relation: string): readonly string[] {
  const own = new Set(indexWords(relation));
  const others = rest.filter((word) => !own.has(word));
  return others.length > 0 ? others : rest;
}

/** "What is my physio's name?", "the name of our dentist". */
export const namesOther =
  /\b(?:my|our) (?:[\p{L}-]+ ){0,2}[\p{L}-]+['’]s? (?:first |last |full |middle )?name\b|\bnames? of (?:my|our|the) /iu;

/** "What is my wife's name?" does not ask for the name of the one who asks. */
function withoutOwnName(asked: AskedFact): AskedFact {
  return { ...asked, asks: (property) => property !== "name" && asked.asks(property) };
}

/** Adds the names that the store knows for the people of a direct question. */
export function withOwners(
  direct: DirectQuestion | undefined,
  owners: readonly Owner[],
): DirectQuestion | undefined {
  if (direct?.kind !== "fact" || owners.length === 0) return direct;
  const relatives = owners.filter(({ isRelative }) => isRelative).map(({ words }) => words);
  const named = owners.filter(({ isRelative, words }) => !isRelative && words.length > 0);
  const isAsker = direct.names.length === 0;
  return {
    ...direct,
    aliases: new Set(owners.flatMap(({ aliases }) => [...aliases])),
    descriptions: new Set(owners.flatMap(({ descriptions }) => [...descriptions])),
    isUser: owners.some(({ isUser }) => isUser),
    people: isAsker ? named.map(({ words }) => words) : direct.people,
    relatives,
  };
}

/**
 * "What did I say about Ana?" asks what was said; "What do we know about Ana?" asks for everything
 * about her.
 */
function aboutUserOnly(text: string): boolean {
  return /\b(?:i|my|we|our)\b/i.test(text.replace(/\bdo (?:i|we) (?:know|have)\b/i, " "));
}

/** Returns the entities that records may use for the people of a direct question. */
export function entitiesOf(direct: DirectQuestion): string[] {
  const together = direct.names.join(" ");
  if (direct.kind === "overview") return unique([...direct.names, together]);
  const user = direct.isUser ? userEntities : [];
  const own = unique([...direct.names, together, ...direct.aliases, ...user]);
  const { relation } = direct;
  return relation === undefined
    ? [...own, ...direct.descriptions]
    : own.flatMap((name) =>
        sameRelationAs(relation).flatMap((word) => [`${name}'s ${word}`, `${name}’s ${word}`]),
      );
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== "");
}

/** Whether a passage states the fact that is asked for. */
export function states(direct: DirectQuestion, { records, superseded }: StoredPassage): boolean {
  if (direct.kind !== "fact") return false;
  for (const record of records) {
    if (record.certainty !== undefined || !isAsked(record, direct)) continue;
    if (!direct.former || superseded.some(({ id }) => id === record.id)) return true;
  }
  return false;
}

/**
 * Whether a passage may state the fact that is asked for: the extractor was unsure, or the passage
 * uses a word of such facts.
 */
export function mayState(direct: DirectQuestion, passage: StoredPassage): boolean {
  return (
    direct.kind === "fact" &&
    (passage.records.some((record) => isAsked(record, direct)) || wordsIt(direct, passage))
  );
}

/**
 * Whether the extractor found the fact that is asked for, as it is now, but was not sure of it.
 */
export function statesUnsurely(direct: DirectQuestion, { records, superseded }: StoredPassage): boolean {
  if (direct.kind !== "fact" || direct.former) return false;
  return records.some((record) => isAsked(record, direct) && !superseded.some(({ id }) => id === record.id));
}

/** Whether a passage uses a word of such facts. */
export function wordsIt(direct: DirectQuestion, passage: StoredPassage): boolean {
  if (direct.kind !== "fact") return false;
  const { ownWords } = analysisOf(passage);
  for (const word of direct.asked.words) if (ownWords.has(word)) return true;
  return false;
}

/**
 * Whether a passage states a fact of the kind that is asked for, but only about somebody that the
 * question does not ask about. "My dentist appointment is at ten" is a fact about the asker, but
 * also answers a question that names the dentist.
 */
export function statesOfAnother(direct: DirectQuestion, passage: StoredPassage): boolean {
  if (direct.kind !== "fact") return false;
  const isOfAnother = passage.records.some(
    ({ type, entity, property, certainty }) =>
      type === "semantic" &&
      entity !== null &&
      property !== null &&
      certainty === undefined &&
      direct.asked.asks(property),
  );
  if (!isOfAnother || passage.records.some((record) => isAsked(record, direct))) return false;
  return direct.relation === undefined || !mentions(passage, direct.relation);
}

function mentions(passage: StoredPassage, relation: string): boolean {
  const words = sameRelationAs(relation);
  const said = textWords(passage);
  return words.some((word) => said.has(word)) || mentionsRelative(passage.text, new Set(words));
}

/** The words of a passage's text, as {@link wordsOf} returns them. */
export const textWords = byPassage<ReadonlySet<string>>(({ text }) => wordsOf(text));

type DirectFact = Extract<DirectQuestion, { kind: "fact" }>;

function isAsked({ type, entity, property }: MemoryRecord, direct: DirectFact): boolean {
  if (type !== "semantic" || entity === null || property === null || !direct.asked.asks(property))
    return false;
  const about = fold(entity).replaceAll("’", "'");
  if (direct.relation === undefined && direct.descriptions.has(about)) return true;
  const [owner = "", ...owned] = about.split(/'s? /);
  // "Ana's sister" is not Ana: it is asked for only if the question says "sister".
  if (owned.length > 0)
    return isOwner(owner, direct) && indexWords(owned.join(" ")).every((word) => direct.words.has(word));
  if (direct.relation === undefined) return isOwner(about, direct);
  return direct.relatives.some((names) => containsAll(about.split(/\s+/), names));
}

/** Whether all names are among the words; false without names. */
function containsAll(words: readonly string[], names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => words.includes(name));
}

function isOwner(entity: string, { people, aliases, isUser }: DirectFact): boolean {
  if (userEntities.includes(entity)) return isUser;
  const own = entity.split(/\s+/);
  if (own.some((word) => aliases.has(word))) return true;
  return people.some((names) => containsAll(own, names));
}

/**
 * Whether a passage is about the person that an overview is asked for, names this person, or was
 * said by this person.
 */
export function concerns(
  { names }: DirectQuestion,
  { text, speaker, prompt, records }: StoredPassage,
): boolean {
  const said = wordsOf(`${speaker ?? ""} ${text} ${prompt ?? ""}`);
  const about = wordsOf(records.map(({ entity }) => entity ?? "").join(" "));
  return names.every((name) => said.has(name) || about.has(name));
}

/** The words of a text, folded, without a possessive ending. */
function wordsOf(text: string): Set<string> {
  return new Set(
    (fold(text).match(/[\p{L}\p{M}\p{N}-]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []).map((word) =>
      word.replace(/['’]s?$/, ""),
    ),
  );
}
