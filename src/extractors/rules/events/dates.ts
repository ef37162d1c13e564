/**
 * Finds dates in a sentence and resolves them against the time of the message. chrono-node finds
 * most; seasons, bare years and its false positives ("sat", "may", "for two years") are handled
 * here. All times are UTC, and a date without a time is its midnight.
 */
import {
  boundOf,
  dayMs,
  days,
  type FoundDate,
  foundDate,
  months,
  type Period,
  startOfDay,
  type Tense,
  utc,
  weekOf,
  years,
} from "./found-date.js";
import { guardedChrono } from "./guarded-chrono.js";
import { namedPeriods } from "./named-periods.js";
import { namesNoDate } from "./not-dates.js";
import { relativeDates, weeksOfDates } from "./relative-dates.js";
import { spokenDates } from "./spoken-dates.js";

export type { FoundDate, Tense } from "./found-date.js";

/** Finds the dates of a sentence. `saidAt` is ISO 8601 UTC. */
export type DateReader = (sentence: string, saidAt: string) => FoundDate[];

interface Components {
  isCertain(component: string): boolean;
  get(component: string): number | null;
  date(): Date;
}
interface Result {
  readonly index: number;
  readonly text: string;
  readonly start: Components;
  readonly end?: Components | null;
}
interface Parser {
  parse(text: string, reference: { instant: Date; timezone: number }): Result[];
}

/** A cheap test before the parsers: text without such a word has no date. */
const mayNameDate =
  /\d|(?:christmas|halloween|xmas|valentine\S*|\w+s back|days?|nights?|mornings?|ago|weeks?|months?|years?|noon)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|tomorrow|last|next|spring|summer|autumn|fall|winter|weekend|now|heute|gestern|morgen|vor|hoy|ayer|hace|pasad|okt|dez|mär|mai|jän|ene|abr|ago|mañana)/i;

/**
 * Loads chrono-node's parsers. The German or Spanish one is used where a text looks German or
 * Spanish.
 */
