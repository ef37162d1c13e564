/**
 * Finds dates in a sentence and resolves them against the time of the message. chrono-node finds
 * most; seasons, bare years and its false positives ("sat", "may", "for two years") are handled
 * here. All times are UTC, and a date without a time is its midnight.
 */

import { periodOf, type Result } from "./chrono-period.js";
import { boundOf, type FoundDate, foundDate } from "./found-date.js";
import { guardedChrono } from "./guarded-chrono.js";
import { namedPeriods } from "./named-periods.js";
import { namesNoDate } from "./not-dates.js";
import { relativeDates, weeksOfDates } from "./relative-dates.js";
import { spokenDates } from "./spoken-dates.js";

export type { FoundDate, Tense } from "./found-date.js";

/** Finds the dates of a sentence. `saidAt` is ISO 8601 UTC. */
export type DateReader = (sentence: string, saidAt: string) => FoundDate[];

interface Parser {
  parse(text: string, reference: { instant: Date; timezone: number }): Result[];
}

/** A cheap test before the parsers: text without such a word has no date. */
const mayNameDate =
  /\d|(?:christmas|halloween|xmas|valentine\S*|\w+s back|days?|nights?|mornings?|ago|weeks?|months?|years?|noon)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|tomorrow|last|next|spring|summer|autumn|fall|winter|weekend|now|heute|gestern|morgen|vor|hoy|ayer|hace|pasad|okt|dez|mär|mai|jän|ene|abr|ago|mañana)/i;

/**
 * Loads chrono-node's parsers. If a text looks German or Spanish, the parser of that language is
 * used.
 */
export async function loadDateReader(): Promise<DateReader> {
  // One after the other: jest's module loader fails if concurrent imports share modules.
  const { Chrono, casual } = await import("chrono-node/en");
  const german = await import("chrono-node/de");
  const spanish = await import("chrono-node/es");
  const guarded = guardedChrono(casual, (parsers) => new Chrono({ parsers, refiners: casual.refiners }));
  const parserOf = (sentence: string): Parser => {
    if (looksGerman.test(sentence)) return german.casual as unknown as Parser;
    return (looksSpanish.test(sentence) ? spanish.casual : guarded) as unknown as Parser;
  };
  return (sentence, saidAt) =>
    mayNameDate.test(sentence) ? readDates(sentence, saidAt, parserOf(sentence)) : [];
}

const looksGerman =
  /\b(?:ich|und|nicht|wir|der|das|ist|habe|mein\w*|bin|seit|gestern|heute|vor|letzte\w*|nächste\w*)\b.*\b(?:ich|und|nicht|wir|der|die|das|ist|ein\w*|nach|in|im|am|zu|mit|seit|vor|bin|habe|umgezogen|war)\b/i;
const looksSpanish =
  /[¿¡ñ]|\b(?:yo|mi|el|la|los|las|que|está|estoy|soy|vivo|trabajo|ayer|hace|fui)\b.*\b(?:el|la|los|las|que|en|de|con|por|para|una?|mi|a|al|del|meses|días|años|semanas?)\b|\bme\b.*\b(?:el|la|los|las|en|de|con|por|para|una|del)\b/i;

function readDates(sentence: string, saidAt: string, parser: Parser): FoundDate[] {
  const said = new Date(saidAt);
  if (Number.isNaN(said.getTime())) return [];
  const named = namedPeriods(sentence, said);
  const found = [...named.months];
  const free = (reading: FoundDate) =>
    !found.some(({ start, end }) => reading.start < end && start < reading.end);
  for (const reading of spokenDates(sentence, said)) if (free(reading)) found.push(reading);
  const parsed = parser
    .parse(spelledOut(sentence), { instant: said, timezone: 0 })
    .flatMap((result) => ofResult(sentence, result, said));
  found.push(...parsed.filter(free));
  found.push(...named.others.filter(free));
  found.sort(byPlace);
  const all = [...found, ...relativeDates(sentence, said, found).filter(free)].sort(byPlace);
  return weeksOfDates(sentence, all).filter(({ at }) => Number.isFinite(Date.parse(at("open"))));
}

