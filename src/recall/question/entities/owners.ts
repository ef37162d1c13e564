/**
 * Owners: the people and things that a question asks about, as the store knows them. Their names
 * are looked up before the search: if nobody has mentioned a name, no search is needed; and "Mel"
 * is searched for as Melanie.
 */

import type { Criteria, Snapshot, StoredPassage } from "../../../stores/store.js";
import { withoutEnding } from "../../../text/inflections.js";
import { fold, indexWords, isCharacterPair } from "../../../text/words.js";
import { factsIn } from "../facts-in.js";
import type { AskedEntities } from "./asked-entities.js";
import { descriptionsOf } from "./descriptions.js";
import { relationOf } from "./people-words.js";
import { isMisspelt, isShortForm } from "./same-name.js";

/** Somebody or something that a question asks about. */
export interface Owner {
  /** The name in the question, folded, one word each. */
  readonly words: readonly string[];
  /** Other names for it in the store: a short form, the right spelling. */
  readonly aliases: ReadonlySet<string>;
  /**
   * Descriptions that records may use for it, folded, if somebody said who that is: "ana's
   * landlady".
   */
  readonly descriptions: ReadonlySet<string>;
  /** It is the user of this store, who said their name. */
  readonly isUser: boolean;
  /** It is a relative of an asked person, such as "Ana's sister", whose name is known. */
  readonly isRelative: boolean;
  /** The names in the store that are most likely meant, if none is spelt as in the question. */
  readonly likelyNames: readonly string[];
  /** The name as spelt in the question is a word in the store. */
  readonly isWritten: boolean;
}

/** The people and things that a question asks about, as the store knows them. */
export interface Owners {
  readonly askedAbout: AskedEntities;
  /** Those that the store knows. */
  readonly known: readonly Owner[];
  /** The relatives of these people that the question asks about, by name. */
  readonly relatives: readonly Owner[];
  /** The store has nothing about the people that it asks about. */
  readonly isUnknown: boolean;
  /** Names of the user of this store, folded. */
  readonly userNames: ReadonlySet<string>;
}

/** The parts that a search for names needs. */
export interface NameSearch {
  readonly store: Pick<Snapshot, "search" | "read">;
  readonly scope: Criteria;
  /** Name of the asker. */
  readonly speaker: string | undefined;
}

/** The entities that records use for a user without a name. */
export const userEntities: readonly string[] = ["the user", "user"];

/** Maximum number of names that are compared with the name in the question. */
const namesLimit = 200;
/**
 * Maximum number of different names of a question that are looked up. A lookup takes some 0.3 ms,
 * and a question of 32,000 characters may have thousands of names.
 */
const lookedUpLimit = 32;
/** Maximum number of statements of the user's name that are read. */
const userNamesLimit = 8;
/** Maximum number of statements of somebody's relatives that are read. */
const relativesLimit = 16;

/** Looks up the people that a question asks about; `undefined` if it turns out to name nobody. */
export async function ownersOf(asked: AskedEntities, search: NameSearch): Promise<Owners | undefined> {
  const maybe = asked.maybe?.slice(0, lookedUpLimit);
  const askedAbout = maybe === undefined ? asked : await withKnownNames(asked, maybe, search);
  if (askedAbout === undefined) return undefined;
  const { names, topics } = askedAbout;
  return ownersIn({ ...askedAbout, names: different(names), topics: different(topics) }, search);
}

/** The different names that are looked up, without those beyond the limit. */
function different(names: AskedEntities["names"]): AskedEntities["names"] {
  return [...new Map(names.map((words) => [words.join(" "), words])).values()].slice(0, lookedUpLimit);
}

/** Adds the texts of `maybe` that the store knows as names. */
async function withKnownNames(
  askedAbout: AskedEntities,
  maybe: readonly string[],
  search: NameSearch,
): Promise<AskedEntities | undefined> {
  const found = await Promise.all(maybe.map((text) => knownName(text, search)));
  const names = [
    ...askedAbout.names,
    ...found.flatMap((name) => (name === undefined ? [] : [name.split(/\s+/)])),
  ];
  if (names.length === 0 && !askedAbout.asker) return undefined;
  return { ...askedAbout, names, asker: askedAbout.asker && names.length === 0 };
}

/** Number of first letters by which names are looked up. */
const looked = 2;

/**
 * Returns the longest name with records that equals a text or, in a script without spaces, the
 * beginning of a text.
 */
