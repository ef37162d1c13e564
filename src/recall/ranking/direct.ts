/**
 * DirectQuestion: what a question asks for by name, so that the records alone say what answers it. Pure. "Where does Ana live?" asks for one property of
 * one person; "Tell me about Ana" for all that is known of her. The ranking estimates; a stored fact that is asked for by name needs no estimate.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { fold, indexWords } from "../../text/words.js";
import type { AskedEntities } from "../question/asked-entities.js";
import { type AskedFact, askedFact } from "../question/asked-properties.js";
import { type Owner, userEntities } from "../question/owners.js";
import { relationOf } from "../question/people-words.js";

/** A question that names what it asks for. */
export type DirectQuestion =
  | {
      readonly kind: "fact";
      readonly asked: AskedFact;
      /** It asks for a value that no longer holds: only a fact that has ended states it. */
      readonly former: boolean;
      readonly names: readonly string[];
      /** Names of each whom it asks about. */
      readonly people: readonly (readonly string[])[];
      readonly words: ReadonlySet<string>;
      /** It is about the user of the store, whatever they are called. */
      readonly isUser: boolean;
      /** What those it names may be called beside. */
      readonly aliases: ReadonlySet<string>;
      /** How records may call them instead: "ana's landlady". */
      readonly descriptions: ReadonlySet<string>;
      /** Of whom of theirs it asks: "sister". */
      readonly relation: string | undefined;
      /** Names of those. */
      readonly relatives: readonly (readonly string[])[];
    }
  | { readonly kind: "overview"; readonly names: readonly string[] };

export interface DirectWording {
  readonly text: string;
  readonly names: readonly string[];
  readonly aboutUser: boolean;
  readonly askedAbout: AskedEntities | undefined;
  /** It asks for what held before. */
  readonly former: boolean;
}

/** Words of a question for all that is known of somebody, beside the name. */
const overviewWords = new Set(
  indexWords(
    "everything anything something know known tell give show remember recall say information info facts details summary summarize overview profile describe list stored please bit lot person memory memories",
  ),
);