function byPlace(left: FoundDate, right: FoundDate): number {
  return left.start - right.start;
}

const monthName = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";
const dayOrMonth = `(?:\\d|${monthName})`;
const fromDays = new RegExp(
  `\\bfrom(?=\\s+\\d{1,2}(?:st|nd|rd|th)?\\s*(?:to|until|till|through|-|–)\\s*\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${monthName})`,
  "gi",
);
const between = new RegExp(
  `\\bbetween(?=\\s+${dayOrMonth})([^,.;:!?]{2,20}\\s)and(?=\\s+${dayOrMonth})`,
  "gi",
);

/**
 * Rewrites words that chrono does not know, keeping all offsets: "Tues", "Oct 2:", "early May",
 * "between 5 and 8 June".
 */
function spelledOut(sentence: string): string {
  return (
    sentence
      .replace(/\b(tue)s\b|\b(thu)rs?\b|\b(wed)s\b/gi, (word, ...names) =>
        (names.slice(0, 3).find((name) => name !== undefined) as string).padEnd(word.length),
      )
      .replace(/(?<=\d):(?=\s|\*|$)/g, " ")
      .replace(
        /\bin([\s-]+(?:early|mid|late)[\s-]+)(?=May\b)/g,
        (_, part: string) => `${" ".repeat(part.length - 1)}in `,
      )
      // After "from", chrono would parse the numbers as hours.
      .replace(fromDays, (word) => " ".repeat(word.length))
      .replace(between, (_, words: string) => `${" ".repeat(7)}${words}to `)
  );
}

/**
 * Words that chrono wrongly parses as dates: "I sat down", "the sun is out", "march on", and
 * durations.
 */
const falseFriends = /^(?:sat|sun|mon|wed|mar|may|march|[Nn]ow|second|in a second|a second|the second)$/;
/** "feels like just yesterday": not a date. */
const seeming = /\blike (?:it was |it were )?(?:just |only )?$/i;
const duration = /^(?:for|about|over|within|around|almost|nearly|another|every|each)\b/i;
const looseTime = /^(?:(?:in |at |the )*(?:morning|afternoon|evening|night|noon|midnight))$/i;

function ofResult(sentence: string, result: Result, said: Date): FoundDate[] {
  const { index, text, start } = result;
  if (
    falseFriends.test(text) ||
    (duration.test(text) && !/\b(?:ago|back|earlier)$/i.test(text)) ||
    looseTime.test(text)
  )
    return [];
  const hasDay = ["day", "weekday", "month", "year"].some((part) => start.isCertain(part));
  if (!hasDay && !/tonight|this/i.test(text)) return [];
  if (seeming.test(sentence.slice(0, index))) return [];
  if (namesNoDate(sentence, { start: index, end: index + text.length })) return [];
  const lead =
    /(?:\b(on|in|at|by|since|until|till|from|around|about|during|back in|of|seit|bis|am|im|desde|hasta|en|el)\s+)?(?:the\s+)?(?:(?:early|late|mid)[\s-]+)?$/i.exec(
      sentence.slice(0, index),
    )!;
  const preposition = (lead[1] ?? /^\w+/.exec(text)?.[0] ?? "").toLowerCase();
  const before = sentence.slice(0, index);
  if (/\b(?:every|each|(?:every|each) (?:other|second|third))\s*$/i.test(before)) return [];
  // "for 4 May" is a date, "for a week" is not.
  if (/\bfor\s*$/i.test(before) && !start.isCertain("day") && !start.isCertain("weekday")) return [];
  const place = { start: index - lead[0].length, end: index + text.length, bound: boundOf(preposition) };
  return [foundDate(place, (tense) => periodOf(result, { preposition, said, tense }))];
}
