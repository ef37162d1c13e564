/**
 * Dates that a sentence names, read relative to when it was said. chrono-node finds most; seasons, bare years and its false friends
 * ("sat", "may", "for two years") are handled here. Everything is UTC, and a date without a time is its midnight.
 */
import { type DateReading, dayMs, iso, startOfDay, type Tense, utc } from "./date-reading.js";
import { guardedChrono } from "./guarded-chrono.js";
import { leaningDates, spokenDates } from "./spoken-dates.js";

export type { DateReading, Tense } from "./date-reading.js";

/** Reads the dates of a sentence; `saidAt` is ISO 8601 UTC. */
export type DateReader = (sentence: string, saidAt: string) => DateReading[];

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

/** Words without which no date can stand in a text; a cheap test before the parsers. */
const mayNameDate =
  /\d|(?:christmas|halloween|xmas|valentine\S*|\w+s back|days?|nights?|mornings?|ago|weeks?|months?|years?|noon)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|tomorrow|last|next|spring|summer|autumn|winter|weekend|now|heute|gestern|morgen|vor|hoy|ayer|hace|pasad|okt|dez|mär|mai|jän|ene|abr|ago|mañana)/i;

/** Loads chrono-node's English reader; German and Spanish join where a text looks German or Spanish. */
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

function readDates(sentence: string, saidAt: string, parser: Parser): DateReading[] {
  const said = new Date(saidAt);
  if (Number.isNaN(said.getTime())) return [];
  const found = namedMonths(sentence, said);
  const overlaps = (reading: DateReading) =>
    found.some(({ start, end }) => reading.start < end && start < reading.end);
  for (const reading of spokenDates(sentence, said)) if (!overlaps(reading)) found.push(reading);
  const months = [...found];
  const parsed = parser
    .parse(spelledOut(sentence), { instant: said, timezone: 0 })
    .flatMap((result) => ofResult(sentence, result, said));
  found.push(
    ...parsed.filter(({ start, end }) => !months.some((month) => start < month.end && month.start < end)),
  );
  const free = (reading: DateReading) =>
    !found.some(({ start, end }) => reading.start < end && start < reading.end);
  found.push(...seasons(sentence, said).filter(free));
  found.push(...years(sentence).filter(free));
  found.sort((left, right) => left.start - right.start);
  return [...found, ...leaningDates(sentence, said, found).filter(free)]
    .filter(({ at }) => Number.isFinite(Date.parse(at("past"))))
    .sort((left, right) => left.start - right.start);
}

/** The sentence with what chrono does not know in its own spelling, at the same offsets: "Tues", "Oct 2:". */
function spelledOut(sentence: string): string {
  return sentence
    .replace(/\b(tue)s\b|\b(thu)rs?\b|\b(wed)s\b/gi, (word, ...names) =>
      (names.slice(0, 3).find((name) => name !== undefined) as string).padEnd(word.length),
    )
    .replace(/(?<=\d):(?=\s|\*|$)/g, " ");
}

/** chrono takes these for dates where they are words: "I sat down", "the sun is out", "march on", and durations. */
const falseFriends = /^(?:sat|sun|mon|wed|mar|may|march|[Nn]ow|second|in a second|a second|the second)$/;
/** "feels like just yesterday": how it seems. */
const seeming = /\blike (?:it was |it were )?(?:just |only )?$/i;
const duration = /^(?:for|about|over|within|around|almost|nearly|another|every|each)\b/i;
const looseTime = /^(?:(?:in |at |the )*(?:morning|afternoon|evening|night|noon|midnight))$/i;

function ofResult(sentence: string, result: Result, said: Date): DateReading[] {
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
  const lead =
    /(?:\b(on|in|at|by|since|until|till|from|around|about|during|back in|of|seit|bis|am|im|desde|hasta|en|el)\s+)?(?:the\s+)?(?:(?:early|late|mid)[\s-]+)?$/i.exec(
      sentence.slice(0, index),
    )!;
  const preposition = (lead[1] ?? /^\w+/.exec(text)?.[0] ?? "").toLowerCase();
  const before = sentence.slice(0, index);
  if (/\b(?:every|each|(?:every|each) (?:other|second|third))\s*$/i.test(before)) return [];
  // "for 4 May" is a date, "for a week" none.
  if (/\bfor\s*$/i.test(before) && !start.isCertain("day") && !start.isCertain("weekday")) return [];
  return [
    {
      start: index - lead[0].length,
      end: index + text.length,
      bound: boundOf(preposition),
      at: (tense) => momentOf(yearOfEnd(result), text, said, tense),
    },
  ];
}

/** "Nov 1 – Nov 15, 2023": the year stands at the end, and is that of the start too; "Dec 16 – Jan 15, 2024" began the year before. */
function yearOfEnd({ start, end }: Result): Components {
  if (!end?.isCertain("year") || start.isCertain("year") || !start.isCertain("month")) return start;
  const year = (end.get("year") ?? 0) - ((start.get("month") ?? 0) > (end.get("month") ?? 0) ? 1 : 0);
  return {
    isCertain: (component) => component === "year" || start.isCertain(component),
    get: (component) => (component === "year" ? year : start.get(component)),
    date: () => start.date(),
  };
}