export async function loadDateReader(): Promise<DateReader> {
  const [english, german, spanish] = await Promise.all([
    import("chrono-node/en"),
    import("chrono-node/de"),
    import("chrono-node/es"),
  ]);
  const { Chrono, casual } = english;
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

/**
 * "Nov 1 – Nov 15, 2023": the year at the end is also the year of the start; "Dec 16 – Jan 15,
 * 2024" began in the year before.
 */
function yearOfEnd({ start, end }: Result): Components {
  if (!end?.isCertain("year") || start.isCertain("year") || !start.isCertain("month")) return start;
  const year = (end.get("year") ?? 0) - ((start.get("month") ?? 0) > (end.get("month") ?? 0) ? 1 : 0);
  return {
    isCertain: (component) => component === "year" || start.isCertain(component),
    get: (component) => (component === "year" ? year : start.get(component)),
    date: () => start.date(),
  };
}

interface Saying {
  readonly preposition: string;
  readonly said: Date;
  readonly tense: Tense;
}

/** "the past two weeks", "the next few days". */
const upToNow = /^(past|last|next)\s+(?:\S+|a couple of|couple of)\s+(?:days|weeks|months|years)$/i;
/** "two weeks later", "the day after": relative to another event. */
const fromElsewhere = /\b(?:later|after)$/i;

/**
 * The period of a date: a week for "last week", a month for "in May", a day for "on Friday", an
 * instant for "at 5 pm".
 */
function periodOf(result: Result, { preposition, said, tense }: Saying): Period | undefined {
  const { text, start, end } = result;
  if (tense === "past" && fromElsewhere.test(text)) return undefined;
  const direction = upToNow.exec(text)?.[1]?.toLowerCase();
  const raw = rawDay(start);
  const today = startOfDay(said);
  if (direction === "next") return { from: today, until: raw + dayMs };
  if (direction !== undefined) return { from: raw, until: today + dayMs };
  const from = momentOf(yearOfEnd(result), text, said, tense);
  if (start.isCertain("hour")) return { from, until: null };
  if (end) return { from, until: endOfRange(from, raw, end) };
  if (/^(?:the )?end of\b/i.test(text) && !/^(?:by|until|till|before)$/.test(preposition))
    return days(from - 6 * dayMs, 7);
  return unitOf(start, text, { from, said });
}

/** "Week" in English, German and Spanish. */
const week = /\b(?:weeks?|wochen?|semanas?)\b/i;

function unitOf(
  start: Components,
  text: string,
  { from, said }: { readonly from: number; readonly said: Date },
) {
  const namesWeekday = start.isCertain("weekday");
  if (week.test(text) && !namesWeekday) {
    if (/^the week (?:before|after)\b/i.test(text)) return days(from, 7);
    if (/\bweeks? (?:before|after|from)\b/i.test(text)) return days(from);
    // On a Sunday, "last week" may be the week that ends today or the one before it.
    const isSunday = /^last week$/i.test(text) && said.getUTCDay() === 0;
    return isSunday ? { from: weekOf(from).from, until: startOfDay(said) } : weekOf(from);
  }
  const namesMonth = start.isCertain("month");
  if (start.isCertain("day") || namesWeekday || !(namesMonth || start.isCertain("year"))) return days(from);
  const date = new Date(from);
  return namesMonth ? months(date.getUTCFullYear(), date.getUTCMonth()) : years(date.getUTCFullYear());
}

/**
 * The end of "June 5 to 8" and of "Monday to Wednesday": the start plus the length of the range, or
 * the first such day after the start.
 */
function endOfRange(from: number, rawStart: number, end: Components): number | null {
  if (end.isCertain("hour")) return null;
  if (!end.isCertain("month")) return from + Math.max(rawDay(end) - rawStart, 0) + dayMs;
  const isDay = end.isCertain("day");
  const inYear = (year: number) => {
    const month = (end.get("month") ?? 1) - 1;
    return isDay ? utc(year, month, end.get("day") ?? 1) + dayMs : utc(year, month + 1, 1);
  };
  const year = end.isCertain("year") ? (end.get("year") ?? 0) : new Date(from).getUTCFullYear();
  return inYear(year) > from ? inYear(year) : inYear(year + 1);
}

function rawDay(components: Components): number {
  const part = (name: string) => components.get(name) ?? 0;
  return utc(part("year"), part("month") - 1, part("day"));
}

/**
 * Completes a date: a month or a weekday without a year is the nearest one before or after the
 * message, by tense.
 */
function momentOf(start: Components, text: string, said: Date, tense: Tense): number {
  const part = (name: string) => start.get(name) ?? 0;
  const timed = start.isCertain("hour");
  const year = part("year");
  const dayNamed =
    (!start.isCertain("month") && !start.isCertain("year")) ||
    start.isCertain("day") ||
    start.isCertain("weekday");
  const month = start.isCertain("month") || dayNamed ? part("month") - 1 : 0;
  const day = dayNamed ? part("day") : 1;
  const at = (inYear: number) =>
    utc(inYear, month, day, timed ? part("hour") : 0, timed ? part("minute") : 0);
  const base = at(year);
  const explicit = /\b(?:last|next|this|ago|past|coming|letzte\w*|nächste\w*|pasad[oa]|próxim[oa])\b/i.test(
    text,
  );
  // "May 10, 12 and 15" has three days and no year 12.
  const yearNamed = start.isCertain("year") && !/\d,\s*\d{1,2}$/.test(text);
  if (explicit && tense === "past" && /\bthis\b/i.test(text) && base > said.getTime())
    return nearestWeek(base, said, tense);
  if (yearNamed || explicit) return base;
  if (start.isCertain("weekday") && !start.isCertain("month") && !start.isCertain("day"))
    return nearestWeek(base, said, tense);
  if (!start.isCertain("month")) return base;
  return nearestYear(at, dayNamed, said, tense);
}

/**
 * The latest such day that is not in the future, or the earliest that is not past. The current
 * month counts for both.
 */
function nearestYear(at: (year: number) => number, dayNamed: boolean, said: Date, tense: Tense): number {
  const now = said.getUTCFullYear();
  const candidates = [now - 1, now, now + 1].map((year) => at(year));
  if (tense === "past") return candidates.findLast((moment) => moment <= said.getTime()) ?? at(now - 1);
  if (tense === "open" && dayNamed) {
    const last = candidates.findLast((moment) => moment <= said.getTime());
    if (last !== undefined && said.getTime() - last < recentDays * dayMs) return last;
  }
  const today = dayNamed ? startOfDay(said) : utc(now, said.getUTCMonth(), 1, 0, 0);
  return candidates.find((moment) => moment >= today) ?? at(now + 1);
}

/**
 * With an open tense, a day of the year that was at most so many days ago is in the past.
 */
const recentDays = 60;

function nearestWeek(moment: number, said: Date, tense: Tense): number {
  const today = startOfDay(said);
  if (tense === "past") return moment > said.getTime() ? moment - 7 * dayMs : moment;
  return moment < today ? moment + 7 * dayMs : moment;
}
