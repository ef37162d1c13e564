/**
 * Finds the property of a tagged value: one that the tagger was trained on, or else the noun that
 * the passage uses.
 */
import type { Span } from "../../../text/sentences.js";
import type { TaggedFact } from "../../learnt/tagger.js";
import { type Sentence, sentenceAt } from "../sentence.js";

/** Below this certainty, the passage's own noun names the property. */
const leastPropertyCertainty = 0.25;
const surePropertyCertainty = 0.6;
const leastNounCertainty = 0.25;

/** The property of a fact; `null` where it has none. */
export function propertyOf(fact: TaggedFact, text: string, sentences: readonly Sentence[]): string | null {
  const { property, propertyCertainty, noun, start, end } = fact;
  const isDay = monthDay.test(text.slice(start, end).trim());
  if (isDay && isDeadline(fact, text)) return "deadline";
  const inside = isDay ? null : namedMeasure.exec(text.slice(start, end));
  if (inside !== null) return (inside[1] ?? inside[2])!.toLowerCase();
  const measured = measure.test(text.slice(start, end)) ? measuredNoun(fact, text, sentences) : null;
  if (measured !== null) return measured;
  if (property !== null && propertyCertainty >= surePropertyCertainty) return property;
  if (property !== null && propertyCertainty >= leastPropertyCertainty) return property;
  const named = text
    .slice(noun.start, noun.end)
    .toLowerCase()
    .replace(/^(?:an?|the|my|our|his|her|their|its)\s+/, "")
    .trim();
  const overlaps = noun.start < end && start < noun.end;
  const isNoun =
    noun.certainty >= leastNounCertainty &&
    /^\p{L}[\p{L}\p{N} '-]{2,40}$/u.test(named) &&
    endsInNoun(noun, text, sentences);
  return !overlaps && isNoun ? named : (property ?? fact.secondProperty);
}

/**
 * Whether a phrase ends with a noun that is not a name: "quiz score", but not "meant" and not
 * "Marisol".
 */
function endsInNoun(span: Span, text: string, sentences: readonly Sentence[]): boolean {
  const found = sentenceAt(span, text, sentences);
  const isFirst = found !== null && span.start <= found.at;
  if (!isFirst && /^\p{Lu}\p{Ll}/u.test(text.slice(span.start, span.end))) return false;
  const word = found?.sentence.words.findLast(({ end }) => found.at + end <= span.end);
  return word?.tags.has("Noun") === true && !word.tags.has("Pronoun");
}

/** A number with a unit. */
const measure = /\d\s?(?:%|percent\b|[mkµn]?s\b|[kmgt]i?b\b|[ck]?m\b|kg\b|°|\/)/i;

/**
 * A measure that includes its noun: "port 10000", "3 workers", "95 % pass rate". Units and periods
 * of time are no such noun.
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
 * the sentence ("the response time fell to 80 ms").
 */
function measuredNoun({ start, end }: Span, text: string, sentences: readonly Sentence[]): string | null {
  const found = sentenceAt({ start, end }, text, sentences);
  if (found === null) return null;
  const { sentence, at } = found;
  const words = sentence.words.filter((word) => word.text !== "");
  const isNoun = (index: number) => {
    const { tags, text: written } = words[index]!;
    return (
      tags.has("Noun") &&
      !["Pronoun", "Date", "Month", "WeekDay", "Value", "Unit", "Duration", "Person", "Money"].some((tag) =>
        tags.has(tag),
      ) &&
      /^\p{L}[\p{L}-]+$/u.test(written)
    );
  };
  const phrase = (from: number, to: number) =>
    words
      .slice(from, to)
      .map(({ lower }) => lower)
      .join(" ");
  const next = words.findIndex((word) => at + word.start >= end);
  if (next >= 0 && isNoun(next) && words[next - 1]?.after === "") return phrase(next, next + 1);
  for (let last = words.findLastIndex((word) => at + word.end <= start); last >= 0; last--) {
    if (/[,;.]/.test(words[last]!.after) || words[last]!.lower === "and") return null;
    if (!isNoun(last)) continue;
    let first = last;
    while (first > 0 && last - first < 2 && isNoun(first - 1) && words[first - 1]!.after === "") first--;
    return phrase(first, last + 1);
  }
  return null;
}
