/**
 * Finds the property of a tagged value: one that the tagger was trained on, or else the noun that
 * the passage uses.
 */
import type { Span } from "../../../text/sentences.js";
import type { TaggedFact } from "../../learnt/tagger.js";
import { animalOf, relationOf } from "../facts/vocabulary/relations.js";
import type { Word } from "../grammar/grammar.js";
import { type PlacedSentence, sentenceAt } from "../sentence.js";
import { hasNumber, isBareNumber, isUnit } from "./values/measured-value.js";
import { measuredProperties, wordedProperties } from "./values/value-kinds.js";

/** Below this certainty, the passage's own noun names the property. */
const leastPropertyCertainty = 0.25;
const leastNounCertainty = 0.25;

/** The property of a fact; `null` if no property that the passage supports has such values. */
export function propertyOf(
  fact: TaggedFact,
  text: string,
  sentences: readonly PlacedSentence[],
): string | null {
  const { property, propertyCertainty, start, end } = fact;
  const apposed = apposedNoun(fact, text, sentences);
  if (apposed !== null) return apposed;
  const isDay = monthDay.test(text.slice(start, end).trim());
  if (isDay && isDeadline(fact, text)) return "deadline";
  const inside = isDay ? null : countedNoun(text.slice(start, end));
  if (inside !== null) return inside;
  const measured = measure.test(text.slice(start, end)) ? measuredNoun(fact, sentences) : null;
  if (measured !== null) return measured;
  const learnt = property !== null && mayHave(property, fact, text) ? property : null;
  if (learnt !== null && propertyCertainty >= leastPropertyCertainty) return learnt;
  return ownNoun(fact, text, sentences) ?? learnt;
}

const ownNounBefore = /(?<!\p{L})(?:my|our)\s(?<noun>\p{Ll}[\p{Ll}-]{2,20})\s$/iu;

/** "Our conductor Simone": the noun beside a name, unless it is a known relation. */
function apposedNoun(
  { start, end }: TaggedFact,
  text: string,
  sentences: readonly PlacedSentence[],
): string | null {
  if (!/^\p{Lu}\p{Ll}/u.test(text.slice(start, end))) return null;
  const lead = text.slice(Math.max(0, start - 40), start);
  const noun = ownNounBefore.exec(lead)?.groups?.noun;
  if (noun === undefined || relationOf([noun]) !== null || animalOf([noun]) !== null) return null;
  const span = { start: start - noun.length - 1, end: start - 1 };
  return endsInNoun(span, text, sentences) ? noun : null;
}

/** The noun in a measure: "port 10000", "21 gears". */
function countedNoun(value: string): string | null {
  const [, before, after] = namedMeasure.exec(value) ?? [];
  const noun = (before ?? after)?.toLowerCase();
  return noun === undefined || isUnit(noun.split(" ")[0]!) ? null : noun;
}

/**
 * The words of the passage that name the property best, if they are a noun beside the value. In
 * "a canoe for 300", the canoe is not a property.
 */