function boundOf(preposition: string): DateReading["bound"] {
  if (/^(?:since|from|seit|desde)$/.test(preposition)) return "since";
  return /^(?:until|till|bis|hasta)$/.test(preposition) ? "until" : null;
}

/** Fills what the words left open: a month or a weekday goes to its nearest one on the side that the tense says. */
function momentOf(start: Components, text: string, said: Date, tense: Tense): string {
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
  // "May 10, 12 and 15" names three days, and no year 12.
  const yearNamed = start.isCertain("year") && !/\d,\s*\d{1,2}$/.test(text);
  if (yearNamed || explicit) return iso(base);
  if (start.isCertain("weekday") && !start.isCertain("month") && !start.isCertain("day"))
    return iso(nearestWeek(base, said, tense));
  if (!start.isCertain("month")) return iso(base);
  return iso(nearestYear(at, dayNamed, said, tense));
}

/** The latest such day that is not in the future, or the earliest that is not past; a month that runs counts for both. */
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

/** A day of the year that is not longer ago than this is meant where nothing says that it lies ahead. */
const recentDays = 60;

function nearestWeek(moment: number, said: Date, tense: Tense): number {
  const today = startOfDay(said);
  if (tense === "past") return moment > said.getTime() ? moment - 7 * dayMs : moment;
  return moment < today ? moment + 7 * dayMs : moment;
}

const monthNames =
  "january february march april may june july august september october november december".split(" ");
const namedMonth = new RegExp(
  `\\b(?:(since|until|till|by|from)\\s+)?(last|next|this|past|coming)\\s+(${monthNames.join("|")})\\b(?!,?\\s+\\d)`,
  "gi",
);

/** "last May" is the latest that is over, "next May" the first that has not begun: chrono reads both as any May, or as no date at all. */
function namedMonths(sentence: string, said: Date): DateReading[] {
  return matchesOf(namedMonth, sentence).map((match) => {
    const which = match[2]!.toLowerCase();
    const month = monthNames.indexOf(match[3]!.toLowerCase());
    const year = said.getUTCFullYear();
    const isOver = month < said.getUTCMonth();
    const isAhead = month > said.getUTCMonth();
    const inYear = /last|past/.test(which)
      ? year - (isOver ? 0 : 1)
      : which === "this"
        ? year
        : year + (isAhead ? 0 : 1);
    return {
      start: match.index,
      end: match.index + match[0].length,
      bound: boundOf((match[1] ?? "").toLowerCase()),
      at: () => iso(utc(inYear, month, 1, 0, 0)),
    };
  });
}

/** Northern seasons by their first month, as most who say "last summer" mean. */
const seasonMonths: Readonly<Record<string, number>> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};
const season =
  /\b(?:(since|until|till)\s+)?(?:(?:in|during|over)\s+)?(?:the\s+)?(last|this|next|past|coming)\s+(spring|summer|autumn|fall|winter)\b|\b(?:(since|until|till)\s+)?(?:in|during)\s+(?:the\s+)?(spring|summer|autumn|winter)(?:\s+of\s+((?:19|20)\d\d))?\b/gi;

function seasons(sentence: string, said: Date): DateReading[] {
  return matchesOf(season, sentence).map((match) => {
    const name = (match[3] ?? match[5] ?? "").toLowerCase();
    const which = (match[2] ?? "").toLowerCase();
    const bound = boundOf((match[1] ?? match[4] ?? "").toLowerCase());
    const at = (tense: Tense) => iso(seasonStart(name, which, match[6], said, tense));
    return { start: match.index, end: match.index + match[0].length, bound, at };
  });
}

/** "last summer" is the latest that has ended; "next" the first that has not begun; "this" the one of this year. */
function seasonStart(
  name: string,
  which: string,
  year: string | undefined,
  said: Date,
  tense: Tense,
): number {
  const month = seasonMonths[name] ?? 0;
  const start = (inYear: number) => utc(inYear, month, 1, 0, 0);
  const now = said.getUTCFullYear();
  if (year !== undefined) return start(Number(year));
  if (which === "this")
    return tense !== "past" && start(now) <= said.getTime() && start(now) + 92 * dayMs > said.getTime()
      ? startOfDay(said)
      : start(now);
  const ended = (inYear: number) => utc(inYear, month + 3, 1, 0, 0) <= said.getTime();
  if (which === "last" || which === "past") return start([now, now - 1].find(ended) ?? now - 2);
  if (which === "" && tense === "past") return start(start(now) <= said.getTime() ? now : now - 1);
  return start(start(now) > said.getTime() ? now : now + 1);
}

const bareYear =
  /\b(?:(since|until|till|from|in|of|back in|around|seit|bis|desde|hasta|en)\s+)((?:19|20)\d\d)\b(?![\d.,]\d|\s*(?:%|people|users|requests|euros?|dollars?|km|kg|mb|gb))/gi;

function years(sentence: string): DateReading[] {
  return matchesOf(bareYear, sentence).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    bound: boundOf(match[1]!.toLowerCase()),
    at: () => iso(utc(Number(match[2]), 0, 1, 0, 0)),
  }));
}

/** All matches of a pattern. Most sentences have none, and `matchAll` copies the pattern before it looks. */
function matchesOf(pattern: RegExp, sentence: string): RegExpExecArray[] {
  return sentence.search(pattern) < 0 ? [] : [...sentence.matchAll(pattern)];
}