async function knownName(text: string, { store, scope }: NameSearch): Promise<string | undefined> {
  const begins = [...text].slice(0, looked).join("");
  const [names] = await store.search([{ by: "names", beginning: begins, limit: namesLimit, scope }]);
  const fits = isCharacterPair(begins)
    ? (name: string) => text.startsWith(name)
    : (name: string) => text === name || text === `${name}s`;
  const fitting = names.filter((name) => [...name].length >= looked && fits(name));
  const [longest] = fitting.sort((one, other) => other.length - one.length);
  if (longest === undefined) return undefined;
  const [from, to] = ever;
  const one = { entities: [longest], limit: 1, scope };
  const [facts, events] = await store.search([
    { by: "facts", ...one },
    { by: "time", from, to, ...one },
  ]);
  return facts.length + events.length > 0 ? longest : undefined;
}

const ever = ["0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"] as const;

async function ownersIn(askedAbout: AskedEntities, search: NameSearch): Promise<Owners> {
  const userNames = await userNamesIn(search);
  const asked = await Promise.all(askedAbout.names.map((words) => ownerOf(words, userNames, search)));
  const topics = await Promise.all(askedAbout.topics.map((words) => ownerOf(words, userNames, search)));
  const known = await described(
    asked.filter((owner) => owner !== undefined),
    userNames,
    search,
  );
  const relatives = await relativesOf(askedAbout, known, search);
  const isMissing = (all: readonly unknown[]) => all.length > 0 && all.every((one) => one === undefined);
  return { askedAbout, known, relatives, isUnknown: isMissing(asked) || isMissing(topics), userNames };
}

/** Adds the descriptions that the user stated to owners. */
async function described(
  known: readonly Owner[],
  userNames: ReadonlySet<string>,
  search: NameSearch,
): Promise<readonly Owner[]> {
  if (known.every(({ isUser }) => isUser)) return known;
  const { speaker } = search;
  const asking = [...userEntities, ...userNames, ...(speaker === undefined ? [] : [fold(speaker)])];
  const descriptions = await descriptionsOf(asking, search);
  return known.map((owner) => {
    const own = descriptions.filter(({ name }) => agree(owner.words, name)).map(({ called }) => called);
    return own.length === 0 ? owner : { ...owner, descriptions: new Set(own) };
  });
}

/** Returns the relatives that the question asks about and whose names are in the store. */
async function relativesOf(
  { asker, relation }: AskedEntities,
  known: readonly Owner[],
  { store, scope, speaker }: NameSearch,
): Promise<readonly Owner[]> {
  const words = relation === undefined ? undefined : relationOf(relation);
  if (words === undefined) return [];
  const asking = speaker === undefined ? userEntities : [...userEntities, fold(speaker)];
  const entities = known.flatMap(({ words, aliases, isUser }) => [
    words.join(" "),
    ...aliases,
    ...(isUser ? userEntities : []),
  ]);
  const isProperty = (name: string) => words.has(name);
  const limit = relativesLimit;
  const of = asker ? asking : entities;
  const passages = await factsIn(store, { entities: of, limit, scope, isProperty });
  return relativesIn(passages, { words, isOwner: (entity) => of.includes(entity) });
}

/** The relatives of somebody whose names some passages state. */
function relativesIn(
  passages: readonly StoredPassage[],
  { words, isOwner }: { readonly words: ReadonlySet<string>; readonly isOwner: (entity: string) => boolean },
): readonly Owner[] {
  const names = passages.flatMap(({ records }) =>
    records
      .filter(({ entity, property }) => words.has(property ?? "") && isOwner(fold(entity ?? "")))
      .map(({ value }) => value ?? ""),
  );
  const people = names.filter((name) => /^\p{Lu}/u.test(name)).map((name) => fold(name).split(/\s+/));
  return people.map((name) => ({ ...named(name), isRelative: true }));
}

/**
 * The named relatives of the asker, who is known only by the passages that were found: the only
 * person who speaks in the store.
 */
export function relativesOfAsker(
  { relation }: AskedEntities,
  people: readonly Owner[],
  passages: readonly StoredPassage[],
): readonly Owner[] {
  const words = relation === undefined ? undefined : relationOf(relation);
  if (words === undefined) return [];
  const isOwner = (entity: string) => people.some((one) => agree(one.words, entity.split(/\s+/)));
  return relativesIn(passages, { words, isOwner });
}

