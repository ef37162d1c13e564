/**
 * Owners: whom a question asks about, as this store knows them. It asks the store for names, before anything is searched: a name that nobody has mentioned needs no
 * search, and "Mel" is looked for as Melanie.
 */

import type { Criteria, Snapshot, StoredPassage } from "../../stores/store.js";
import { withoutEnding } from "../../text/inflections.js";
import { fold, indexWords, isCharacterPair } from "../../text/words.js";
import type { AskedEntities } from "./asked-entities.js";
import { descriptionsOf } from "./descriptions.js";
import { factsIn } from "./facts-in.js";
import { relationOf } from "./people-words.js";
import { isMisspelt, isShortForm } from "./same-name.js";

/** Somebody or something that a question asks about. */
export interface Owner {
  /** The name as the question has it, folded, word by word. */
  readonly words: readonly string[];
  /** What else it may be called here: a short form, the right spelling. */
  readonly aliases: ReadonlySet<string>;
  /** How records may call them instead, folded: "ana's landlady", where it was said who that is. */
  readonly descriptions: ReadonlySet<string>;
  /** It is the user of this store, who said what their name is. */
  readonly isUser: boolean;
  /** It is somebody of theirs, "Ana's sister", whose name is known. */
  readonly isRelative: boolean;
  /** Names of the store that are most likely meant, where it has none that is spelt so. */
  readonly likelyNames: readonly string[];
  /** The name as the question has it is a word somewhere in the store. */
  readonly isWritten: boolean;
}

export interface Owners {
  readonly askedAbout: AskedEntities;
  /** Those of them that this store knows. */
  readonly known: readonly Owner[];
  /** Those of theirs that it asks about, by name. */
  readonly relatives: readonly Owner[];
  /** Nobody has mentioned whom it asks about: nothing in the store is about them. */
  readonly isUnknown: boolean;
  /** Names of the user of this store, folded. */
  readonly userNames: ReadonlySet<string>;
}

/** Where names are looked for. */
export interface NameSearch {
  readonly store: Pick<Snapshot, "search" | "read">;
  readonly scope: Criteria;
  /** Name of the one who asks. */
  readonly speaker: string | undefined;
}

/** What records call the one user of a store whose name was not given. */
export const userEntities: readonly string[] = ["the user", "user"];

/** Names that are looked through for one that may be meant. */
const namesLimit = 200;
/** Statements of the user's name that are read. */
const userNamesLimit = 8;
/** Statements of who somebody's relatives are that are read. */
const relativesLimit = 16;

/** Looks up whom a question asks about; `undefined` where it turns out to name nobody. */
export async function ownersOf(asked: AskedEntities, search: NameSearch): Promise<Owners | undefined> {
  const askedAbout = asked.maybe === undefined ? asked : await withKnownNames(asked, asked.maybe, search);
  return askedAbout && ownersIn(askedAbout, search);
}

/** Of what may be a name, what the store knows as one. */
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

/** Letters of the beginning by which names are looked up. */
const looked = 2;

/** The longest name of somebody or something with records that a text is, or begins with where it has no spaces. */
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

/** Owners with how else they are described, where the user said that. */
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

/** Those who are the sister of somebody, where that is what is asked about and the store has their names. */
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
  const names = passages.flatMap(({ records }) =>
    records
      .filter(({ entity, property }) => words.has(property ?? "") && of.includes(fold(entity ?? "")))
      .map(({ value }) => value ?? ""),
  );
  const people = names.filter((name) => /^\p{Lu}/u.test(name)).map((name) => fold(name).split(/\s+/));
  return people.map((name) => ({ ...named(name), isRelative: true }));
}

/** An owner of whom nothing but the name is known. */
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
 * Whom "I" means: whom the caller named as speaker, else the user who speaks without a name, else the only one who speaks. Nobody, where several people with names
 * speak and the caller did not say which of them asks: one person's facts must not be given to another as their own.
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

/** Whether one name is the other with a further name, or the same. */
function agree(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length > 0 && short.every((word) => long.includes(word));
}

function isAlias(one: string, other: string): boolean {
  return isShortForm(one, other) || isMisspelt(one, other) || isInflected(one, other);
}

/** Whether two names are cases of one, in a script whose endings are known: "Тимура" of Тимур. */
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
