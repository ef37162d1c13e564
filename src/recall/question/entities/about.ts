/**
 * About: which passages are about the people that a question asks about: passages that they said,
 * that name them, or that address or mention them in the same conversation. Pure. A statement of
 * another person about themself does not answer a question about them.
 */

import type { StoredPassage } from "../../../stores/store.js";
import { isNameWord, writesName } from "../../../text/name-words.js";
import { fold } from "../../../text/words.js";
import { byPassage } from "../../passages/by-passage.js";
import { analysisOf, letterGroups } from "../../passages/passage-analysis.js";
import type { AskedEntities } from "./asked-entities.js";
import { mentionsRelative } from "./foreign-relations.js";
import { asker, type Owner, type Owners, relativesOfAsker, userEntities } from "./owners.js";
import { isFamily, relationOf } from "./people-words.js";
import { isShortForm } from "./same-name.js";

/** Whether a passage is about the people that a question asks about. */
export type IsAbout = (passage: StoredPassage) => boolean;

const firstPerson = /\b(?:i|i['’](?:m|ve|ll|d)|my|me|mine|myself|we|our|us|ours)\b/i;
const firstPersonSingular = /\b(?:i|i['’](?:m|ve|ll|d)|my|me|mine|myself)\b/i;
const secondPerson = /\b(?:you|your|yours|yourself|you['’](?:re|ve|ll|d))\b/i;
const thirdPerson = /\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i;

/**
 * Maximum number of passages between one that says "you" and the speaker that it may mean, and
 * between one that says "she" and an earlier name.
 */
const reach = 3;

/** What is known in addition to the question and the passages. */
export interface Known {
  /** Name of the asker. */
  readonly speaker: string | undefined;
  /** Folded names of the person whose store it is, as derived from its chats (`keeper.ts`). */
  readonly keepers: ReadonlySet<string>;
}

/**
 * Returns the people that a question asks about, with the names that the found passages give them.
 */
export function peopleAmong(
  owners: Owners,
  passages: readonly StoredPassage[],
  { speaker, keepers }: Known,
): readonly Owner[] {
  const { askedAbout, known, relatives } = owners;
  const userNames = new Set([...owners.userNames, ...keepers]);
  if (askedAbout.asker) {
    const self = asker({ userNames }, passages, speaker);
    return [...self, ...(relatives.length > 0 ? relatives : relativesOfAsker(askedAbout, self, passages))];
  }
  const isKeeper = ({ words }: Owner) =>
    [...keepers].some((name) => words.every((word) => name.split(/\s+/).includes(word)));
  const isUser = (owner: Owner) =>
    isKeeper(owner) || (owners.userNames.size === 0 && passages.some((one) => callsUser(one, owner.words)));
  return [...known.map((owner) => (isUser(owner) ? { ...owner, isUser: true } : owner)), ...relatives];
}

const wordUser = { text: "user", groups: letterGroups("user") };

/**
 * Whether a note says that the user has one of these names: "The user's name is Ana", "User is Imran,
 * 34". "User is German" would need a question about somebody called German.
 */
function callsUser(passage: StoredPassage, names: readonly string[]): boolean {
  const name = calledUser(passage);
  return name !== null && names.includes(name);
}

/** The name that a note gives the user, folded. */
const calledUser = byPassage<string | null>((passage) => {
  if (!analysisOf(passage).says(wordUser)) return null;
  const [, called] =
    /\b[Uu]ser(?:['’]s (?:\w+ )?name is| is(?: called| named)?) (\p{Lu}[\p{L}\p{M}-]*)/u.exec(passage.text) ??
    [];
  return called === undefined ? null : fold(called);
});

/**
 * Returns a function that tests whether a passage is about these people. `passages` are all that
 * were found, in ascending order of numbers.
 */
export function aboutOwners(
  askedAbout: AskedEntities,
  people: readonly Owner[],
  passages: readonly StoredPassage[],
): IsAbout {
  if (!askedAbout.itself || (askedAbout.names.length === 0 && !askedAbout.asker)) return () => true;
  const relation = askedAbout.relation === undefined ? undefined : relationOf(askedAbout.relation);
  const context = { beside: neighboursIn(passages), isNamedBefore: namingsIn(passages) };
  return (passage) =>
    people.some(
      (owner) =>
        isAbout(owner, passage, context) &&
        (relation === undefined ||
          owner.isRelative ||
          (askedAbout.isAbroad ? mentions(relation, passage) : maySpeakOf(relation, passage))),
    );
}

/**
 * Whether a question asks about somebody's relative whom no passage mentions, by a word for the
 * relation or by name. What is known of others does not answer it.
 */
export function isUnknownRelative(
  { relation }: AskedEntities,
  people: readonly Owner[],
  passages: readonly StoredPassage[],
): boolean {
  if (relation === undefined || !isFamily(relation) || people.some(({ isRelative }) => isRelative))
    return false;
  const words = relationOf(relation) ?? new Set([relation]);
  return !passages.some((passage) => mentions(words, passage));
}

/** Returns the passage that is `step` passages away in the same source. */
type Beside = (passage: StoredPassage, step: number) => StoredPassage | undefined;

function neighboursIn(passages: readonly StoredPassage[]): Beside {
  const byNumber = new Map(passages.map((passage) => [passage.id, passage]));
  return ({ id, sourceId }, step) => {
    const other = byNumber.get(id + step);
    return other?.sourceId === sourceId ? other : undefined;
  };
}

/** Whether an earlier passage of the same source names an owner. */
type IsNamedBefore = (owner: Owner, passage: StoredPassage) => boolean;

function namingsIn(passages: readonly StoredPassage[]): IsNamedBefore {
  const first = new Map<Owner, ReadonlyMap<string, number>>();
  return (owner, { id, sourceId }) => {
    const numbers = first.get(owner) ?? firstNamings(owner, passages);
    first.set(owner, numbers);
    return (numbers.get(sourceId) ?? Number.POSITIVE_INFINITY) < id;
  };
}

/** The first passage of each source that names an owner. */
function firstNamings(owner: Owner, passages: readonly StoredPassage[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const passage of passages)
    if (!numbers.has(passage.sourceId) && isNamedIn(owner, passage))
      numbers.set(passage.sourceId, passage.id);
  return numbers;
}

interface Context {
  readonly beside: Beside;
  readonly isNamedBefore: IsNamedBefore;
}

function isAbout(owner: Owner, passage: StoredPassage, { beside, isNamedBefore }: Context): boolean {
  if (speaks(owner, passage) || isNamedIn(owner, passage)) return true;
  const some = (steps: readonly number[], test: (owner: Owner, other: StoredPassage) => boolean) =>
    steps.some((step) => {
      const other = beside(passage, step);
      return other !== undefined && test(owner, other);
    });
  // An assistant or a tool speaks to somebody: the person that it answers.
  const isSpokenTo = passage.role !== "user" || secondPerson.test(passage.text);
  if (isSpokenTo && some(around, speaks)) return true;
  if (owner.isUser && passage.role !== "user") return !some(around, isAnotherPerson);
  if (thirdPerson.test(passage.text)) return some(earlier, isNamedIn);
  return continues(passage, owner) && isNamedBefore(owner, passage);
}

/**
 * Whether a passage may continue a topic that was named before it, because it names nobody else:
 * "HiveLog is for beekeepers. The backend is Supabase."
 */
function continues({ text, records, speaker }: StoredPassage, owner: Owner): boolean {
  if (firstPersonSingular.test(text) || secondPerson.test(text)) return false;
  const self = speaker === null ? [...userEntities, "the assistant"] : [...userEntities, fold(speaker)];
  return records.every(({ entity }) => {
    const about = entity === null ? "" : fold(entity);
    return about === "" || self.includes(about) || owner.words.some((word) => containsWord(about, word));
  });
}

const earlier = Array.from({ length: reach }, (_, step) => -1 - step);
const around = [...earlier, ...earlier.map((step) => -step)];

/**
 * Caches for each speaker whether they are the owner: there are few speakers and hundreds of
 * passages.
 */
const speakers = new WeakMap<Owner, Map<string, boolean>>();

function speaks(owner: Owner, { speaker, role }: StoredPassage): boolean {
  if (speaker === null) return owner.isUser && role === "user";
  const known = speakers.get(owner) ?? new Map<string, boolean>();
  speakers.set(owner, known);
  const isMeant = known.get(speaker) ?? isCalled(owner, speaker);
  known.set(speaker, isMeant);
  return isMeant;
}

function isCalled(owner: Owner, speaker: string): boolean {
  const words = fold(speaker).split(/\s+/);
  return words.some((word) => owner.words.includes(word) || owner.aliases.has(word));
}

function isAnotherPerson(owner: Owner, passage: StoredPassage): boolean {
  return passage.role === "user" && passage.speaker !== null && !speaks(owner, passage);
}

function isNamedIn(owner: Owner, passage: StoredPassage): boolean {
  const { text, prompt, records } = passage;
  const [first = ""] = owner.words;
  const { folded } = analysisOf(passage);
  const isShortened = first.length > shortest && folded.includes(first.slice(0, shortest));
  if (isShortened && capitals(passage).some((word) => isShortForm(first, word))) return true;
  if (owner.descriptions.size > 0 && records.some(({ entity }) => owner.descriptions.has(fold(entity ?? ""))))
    return true;
  const about = entitiesIn(passage);
  const answered = prompt === null ? "" : fold(prompt);
  const called = owner.isUser ? ["user", ...owner.words] : owner.words;
  return [...called, ...owner.aliases].some(
    (word) =>
      (containsWord(folded, word) && isWrittenAs(text, word)) ||
      (containsWord(answered, word) && isWrittenAs(prompt ?? "", word)) ||
      containsWord(about, word),
  );
}

/** "I may go" does not name May. */
function isWrittenAs(text: string, word: string): boolean {
  return !isNameWord(word) || writesName(text, word);
}

/** Fewest letters of a short form. */
const shortest = 3;
const capitalWord = /\p{Lu}[\p{L}\p{M}\p{N}-]*/gu;
const partOfWord = /[\p{L}\p{M}\p{N}]/u;

/** The capitalised words of a passage, folded. */
const capitals = byPassage(({ text }) => (text.match(capitalWord) ?? []).map(fold));

/** The entities of a passage's records, folded. */
const entitiesIn = byPassage(({ records }) => fold(records.map(({ entity }) => entity ?? "").join(" ")));

/** Whether a folded text contains a word as a whole word. */
function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = " ", after = " "] = [text[at - 1], text[at + word.length]];
    if (!partOfWord.test(before) && !partOfWord.test(after)) return true;
  }
  return false;
}

/** "My sister's boyfriend": the relative of a relative. Its groups are the two nouns. */
const ofAnother = /(\p{L}+)'s (\p{L}+)/gu;

/**
 * Whether a passage mentions a relative. In a language that leaves out the subject, "Soy alérgica"
 * is about its speaker without a word for the first person. So the passage must contain a word for
 * the relative.
 */
function mentions(relation: ReadonlySet<string>, passage: StoredPassage): boolean {
  const said = saidAndFound(passage);
  if ([...relation].some((word) => containsWord(said, word))) return true;
  return mentionsRelative(`${passage.text} ${passage.prompt ?? ""}`, relation);
}

/** What a passage says and what was found in it, folded. */
const saidAndFound = byPassage(({ text, prompt, records }) => {
  const about = records.map(({ entity, property }) => `${entity ?? ""} ${property ?? ""}`).join(" ");
  return fold(`${text} ${prompt ?? ""} ${about}`);
});

/**
 * Whether a passage may be about a relative. "I live in Lisbon" is about the speaker alone and says
 * nothing about a sister.
 */
function maySpeakOf(relation: ReadonlySet<string>, passage: StoredPassage): boolean {
  const { own, others, isOfSpeaker } = peopleIn(passage);
  if ([...relation].some((word) => own.has(word))) return true;
  // "My sister's boyfriend works at …" names a sister, and is about her boyfriend.
  if ([...relation].some((word) => containsWord(others, word))) return false;
  return !isOfSpeaker;
}

/** The people that a passage speaks of. */
interface PeopleWords {
  /** Its words, without words for relatives that only identify another person. */
  readonly own: ReadonlySet<string>;
  /** The folded text if it speaks of a relative's relative; else empty. */
  readonly others: string;
  /** It says "I" or "we", and names nobody else. */
  readonly isOfSpeaker: boolean;
}

const peopleIn = byPassage<PeopleWords>(({ text, prompt }) => {
  const said = fold(`${text} ${prompt ?? ""}`).replaceAll("’", "'");
  const rest = said.replace(ofAnother, (pair, _, owned) => (relationOf(owned) === undefined ? pair : owned));
  const isOfOthers = thirdPerson.test(text) || /(?<=[\p{Ll},] )\p{Lu}\p{Ll}/u.test(text);
  return {
    own: new Set(rest.match(/[\p{L}\p{M}\p{N}-]+/gu)),
    others: rest.length < said.length ? said : "",
    isOfSpeaker: firstPerson.test(text) && !isOfOthers,
  };
});