/** An owner about whom only the name is known. */
function named(words: readonly string[], isUser = false): Owner {
  return {
    words,
    aliases: new Set(),
    descriptions: new Set(),
    isUser,
    isRelative: false,
    likelyNames: [],
    isWritten: true,
  };
}

/**
 * Returns the person that "I" refers to: the speaker that the caller named, else the user without a
 * name, else the only speaker. Empty if there are several named speakers and the caller did not say
 * who asks: facts about one person must not be returned for another.
 */
export function asker(
  { userNames }: Pick<Owners, "userNames">,
  passages: readonly StoredPassage[],
  speaker: string | undefined,
): readonly Owner[] {
  const spoken = passages.filter(({ role }) => role === "user");
  const people = new Set(
    spoken.flatMap((passage) => (passage.speaker === null ? [] : [fold(passage.speaker)])),
  );
  const isUnnamed = spoken.some((passage) => passage.speaker === null);
  if (speaker !== undefined) {
    const words = fold(speaker).split(/\s+/);
    const others = [...people].filter((name) => !agree(words, name.split(/\s+/)));
    return [named(words, userNames.size === 0 ? others.length === 0 : isOneOf(words, userNames))];
  }
  if (isUnnamed || people.size === 0)
    return [
      named(
        [...userNames].flatMap((name) => name.split(" ")),
        true,
      ),
    ];
  return people.size === 1 ? [...people].map((name) => named(name.split(/\s+/), true)) : [];
}

function isOneOf(words: readonly string[], names: ReadonlySet<string>): boolean {
  return [...names].some((name) => agree(words, name.split(/\s+/)) || isAlias(words[0] ?? "", name));
}

async function userNamesIn({ store, scope }: NameSearch): Promise<ReadonlySet<string>> {
  const isProperty = (name: string) => name === "name";
  const asked = { entities: userEntities, limit: userNamesLimit, scope, isProperty };
  const passages = await factsIn(store, asked);
  const names = passages.flatMap(({ records }) =>
    records
      .filter(({ entity, property }) => property === "name" && userEntities.includes(fold(entity ?? "")))
      .map(({ value }) => fold(value ?? "")),
  );
  return new Set(names.filter((name) => name !== ""));
}

async function ownerOf(
  words: readonly string[],
  userNames: ReadonlySet<string>,
  search: NameSearch,
): Promise<Owner | undefined> {
  const [first = ""] = words;
  const isUser = isOneOf(words, userNames);
  const { store, scope } = search;
  const [longer] = await store.search([{ by: "names", beginning: first, limit: namesLimit, scope }]);
  const aliases = longer.map(firstWord).filter((name) => isShortForm(first, name));
  const isNamed = longer.some((name) => agree(words, wordsOf(name)));
  const owner = { ...named(words, isUser), aliases: new Set(aliases) };
  if (isNamed) return owner;
  const written = await isWritten(words, search);
  const beginning = first.slice(0, 2);
  const [like] = await store.search([{ by: "names", beginning, limit: namesLimit, scope }]);
  const likelyNames = like.map(firstWord).filter((name) => isAlias(first, name));
  if (!written && !isUser && likelyNames.length === 0) return undefined;
  return { ...owner, aliases: new Set([...aliases, ...likelyNames]), likelyNames, isWritten: written };
}

/** Whether two names are equal, or one is the other with a further name. */
function agree(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length > 0 && short.every((word) => long.includes(word));
}

function isAlias(one: string, other: string): boolean {
  return isShortForm(one, other) || isMisspelt(one, other) || isInflected(one, other);
}

/**
 * Whether two names are grammatical cases of one name, in a script whose endings are known:
 * "Тимура" of Тимур.
 */
function isInflected(one: string, other: string): boolean {
  return !/[a-z]/.test(one) && one !== other && withoutEnding(one) === withoutEnding(other);
}

async function isWritten(words: readonly string[], { store, scope }: NameSearch): Promise<boolean> {
  const index = words.flatMap(indexWords);
  if (index.length === 0) return true;
  const [postings] = await store.search([{ by: "words", words: index, limit: 1, scope }]);
  return postings.every(({ passages, cut }) => cut || passages.length > 0);
}

function wordsOf(name: string): string[] {
  return name.replace(/['’]s?(?=\s|$)/g, "").split(/\s+/);
}

function firstWord(name: string): string {
  return wordsOf(name)[0] ?? "";
}
