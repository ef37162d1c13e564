/**
 * New values: later statements on the same matter with another value of the kind that is asked for:
 * "Scanner: second quote came in at 21,900 euros" after "The scanner costs 23,500 euros". The
 * matter is the noun that the question is about. Pure; English only.
 */

import type { StoredPassage } from "../../../stores/store.js";
import { matchesIn } from "../../../text/patterns/matches.js";
import { fold, indexWords } from "../../../text/words.js";
import { byPassage } from "../../passages/by-passage.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import type { Question } from "../../question/interpret.js";
import { noRenewals, type Renews } from "./renews.js";

const number =
  "(?:\\d+(?:[.,:]\\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty)";
const hour =
  "(?:half past |quarter (?:past|to) )?(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)";
const month = "(?:january|february|march|april|may|june|july|august|september|october|november|december)";
const kinds = {
  money:
    /(?:[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|k\b|(?:euros?|dollars?|pounds?|francs?|crowns?|yen|cents?)(?!\p{L})))/giu,
  clock: new RegExp(
    `\\b\\d{1,2}[:.]\\d\\d\\b|\\b(?:at|from|until|till) (${hour})\\b(?! \\p{L}+s\\b)|\\b(${hour}) (?:to|till|until) ${hour}\\b`,
    "giu",
  ),
  date: new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}\\b|\\b${month} \\d{1,2}\\b`, "giu"),
  weekday: /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day/giu,
  number: new RegExp(`\\b${number}\\b`, "giu"),
} as const;
/** A number, in figures or as a word. */
export const valueWord = new RegExp(`\\b${number}\\b`, "iu");
/** A kind of value that a text can have. */
export type Kind = keyof typeof kinds;

/** Kinds of values by what the question asks for. "How many" asks for any number. */
export function kindsAsked({ text, asks }: Pick<Question, "text" | "asks">): readonly Kind[] {
  const time: readonly Kind[] = asks.has("time") ? ["clock", "date", "weekday"] : [];
  const many: readonly Kind[] = /\bhow many\b/iu.test(text) ? ["number"] : [];
  const price: readonly Kind[] =
    asks.has("count") || /\b(?:costs?|fee|rent|pay|budget)\b/iu.test(text) ? ["money"] : [];
  return [...time, ...many, ...price];
}

/** Returns the test for a later passage with another value of the kind that a question asks for. */
export function newValueTest(question: Pick<Question, "text" | "words" | "asks">): Renews {
  const asked = kindsAsked(question);
  const matter = asked.length === 0 ? undefined : matterOf(question.text);
  if (matter === undefined) return noRenewals;
  const alike = question.words.find(({ word }) => word === matter)?.alike ?? [];
  const isOnIt = (passage: StoredPassage) =>
    [matter, ...alike].some((word) => analysisOf(passage).ownWords.has(word));
  return (later) =>
    isOnIt(later) ? (one) => isOnIt(one) && asked.some((kind) => differ(kind, later, one)) : undefined;
}

/**
 * Whether both passages have values of a kind, and the later one has another value than the earlier
 * one.
 */
export function differ(kind: Kind, later: StoredPassage, one: StoredPassage): boolean {
  const before = valuesIn[kind](one);
  return before.size > 0 && [...valuesIn[kind](later)].some((value) => !before.has(value));
}

const measure = /(?<![\p{L}\p{N}])(\d+(?:[.,]\d+)*)\s?(\p{L}+|%)/giu;

/**
 * Whether both passages have a measure with the same unit, and the later one has another number.
 */
export function differInMeasure(later: StoredPassage, one: StoredPassage): boolean {
  const before = measuresOf(one);
  return [...measuresOf(later)].some(([unit, number]) => (before.get(unit) ?? number) !== number);
}

/** Whether a passage has a value of one of some kinds, or a measure. */
export function hasValue(kinds: readonly Kind[], passage: StoredPassage): boolean {
  return measuresOf(passage).size > 0 || kinds.some((kind) => valuesIn[kind](passage).size > 0);
}

/** The number of each unit in a passage, by the index word of the unit. */
const measuresOf = byPassage<ReadonlyMap<string, string>>(
  ({ text }) =>
    new Map(
      [...matchesIn(text, measure)].map(([, number = "", unit = ""]) => [
        indexWords(unit)[0] ?? unit,
        number,
      ]),
    ),
);

function valuesOf(kind: Kind) {
  return byPassage<ReadonlySet<string>>(
    ({ text }) =>
      new Set(
        [...matchesIn(text, kinds[kind])].map(([all, ...inner]) =>
          fold(inner.find(Boolean) ?? all).replace(/\s+/g, " "),
        ),
      ),
  );
}

const valuesIn = {
  money: valuesOf("money"),
  clock: valuesOf("clock"),
  date: valuesOf("date"),
  weekday: valuesOf("weekday"),
  number: valuesOf("number"),
} as const satisfies Record<Kind, unknown>;

const articles = "(?:the|a|an|my|our|his|her|their|this|your|\\p{L}+['’]s)";
const words = "((?:[\\p{L}\\d-]+\\s+){0,3}?[\\p{L}\\d-]+)";
const auxiliary = "(?:does|do|did|is|are|was|were|has|have|can|could|will|must|should)";
/** "the entry fee of the museum", "a jar of my honey" */
const ofMatter = new RegExp(`\\bof\\s+${articles}?\\s*${words}(?=\\s+${auxiliary}\\b|\\s*[?.!]|$)`, "iu");
/** "does the ultrasound scanner cost" */
const doMatter = new RegExp(
  `\\b(?:does|do|did|can|must|should|will)\\s+${articles}\\s+${words}(?=\\s+[\\p{L}]+\\s*[?.!]*$|\\s+(?:have|has|need|take|be)\\b)`,
  "iu",
);
/** "is the audit?", "is my rent now?" */
const isMatter = new RegExp(
  `\\b(?:is|are|was|were)\\s+${articles}\\s+${words}(?=\\s*[?.!]*$|\\s+(?:now|due|today|currently|scheduled|planned|held|open)\\b)`,
  "iu",
);
/** Words for the value that is asked for, not for the thing that has it. */
const ofKind = /^(?:price|cost|fee|rate|date|time|day|number|amount|total|deadline)s?$/iu;

/** The index word of the noun that a question is about; `undefined` if it is not clear. */
function matterOf(text: string): string | undefined {
  const phrase = (ofMatter.exec(text) ?? doMatter.exec(text) ?? isMatter.exec(text))?.[1];
  const head = phrase?.split(/\s+/).findLast((word) => !ofKind.test(word));
  return head === undefined ? undefined : indexWords(head)[0];
}