function ownNoun(fact: TaggedFact, text: string, sentences: readonly PlacedSentence[]): string | null {
  const { noun, start, end } = fact;
  const named = text
    .slice(noun.start, noun.end)
    .toLowerCase()
    .replace(/^(?:an?|the|my|our|his|her|their|its)\s+/, "")
    .trim();
  const overlaps = noun.start < end && start < noun.end;
  const isNoun =
    noun.certainty >= leastNounCertainty &&
    /^\p{L}[\p{L}\p{N} '-]{2,40}$/u.test(named) &&
    !isUnit(named) &&
    endsInNoun(noun, text, sentences);
  const isObject = /^\s+for\s/i.test(text.slice(noun.end, start));
  return !overlaps && isNoun && !isObject ? named : null;
}

/**
 * Whether the property can have such a value: a price has a number, and an employer is not a
 * number.
 */
export function mayHave(property: string, { start, end }: Span, text: string): boolean {
  const value = text.slice(start, end);
  if (wordedProperties.has(property) && isBareNumber(value)) return false;
  if (measuredProperties.has(property) && monthDay.test(value.trim())) return false;
  const before = /[\p{L}\p{N}]+\s+$/u.exec(text.slice(Math.max(0, start - 20), start))?.[0] ?? "";
  return !measuredProperties.has(property) || hasNumber(before + value);
}

/**
 * Whether a phrase ends with a noun that is not a name: "quiz score", but not "meant" and not
 * "Marisol".
 */
function endsInNoun(span: Span, text: string, sentences: readonly PlacedSentence[]): boolean {
  const found = sentenceAt(span, sentences);
  const isFirst = found !== null && span.start <= found.at;
  if (!isFirst && /^\p{Lu}\p{Ll}/u.test(text.slice(span.start, span.end))) return false;
  const word = found?.sentence.words.findLast(({ end }) => found.at + end <= span.end);
  return word?.tags.has("Noun") === true && !word.tags.has("Pronoun");
}

/** A number with a unit. */
const measure = /\d\s?(?:%|percent\b|[mkµn]?s\b|[kmgt]i?b\b|[ck]?m\b|kg\b|°|\/)/i;

/**
 * A measure that includes its noun: "port 10000", "3 workers", "95 % pass rate". Units and periods
 * of time do not count as such nouns.
 */
const namedMeasure =
  /^(?:(?!(?:under|over|about|around|version|from|to|in|on|at|by|sides?|step|day|week|page|chapter|room|flat|level|grade)\b)([a-z]{3,15}(?: [a-z]{3,15})?)\s+\d[\d.,]*|\d[\d.,]*\s?(?:%|ms|s|kb|mb|gb)?\s+(?!(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|times?|kilos?|grams?|metres?|meters?|miles?|pounds?|euros?|dollars?|percent|people|or|and|to|of|per)\b)([a-z]{3,15}(?: (?:rate|load|time|size|score))?))$/i;

const monthDay =
  /^(?:(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?(?:,?\s+\d{4})?$/i;

/** Whether a date directly follows "deadline", "due" or "by", or precedes "deadline". */
function isDeadline({ start, end }: Span, text: string): boolean {
  return (
    /\b(?:deadline(?:\s+\p{L}+){0,4}|due|by|until)\s+$/iu.test(text.slice(Math.max(0, start - 60), start)) ||
    /^\s+deadline\b/i.test(text.slice(end, end + 12))
  );
}

/**
 * The noun of a measure: the noun after it ("85 % coverage"), or else the nearest one before it in
 * the sentence ("the response time fell to 80 ms"). In "revenue of the shop" it is "revenue".
 */
function measuredNoun({ start, end }: Span, sentences: readonly PlacedSentence[]): string | null {
  const found = sentenceAt({ start, end }, sentences);
  if (found === null) return null;
  const { sentence, at } = found;
  const words = sentence.words.filter((word) => word.text !== "");
  const phrase = (from: number, to: number) =>
    words
      .slice(from, to)
      .map(({ lower }) => lower)
      .join(" ");
  const next = words.findIndex((word) => at + word.start >= end);
  if (next >= 0 && isMeasured(words[next]!) && words[next - 1]?.after === "") return phrase(next, next + 1);
  for (let last = words.findLastIndex((word) => at + word.end <= start); last >= 0; last--) {
    if (/[,;.]/.test(words[last]!.after) || words[last]!.lower === "and") return null;
    if (!isMeasured(words[last]!)) continue;
    const first = phraseStart(words, last);
    const of = words.slice(0, first).findLastIndex(({ tags }) => !tags.has("Determiner"));
    if (words[of]?.lower !== "of") return phrase(first, last + 1);
    last = of;
  }
  return null;
}

const unmeasured = [
  "Pronoun",
  "Date",
  "Month",
  "WeekDay",
  "Value",
  "Unit",
  "Duration",
  "Person",
  "Money",
  "Currency",
];

/** Whether a word may be what a measure measures. */
function isMeasured({ tags, text }: Word): boolean {
  return tags.has("Noun") && !unmeasured.some((tag) => tags.has(tag)) && /^\p{L}[\p{L}-]+$/u.test(text);
}

/** The first of at most three nouns that end at `last`. */
function phraseStart(words: readonly Word[], last: number): number {
  let first = last;
  while (first > 0 && last - first < 2 && isMeasured(words[first - 1]!) && words[first - 1]!.after === "")
    first--;
  return first;
}
