/**
 * About: which passages are about whom a question asks about, because they say it of themselves, because they are named, or because they are spoken to or of in the
 * same conversation. Pure. What somebody else says of themself answers nothing about them.
 */
import { fold } from "../internal/words.js";
import type { StoredPassage } from "../stores/store.js";
import { asker, type Owner, type Owners } from "./owners.js";
import { relationOf } from "./relations.js";
import { isShortForm } from "./same-name.js";
import type { Whose } from "./whose.js";

/** Says of a passage whether it is about them. */
export type IsAbout = (passage: StoredPassage) => boolean;

const firstPerson = /\b(?:i|i['’](?:m|ve|ll|d)|my|me|mine|myself|we|our|us|ours)\b/i;
const secondPerson = /\b(?:you|your|yours|yourself|you['’](?:re|ve|ll|d))\b/i;
const thirdPerson = /\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i;

/** Passages away from one that says "you" whose speaker may be meant, and before one that says "she" whose names may be. */
const reach = 3;

/** Those whom a question asks about, as they appear among what was found. */
export function peopleAmong(
  owners: Owners,
  passages: readonly StoredPassage[],
  speaker: string | undefined,
): readonly Owner[] {
  const { whose, known, relatives, userNames } = owners;
  if (whose.asker) return [...asker(owners, passages, speaker), ...relatives];
  const isUser = ({ words }: Owner) => userNames.size === 0 && passages.some((one) => callsUser(one, words));
  return [...known.map((owner) => (isUser(owner) ? { ...owner, isUser: true } : owner)), ...relatives];
}

/** "The user's name is Ana", in somebody's notes. */
function callsUser({ text }: StoredPassage, names: readonly string[]): boolean {
  const [, called] =
    /\buser(?:['’]s (?:\w+ )?name is| is (?:called|named)) (\p{Lu}[\p{L}\p{M}-]*)/u.exec(text) ?? [];
  return called !== undefined && names.includes(fold(called));
}

/** What of a pool is about people. `passages` are all that was found, ascending by number. */
export function aboutOwners(
  whose: Whose,
  people: readonly Owner[],
  passages: readonly StoredPassage[],
): IsAbout {
  if (!whose.itself || (whose.names.length === 0 && !whose.asker)) return () => true;
  const relation = whose.relation === undefined ? undefined : relationOf(whose.relation);
  const beside = neighboursIn(passages);
  return (passage) =>
    people.some(
      (owner) =>
        isAbout(owner, passage, beside) &&
        (relation === undefined || owner.isRelative || maySpeakOf(relation, passage)),
    );
}

/** A passage so many steps away in the same source. */
type Beside = (passage: StoredPassage, step: number) => StoredPassage | undefined;

function neighboursIn(passages: readonly StoredPassage[]): Beside {
  const byNumber = new Map(passages.map((passage) => [passage.id, passage]));
  return ({ id, sourceId }, step) => {
    const other = byNumber.get(id + step);
    return other?.sourceId === sourceId ? other : undefined;
  };
}

function isAbout(owner: Owner, passage: StoredPassage, beside: Beside): boolean {
  if (speaks(owner, passage) || isNamedIn(owner, passage)) return true;
  const some = (steps: readonly number[], test: (owner: Owner, other: StoredPassage) => boolean) =>
    steps.some((step) => {
      const other = beside(passage, step);
      return other !== undefined && test(owner, other);
    });
  // What is not said by a person is said to one: to whom it answers.
  const isSpokenTo = passage.role !== "user" || secondPerson.test(passage.text);
  if (isSpokenTo && some(around, speaks)) return true;
  if (owner.isUser && passage.role !== "user") return !some(around, isAnotherPerson);
  return thirdPerson.test(passage.text) && some(earlier, isNamedIn);
}

const earlier = Array.from({ length: reach }, (_, step) => -1 - step);
const around = [...earlier, ...earlier.map((step) => -step)];

function speaks(owner: Owner, { speaker, role }: StoredPassage): boolean {
  if (speaker === null) return owner.isUser && role === "user";
  const words = fold(speaker).split(/\s+/);
  return owner.words.some((word) => words.includes(word)) || words.some((word) => owner.aliases.has(word));
}

function isAnotherPerson(owner: Owner, passage: StoredPassage): boolean {
  return passage.role === "user" && passage.speaker !== null && !speaks(owner, passage);
}

function isNamedIn(owner: Owner, { text, prompt, records }: StoredPassage): boolean {
  const entities = records.map(({ entity }) => entity ?? "").join(" ");
  const said = wordsOf(`${text} ${prompt ?? ""} ${entities}`);
  if (owner.isUser && said.has("user")) return true;
  if (owner.words.some((word) => said.has(word))) return true;
  const [first = ""] = owner.words;
  return [...said].some(
    (word) => owner.aliases.has(word) || (capitals(text).has(word) && isShortForm(first, word)),
  );
}

const nameWord = /[\p{L}\p{M}\p{N}-]+/gu;
const capitalWord = /\p{Lu}[\p{L}\p{M}\p{N}-]*/gu;

function wordsOf(text: string): Set<string> {
  return new Set(fold(text).match(nameWord) ?? []);
}

function capitals(text: string): Set<string> {
  return new Set((text.match(capitalWord) ?? []).map(fold));
}

/** Unless somebody speaks of themself alone, it may be of a person who belongs to them: "I live in Lisbon" says nothing of a sister. */
function maySpeakOf(relation: ReadonlySet<string>, { text, prompt }: StoredPassage): boolean {
  const said = wordsOf(`${text} ${prompt ?? ""}`);
  if ([...relation].some((word) => said.has(word))) return true;
  return !firstPerson.test(text) || thirdPerson.test(text) || /(?<=[\p{Ll},] )\p{Lu}\p{Ll}/u.test(text);
}
