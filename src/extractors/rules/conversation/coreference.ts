/**
 * Coreference: names for subjects, and pronouns resolved to the person or thing mentioned last. It
 * is conservative: an ambiguous pronoun is not resolved, and no fact is drafted from it. The
 * passage is kept verbatim anyway.
 */
import type { Passage } from "../../../text/passage.js";
import {
  animalOf,
  genderOf,
  pluralRelationOf,
  relationCardinality,
  relationOf,
} from "../facts/vocabulary/relations.js";
import type { Word } from "../grammar/grammar.js";
import { withoutTimeLead } from "../grammar/opening-words.js";
import { ofOneSpelling } from "../grammar/spelling.js";
import type { Conversation, Referent } from "./conversation.js";
import {
  isPlural,
  ofIdentifier,
  ofName,
  ofNumbered,
  ofThing,
  person,
  text,
  thing,
  withoutDeterminer,
} from "./plain-referents.js";
import { isNote, nameOfSpeaker } from "./speakers.js";

/** Resolves the words of a subject. `null` if no record could be about what they name. */
export function referentOf(
  words: readonly Word[],
  passage: Passage,
  conversation: Conversation,
): Referent | null {
  const spoken = withoutPlaceTail(
    withoutTimeLead(words.filter(({ text, lower }) => text !== "" || lower !== "")),
  );
  const first = spoken[0]?.lower ?? "";
  if (spoken.length === 1) {
    if (first === "i" || first === "we") return person(nameOfSpeaker(passage), "speaker");
    if (first === "you") return passage.role === "assistant" ? person(conversation.user, "speaker") : null;
    if (/^(?:he|she|they|it)$/.test(first)) return conversation.resolve(first);
    if (first === "mine" || first === "ours") return ofMine(passage, conversation);
  }
  if (spoken.length === 0 || spoken.length > 8) return null;
  if (isUserOfNote(spoken, passage))
    return { ...person(userOf(passage, conversation), "person"), animate: true };
  return (
    ofPossessive(spoken, passage, conversation) ??
    ofName(withoutOrigin(spoken)) ??
    ofNumbered(spoken) ??
    ofIdentifier(spoken) ??
    ofThing(spoken)
  );
}

/** "My locker number is 212." – "Mine is 87.": the same thing of another owner. */
function ofMine(passage: Passage, conversation: Conversation): Referent | null {
  const written = conversation.possessedNoun;
  const owner = nameOfSpeaker(passage);
  if (written === null) return null;
  return thing(`${possessive(owner)} ${written}`, { owner, noun: written.toLowerCase(), written });
}

/** Whom a note calls "the user". */
function userOf(passage: Passage, conversation: Conversation): string {
  return passage.role === "assistant" ? conversation.user : nameOfSpeaker(passage);
}

/** "User lives in Lima", "The user …": such a note is about the user of the store. */
function isUserOfNote(words: readonly Word[], passage: Passage): boolean {
  if (!isNote(passage)) return false;
  const noun = words[0]!.lower === "the" ? words.slice(1) : words;
  return noun.length === 1 && /^user(?:['’]s)?$/.test(noun[0]!.lower) && /^(?:The|User)/.test(words[0]!.text);
}

/** "Hannah from accounts" is Hannah. */
function withoutOrigin(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ lower }) => lower === "from");
  return at > 0 && at < words.length - 1 ? words.slice(0, at) : words;
}

/** "The rent here" and "the shops around there" are the rent and the shops. */
function withoutPlaceTail(words: readonly Word[]): readonly Word[] {
  if (words.length < 3 || !/^(?:here|there)$/.test(words.at(-1)!.lower)) return words;
  const to = /^(?:around|over|down|up|out|round)$/.test(words.at(-2)!.lower) ? -2 : -1;
  return words.slice(0, to);
}

/** A subject with an owner: "my", "Ana's", "her", "my best friend's". */
function ofPossessive(words: readonly Word[], passage: Passage, conversation: Conversation): Referent | null {
  const owned = ownerOf(words, passage, conversation);
  if (owned === null) return ofOfPhrase(words, passage, conversation);
  const { owner, rest } = owned;
  if (rest.length === 0) return null;
  return possessedBy(owner, rest);
}