/** How a program asks about the one whom it serves. */
const theUser = /\bthe user\b(?:['’]s)?/gi;

/** What a question asks for by name; nothing where it asks for more than the records can settle. */
export function directOf({
  text,
  names,
  aboutUser,
  askedAbout,
  former,
}: DirectWording): DirectQuestion | undefined {
  const nameWords = new Set(names.flatMap(indexWords));
  // "My old number": how old somebody is asks for no former value.
  const bare = former ? text.replace(/\b(?:old|ex-)(?=\s?\p{L})/giu, " ") : text;
  const rest = indexWords(bare.replace(theUser, " ")).filter((word) => !nameWords.has(word));
  if (names.length > 0 && !aboutUserOnly(text) && rest.every((word) => overviewWords.has(word)))
    return { kind: "overview", names };
  if (names.length === 0 && !aboutUser) return undefined;
  const relation = askedAbout?.relation;
  const asked = askedFact(text, relation === undefined ? rest : withoutRelation(rest, relation));
  if (asked === undefined) return undefined;
  const isUser = names.length === 0 || askedAbout?.asker === true;
  const isOfOwner = relation !== undefined && asked.asks(relation);
  return {
    kind: "fact",
    asked,
    former,
    names,
    people: askedAbout !== undefined && askedAbout.names.length > 0 ? askedAbout.names : [names],
    words: new Set(indexWords(text)),
    isUser,
    aliases: new Set(),
    descriptions: new Set(),
    // "Who is Ana's boss?" asks for a fact about Ana; "Where does her boss live?" does not.
    relation: isOfOwner ? undefined : relation,
    relatives: [],
  };
}

/** What is asked of "Ana's sister", where more is asked than who that is. */
function withoutRelation(rest: readonly string[], relation: string): readonly string[] {
  const own = new Set(indexWords(relation));
  const others = rest.filter((word) => !own.has(word));
  return others.length > 0 ? others : rest;
}

/** A direct question about those whom the store knows under other names than the question has. */
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

/** "What did I say about Ana?" asks what was said, not for all about her, as "What do we know about Ana?" does. */
function aboutUserOnly(text: string): boolean {
  return /\b(?:i|my|we|our)\b/i.test(text.replace(/\bdo (?:i|we) (?:know|have)\b/i, " "));
}

/** Entities that a direct question may be about, as records may name them. */
export function entitiesOf(direct: DirectQuestion): string[] {
  const together = direct.names.join(" ");
  if (direct.kind === "overview") return unique([...direct.names, together]);
  const user = direct.isUser ? userEntities : [];
  const own = unique([...direct.names, together, ...direct.aliases, ...user]);
  const { relation } = direct;
  return relation === undefined
    ? [...own, ...direct.descriptions]
    : own.flatMap((name) => [`${name}'s ${relation}`, `${name}’s ${relation}`]);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== "");
}

/** Whether a passage states a fact that is asked for. */
export function states(direct: DirectQuestion, { records, superseded }: StoredPassage): boolean {
  if (direct.kind !== "fact") return false;
  const stated = records.filter((record) => record.certainty === undefined && isAsked(record, direct));
  if (!direct.former) return stated.length > 0;
  return stated.some(({ id }) => superseded.some((ended) => ended.id === id));
}

/** Whether a passage may state it: the extractor was not sure that it does, or it uses a word of such facts. */
export function mayState(direct: DirectQuestion, passage: StoredPassage): boolean {
  return (
    direct.kind === "fact" &&
    (passage.records.some((record) => isAsked(record, direct)) || wordsIt(direct, passage))
  );
}

/** Whether a passage uses a word in which such a fact is stated. */
export function wordsIt(direct: DirectQuestion, { text, prompt }: StoredPassage): boolean {
  return (
    direct.kind === "fact" &&
    indexWords(`${text} ${prompt ?? ""}`).some((word) => direct.asked.words.has(word))
  );
}

/** Whether a passage states what is asked for of somebody else, and of nobody who is asked about. */
export function statesOfAnother(direct: DirectQuestion, { records }: StoredPassage): boolean {
  if (direct.kind !== "fact" || records.some((record) => isAsked(record, direct))) return false;
  return records.some(
    ({ type, entity, property, certainty }) =>
      type === "semantic" &&
      entity !== null &&
      property !== null &&
      certainty === undefined &&
      direct.asked.asks(property),
  );
}

/** "My brother earns …" is of a brother, where nobody's brother was asked about, and none by his name. */
export function isOfRelative(direct: DirectQuestion, { text }: StoredPassage): boolean {
  if (direct.kind !== "fact" || direct.relation !== undefined) return false;
  if (direct.names.length > 0 && containsAll([...wordsOf(text)], direct.names)) return false;
  const [, first = "", second = "", after = ""] =
    /^(?:my|our) (\p{L}+)(?: (\p{L}+)(?: (\p{L}+))?)?/iu.exec(text) ?? [];
  const isRelation = [first, second].some((word) => relationOf(fold(word)) !== undefined);
  return isRelation && ![second, after].includes("and") && !direct.asked.asks(fold(first));
}

type DirectFact = Extract<DirectQuestion, { kind: "fact" }>;

function isAsked({ type, entity, property }: MemoryRecord, direct: DirectFact): boolean {
  if (type !== "semantic" || entity === null || property === null || !direct.asked.asks(property))
    return false;
  const about = fold(entity).replaceAll("’", "'");
  if (direct.relation === undefined && direct.descriptions.has(about)) return true;
  const [owner = "", ...owned] = about.split(/'s? /);
  // "Ana's sister" is asked for where the question says "sister", and is not Ana.
  if (owned.length > 0)
    return isOwner(owner, direct) && indexWords(owned.join(" ")).every((word) => direct.words.has(word));
  if (direct.relation === undefined) return isOwner(about, direct);
  return direct.relatives.some((names) => containsAll(about.split(/\s+/), names));
}

function containsAll(words: readonly string[], names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => words.includes(name));
}

function isOwner(entity: string, { people, aliases, isUser }: DirectFact): boolean {
  if (userEntities.includes(entity)) return isUser;
  const own = entity.split(/\s+/);
  if (own.some((word) => aliases.has(word))) return true;
  return people.some((names) => containsAll(own, names));
}

/** Whether a passage is about, by or naming whom an overview asks for. */
export function concerns(
  { names }: DirectQuestion,
  { text, speaker, prompt, records }: StoredPassage,
): boolean {
  const said = wordsOf(`${speaker ?? ""} ${text} ${prompt ?? ""}`);
  const about = wordsOf(records.map(({ entity }) => entity ?? "").join(" "));
  return names.every((name) => said.has(name) || about.has(name));
}

function wordsOf(text: string): Set<string> {
  return new Set(
    (fold(text).match(/[\p{L}\p{M}\p{N}-]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []).map((word) =>
      word.replace(/['’]s?$/, ""),
    ),
  );
}
