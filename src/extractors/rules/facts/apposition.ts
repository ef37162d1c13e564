/**
 * Relations that a noun beside a name states: "my wife Anna", "Mrs Okafor, my landlady,", "our
 * notary, Wenke".
 */

import { isOrdinaryWord } from "../../../text/ordinary-words.js";
import type { SemanticDraft } from "../../extractor.js";
import type { Referent } from "../conversation/conversation.js";
import { possessive } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import type { Word } from "../grammar/grammar.js";
import type { Clause } from "../grammar/verb-group.js";
import type { Sentence } from "../sentence.js";
import { statedFreely } from "./statement.js";
import { animalOf, relationCardinality, relationOf } from "./vocabulary/relations.js";

/**
 * The relations in a sentence. "Could you book a table for my wife Anna?" states one although it is
 * a question; in "lives with his wife Eva" the subject is the owner.
 */
export function apposed(
  sentence: Sentence,
  subjects: ReadonlyMap<Clause, Referent>,
  drafts: readonly SemanticDraft[],
): SemanticDraft[] {
  const { text, words } = sentence;
  return words.flatMap((word, index) => {
    const owner = ownerAt(sentence, subjects, word);
    if (owner === null || /\b(?:not|no longer|isn't)\b/i.test(text.slice(0, word.start))) return [];
    const found = namedAfter(words, index) ?? namedBefore(words, index);
    if (found === null || drafts.some(({ value }) => value === found.name)) return [];
    const { relation, name } = found;
    return [
      statedFreely({
        entity: owner,
        property: relation,
        value: name,
        text: `${possessive(owner)} ${relation} is ${name}.`,
        cardinality: relationCardinality(relation),
      }),
    ];
  });
}

interface Apposed {
  readonly relation: string;
  readonly name: string;
}

/** "my wife Anna", "my sister-in-law Greta": `index` is the word of the owner, "my". */
function namedAfter(words: readonly Word[], index: number): Apposed | null {
  const nouns = (count: number) => words.slice(index + 1, index + 1 + count);
  const length = [3, 2, 1].find((count) => relationOf(nouns(count).map(({ lower }) => lower)) !== null);
  const next = length === undefined ? undefined : words[index + 1 + length];
  if (length === undefined || next === undefined || !/^\p{Lu}\p{Ll}/u.test(next.text)) return null;
  const between = words[index + length]!.after;
  if (/[.!?;:]/.test(between)) return null;
  const name = nameFrom(words, index + 1 + length);
  if (!next.tags.has("Person") && !isUnknownName(words, index + 1 + length, between)) return null;
  return { relation: relationOf(nouns(length).map(({ lower }) => lower))!, name };
}

/**
 * Whether a name that the lexicon does not have is that of the noun before it: "my cousin Anjali".
 * After a comma, another comma must follow it: "my teacher, Arne Solberg, thinks so".
 */
function isUnknownName(words: readonly Word[], at: number, between: string): boolean {
  const last = words.findIndex(
    ({ text, after }, index) => index >= at && (after !== "" || !/^\p{Lu}/u.test(text)),
  );
  const isClosed = last >= at && /^\p{Lu}/u.test(words[last]!.text) && words[last]!.after.includes(",");
  const isName = isNamePart(words[at]!) && !isOrdinaryWord(words[at]!.lower);
  return isName && (!between.includes(",") || isClosed);
}

/** "Mrs Okafor, my landlady,": between commas, dashes or brackets. */
function namedBefore(words: readonly Word[], index: number): Apposed | null {
  const last = words[index - 1];
  if (last === undefined || !/^\s*[,(–—]/.test(last.after + words[index]!.before)) return null;
  const length = [1, 2, 3].find((count) => endsApposition(words[index + count]));
  if (length === undefined) return null;
  const relation = relationBy(words.slice(index + 1, index + 1 + length));
  const name = nameUpTo(words, index - 1);
  return relation === null || name === null ? null : { relation, name };
}

/** Whether the word is the last one of an apposition: punctuation or nothing follows it. */
function endsApposition(word: Word | undefined): boolean {
  return word !== undefined && /^\s*[,.;:!?)–—]/.test(`${word.after.trim() || "x"}`);
}

/**
 * The relation that a noun phrase names: a known relation, or else its own words ("notary",
 * "favourite book").
 */
function relationBy(words: readonly Word[]): string | null {
  const lower = words.map((word) => word.lower);
  const known = relationOf(lower);
  if (known !== null) return known;
  if (animalOf(lower) !== null) return "pet";
  const last = words.at(-1);
  const isNoun = last?.tags.has("Noun") === true && !last.tags.has("Pronoun") && !last.tags.has("Plural");
  return isNoun && words.every(({ text }) => /^\p{Ll}[\p{Ll}-]+$/u.test(text)) ? lower.join(" ") : null;
}

/** The capitalised words up to `last`, if they are not the name of a place or a company. */
function nameUpTo(words: readonly Word[], last: number): string | null {
  let first = last + 1;
  while (first > 0 && last - first < 3 && isNamePart(words[first - 1]!)) {
    if (
      first <= last &&
      words[first - 1]!.after !== "" &&
      !/^(?:mr|mrs|ms|dr|prof)\.?$/i.test(words[first - 1]!.text)
    )
      break;
    first--;
  }
  const name = words.slice(first, last + 1);
  return isSurelyName(name, words[first - 1]) ? name.map(({ text }) => text).join(" ") : null;
}

/**
 * Rejects "Honestly, my bad." and "Thanks, Tom, my man.": a word at the start of the sentence, or
 * one that addresses somebody, must be a known name.
 */
function isSurelyName(name: readonly Word[], before: Word | undefined): boolean {
  if (name.length === 0) return false;
  const isKnown = name.some(({ tags }) =>
    ["Person", "FirstName", "LastName", "Honorific"].some((tag) => tags.has(tag)),
  );
  return before === undefined ? isKnown || name.length > 1 : before.after === "";
}

function isNamePart({ text, tags }: Word): boolean {
  const isOther = ["Place", "Organization", "Date", "Demonym", "Pronoun", "Verb", "Determiner"].some((tag) =>
    tags.has(tag),
  );
  return /^\p{Lu}\p{Ll}/u.test(text) && !isOther;
}

/**
 * The owner that "my" or "his" refers to: the speaker, or the subject if no other person is
 * named between.
 */
function ownerAt(
  { passage, clauses, words }: Sentence,
  subjects: ReadonlyMap<Clause, Referent>,
  { lower, start }: Word,
): string | null {
  if (lower === "my" || lower === "our") return nameOfSpeaker(passage);
  if (lower !== "his" && lower !== "her") return null;
  const clause = clauses.find(({ rest }) => rest.some((word) => word.start === start));
  const subject = clause === undefined ? undefined : subjects.get(clause);
  if (clause === undefined || clause.opaque || subject?.kind !== "person" || subject.plural) return null;
  const verbEnd = clause.rest[0]?.start ?? start;
  const others = words.some(
    (word) =>
      word.start >= verbEnd &&
      word.start < start &&
      (word.tags.has("Person") || word.tags.has("FirstName") || relationOf([word.lower]) !== null),
  );
  const fits = subject.gender === null || subject.gender === (lower === "his" ? "he" : "she");
  return others || !fits ? null : subject.name;
}

/** The capitalised words from `at` up to a possessive or a break. */
function nameFrom(words: readonly Word[], at: number): string {
  const parts: string[] = [];
  for (const { text, after, tags } of words.slice(at, at + 4)) {
    if (!/^\p{Lu}\p{Ll}/u.test(text) || (parts.length > 0 && tags.has("Date"))) break;
    parts.push(text.replace(/['’]s$/, ""));
    if (after !== "" || /['’]s$/.test(text)) break;
  }
  return parts.join(" ");
}