/**
 * Splits a noun phrase into its owner and the rest: "Ana's sister" into "Ana" and "sister". `null`
 * without an owner.
 */
export function ownerOf(
  words: readonly Word[],
  passage: Passage,
  conversation: Conversation,
): { owner: string; rest: readonly Word[] } | null {
  const first = words[0]!.lower;
  const direct = ownerOfPronoun(first, passage, conversation);
  const split = words.findIndex(
    ({ text, tags }, index) =>
      /['’]s?$/.test(text) &&
      (tags.has("Possessive") || /['’]s$/.test(text)) &&
      // "It's" is "it is": the second half of a contraction has no text.
      (words[index + 1]?.text ?? "") !== "",
  );
  if (direct !== null && split <= 0) return { owner: direct, rest: words.slice(1) };
  if (split < 0) return null;
  const ownerWords = words.slice(0, split + 1).map((word) => word.text.replace(/['’]s?$/, ""));
  if (direct !== null)
    return { owner: `${possessive(direct)} ${ownerWords.slice(1).join(" ")}`, rest: words.slice(split + 1) };
  const name = ownerWords
    .join(" ")
    .replace(/^the (?!user$)/i, "")
    .replace(/^The /, "the ")
    .replace(/^User$/, isNote(passage) ? userOf(passage, conversation) : "User");
  return /^\p{Lu}|^the user$/u.test(name) || words[0]!.lower === "the"
    ? { owner: name, rest: words.slice(split + 1) }
    : null;
}

function ownerOfPronoun(word: string, passage: Passage, conversation: Conversation): string | null {
  if (word === "my" || word === "our") return nameOfSpeaker(passage);
  if (word === "your") return passage.role === "assistant" ? conversation.user : null;
  if (word === "his") return conversation.resolve("he")?.name ?? null;
  if (word === "her") return conversation.resolve("she")?.name ?? null;
  return null;
}

function possessedBy(owner: string, rest: readonly Word[]): Referent {
  const named = trailingName(rest);
  const nouns = named === null ? rest : rest.slice(0, rest.length - named.length);
  const lower = nouns.map((word) => word.lower);
  const isWork = named !== null && (isActor(nouns.at(-1)) || isWorker(nouns.at(-1)!, named[0]!));
  const relation = relationOf(lower) ?? (isWork ? lower.join(" ") : null);
  const many = pluralRelationOf(lower);
  const animal = animalOf(lower);
  const noun = nouns
    .map((word) => word.text)
    .join(" ")
    .replace(/['’]s$/, "");
  const name = named === null ? null : named.map((word) => word.text).join(" ");
  const isPerson = relation !== null || many !== null || animal !== null;
  const isFormer =
    relationCardinality(relation ?? "") === "one" && /^(?:old|former|previous)$/.test(lower[0]!);
  const property = ofOneSpelling(relation ?? animal ?? noun.toLowerCase());
  return {
    name: name ?? `${possessive(owner)} ${noun}`,
    kind: isPerson ? "person" : "thing",
    gender: relation === null ? null : genderOf(relation),
    animate: isPerson,
    plural: isPerson ? many !== null && relation === null : isPlural(rest),
    relation:
      isPerson && many === null
        ? {
            owner,
            property:
              animal !== null && relation === null ? "pet" : isFormer ? `former ${property}` : property,
            cardinality: relation === null || isFormer ? "many" : relationCardinality(relation),
            named: name,
          }
        : null,
    possessed: { owner, noun: noun.toLowerCase(), written: noun },
    definite: true,
  };
}

/**
 * Whether a noun names somebody by what they do, in any wording: "release manager", "piano tutor".
 */
function isActor(noun: Word | undefined): boolean {
  return noun?.tags.has("Actor") === true;
}

/** "Conductor Simone": a noun formed from what somebody does, before a first name. */
function isWorker({ lower, tags }: Word, name: Word): boolean {
  return /\p{Ll}{3}(?:[eo]r|ist|ian|ant|ee)$/u.test(lower) && tags.has("Noun") && name.tags.has("Person");
}

/** "sister Mia" → Mia. */
function trailingName(words: readonly Word[]): readonly Word[] | null {
  const at = words.findIndex(({ text }, index) => index > 0 && /^\p{Lu}\p{Ll}/u.test(text));
  if (at < 1 || !words.slice(at).every(({ text }) => /^\p{Lu}/u.test(text))) return null;
  const nouns = words.slice(0, at).map((word) => word.lower);
  const isSomebody = relationOf(nouns) !== null || animalOf(nouns) !== null || isActor(words[at - 1]);
  return isSomebody || isWorker(words[at - 1]!, words[at]!) ? words.slice(at) : null;
}

/**
 * "the capital of France", "the deadline for the report": the owner follows "of", or "for" if the
 * noun has a date.
 */
function ofOfPhrase(words: readonly Word[], passage: Passage, conversation: Conversation): Referent | null {
  const at = words.findIndex(
    ({ lower }, index) =>
      lower === "of" || (lower === "for" && index > 0 && datedNouns.has(words[index - 1]!.lower)),
  );
  if (words[0]!.lower !== "the") return null;
  if (at < 1) return ofDatedNoun(words);
  const ownerWords = words.slice(at + 1);
  const owned = ownerWords.length > 0 ? ownerOf(ownerWords, passage, conversation) : null;
  const owner =
    owned === null ? withoutDeterminer(ownerWords) : `${possessive(owned.owner)} ${text(owned.rest)}`;
  const noun = text(words.slice(1, at)).toLowerCase();
  if (
    owner === "" ||
    noun === "" ||
    /^(?:most|some|all|one|rest|lot|number|kind|sort|part|end|beginning|point|purpose|idea|goal|best|worst|time)$/.test(
      noun,
    )
  )
    return null;
  return thing(`${noun} of ${owner}`, { owner, noun, written: noun });
}

/** Nouns for things that have a date and belong to something. */
const datedNouns = new Set(
  "deadline launch release rollout kickoff kick-off demo review due-date meeting milestone go-live".split(
    " ",
  ),
);

/** "the Atlas deadline" is the deadline of Atlas. */
function ofDatedNoun(words: readonly Word[]): Referent | null {
  const noun = words.at(-1)!.lower;
  const ownerWords = words.slice(1, -1);
  if (!datedNouns.has(noun) || ownerWords.length === 0 || ownerWords.length > 3) return null;
  if (!ownerWords.every((word) => /^\p{Lu}/u.test(word.text) && !word.tags.has("Date"))) return null;
  const owner = text(ownerWords);
  return thing(`${noun} of ${owner}`, { owner, noun, written: noun });
}

/**
 * The subject of "Rent is 780 euros", as in notes and short messages: a noun without a determiner
 * belongs to the speaker, as "my rent" does. `null` for other subjects.
 */
export function bareNounOf(words: readonly Word[], passage: Passage): Referent | null {
  const isBare =
    words.length > 0 &&
    words.length <= 2 &&
    words.every(({ text: written, tags }) => tags.has("Noun") && plainNoun.test(written)) &&
    !words.some(({ tags }) => notBare.some((tag) => tags.has(tag)));
  return isBare ? possessedBy(nameOfSpeaker(passage), words) : null;
}

const plainNoun = /^(?!(?:mine|ours|yours|hers|theirs|there|here)$)\p{L}\p{Ll}+$/iu;
const notBare = [
  ...["Pronoun", "Determiner", "ProperNoun", "Person", "Place", "Organization", "Plural", "Gerund", "Actor"],
  ...["Date", "Month", "WeekDay", "Season", "Duration", "Holiday", "Possessive", "Unit", "Demonym"],
];

/** "Ana's", "James's", "the user's". */
export function possessive(name: string): string {
  return `${name}'s`;
}
