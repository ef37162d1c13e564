/**
 * Colloquial dates that chrono-node does not find or resolves differently: weekends, "three
 * Tuesdays back", "five years ago" (the whole year), "Friday the 17th", "earlier this week",
 * holidays. All are UTC. Pure.
 */
import { matchesIn } from "../../../text/patterns/matches.js";
import {
  boundOf,
  startOfDay as day,
  dayMs,
  days,
  type FoundDate,
  foundDate,
  months,
  type Period,
  seasonMonths,
  soFar,
  stillAhead,
  type Tense,
  utc,
  weekendOf,
  weekOf,
  years,
} from "./found-date.js";
import { dayNear } from "./relative-dates.js";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const count = String.raw`(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|a couple(?: of)?|a few)`;
const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
};

/** Resolves the words of a match that were said at `said`. */
type Reader = (match: RegExpExecArray, said: Date, tense: Tense) => Period;

const about = String.raw`(?:(?:about|around|almost|nearly|over|roughly|some|maybe|like)\s+)?`;
const lead = String.raw`(?:\b(since|until|till|by|from)\s+)?`;

const expressions: readonly (readonly [RegExp, Reader])[] = [
  [
    new RegExp(
      String.raw`${lead}\b(?:just\s+)?(a few|a couple(?: of)?|several)\s+(day|week|month|year)s\s+(?:ago|back)\b`,
      "gi",
    ),
    (match, said) => someTimeAgo(match[2]!.toLowerCase(), match[3]!.toLowerCase(), said),
  ],
  [
    new RegExp(
      String.raw`${lead}\b${about}${count}(?:\s+and\s+a\s+half)?\s+(?:years?|yrs?)\s+(?:ago|back)\b`,
      "gi",
    ),
    (match, said) => years(said.getUTCFullYear() - numberOf(match[2]!)),
  ],
  [
    new RegExp(String.raw`${lead}\b${about}${count}\s+weekends?\s+(?:ago|back)\b`, "gi"),
    (match, said) => days(lastSaturday(said) - (numberOf(match[2]!) - 1) * 7 * dayMs, 2),
  ],
  [
    new RegExp(String.raw`${lead}\b${about}${count}\s+(${weekdays.join("|")})s?\s+(?:ago|back)\b`, "gi"),
    (match, said) =>
      days(
        weekdayBefore(said, weekdays.indexOf(match[3]!.toLowerCase())) -
          (numberOf(match[2]!) - 1) * 7 * dayMs,
      ),
  ],
  [
    new RegExp(
      String.raw`(?:\b(on|by|until|till|since|from)\s+)?\b(${weekdays.join("|")}),?\s+the\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+of\b)`,
      "gi",
    ),
    (match, said, tense) => {
      const weekday = weekdays.indexOf(match[2]!.toLowerCase());
      const fits = (moment: number) => new Date(moment).getUTCDay() === weekday;
      return days(dayNear(Number(match[3]), { said, tense, fits }));
    },
  ],
  [
    /\b()(?:on )?(?:just )?the other (?:day|night|evening|morning)\b/gi,
    (_, said) => days(day(said) - 7 * dayMs, 7),
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\b(?:on |over |during )?(?:the )?(last|past|this past|this|next|coming)\s+weekend\b/gi,
    (match, said, tense) => weekend(match[2]!.toLowerCase(), said, tense),
  ],
  [
    /\b()(?:over|at|on|during) the weekend\b(?! of\b)/gi,
    (_, said, tense) => weekend("this", said, tense === "open" ? "past" : tense),
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\b(earlier|later)\s+(?:on )?(?:in )?this\s+(week|month|year)\b/gi,
    (match, said) => {
      const whole = unitOf(match[3]!.toLowerCase(), said);
      const tomorrow = new Date(day(said) + dayMs);
      return match[2]!.toLowerCase() === "later" ? stillAhead(whole, tomorrow) : soFar(whole, said);
    },
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\bthis\s+(week|month)(?!['’]?s\b|end)\b/gi,
    (match, said, tense) => {
      const whole = unitOf(match[2]!.toLowerCase(), said);
      return tense === "past" ? soFar(whole, said) : stillAhead(whole, said);
    },
  ],
  [/\b()last\s+ni(?:ght|te)\b/gi, (_, said) => days(day(said) - dayMs)],
  [
    /(?:\b(since|until|till|by|from)\s+)?\bthe\s+(summer|winter|spring|autumn|fall|year|month|week)\s+before\s+last\b/gi,
    (match, said) => beforeLast(match[2]!.toLowerCase(), said),
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\b(?:on )?(?:(last|next|this)\s+)?(new year['’]?s eve|new year['’]?s day|christmas eve|christmas day|christmas|xmas|boxing day|valentine['’]?s(?: day)?|halloween)\b(?!\s+(?:party|dinner|tree|gift|present|card|market|song|movie|film|lights|cookies|decorations|spirit|music|costume|sweater|jumper))/gi,
    (match, said, tense) =>
      days(holiday(match[3]!.toLowerCase().replace("’", "'"), match[2]?.toLowerCase(), said, tense)),
  ],
];

/** A part of every match. Most sentences have none, and one pattern costs less than thirteen. */
const mayMatch = /ago|back|day|other|weekend|this|last|new year|christmas|xmas|valentine|halloween/i;

/**
 * The dates of a sentence that match these expressions, in the order of the expressions.
 */
export function spokenDates(sentence: string, said: Date): FoundDate[] {
  if (!mayMatch.test(sentence)) return [];
  return expressions.flatMap(([pattern, period]) =>
    [...matchesIn(sentence, pattern)].map((match) => {
      const place = { start: match.index, end: match.index + match[0].length, bound: boundOf(match[1]) };
      return foundDate(place, (tense) => period(match, said, tense));
    }),
  );
}

/** The smallest and the largest number that "a few" may mean. */
const counts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  couple: [2, 3],
  few: [2, 4],
  several: [3, 7],
};

function someTimeAgo(words: string, unit: string, said: Date): Period {
  const [least, most] = counts[words.replace(/^a | of$/g, "")]!;
  const [year, month] = [said.getUTCFullYear(), said.getUTCMonth()];
  if (unit === "year") return years(year - most, most - least + 1);
  if (unit === "month") return months(year, month - most, most - least + 1);
  const length = unit === "week" ? 7 : 1;
  return days(day(said) - most * length * dayMs, (most - least) * length + 1);
}

function numberOf(words: string): number {
  const lower = words.toLowerCase();
  if (/^\d/.test(lower)) return Number(lower);
  return numbers[lower] ?? (lower.startsWith("a couple") ? 2 : 3);
}

/** The Saturday of the last weekend that is over; during a weekend, of the one before. */
function lastSaturday(said: Date): number {
  const weekday = said.getUTCDay();
  return day(said) - (weekday === 6 ? 7 : weekday === 0 ? 8 : weekday + 1) * dayMs;
}

function weekend(which: string, said: Date, tense: Tense): Period {
  const isNow = said.getUTCDay() === 6 || said.getUTCDay() === 0;
  const last = lastSaturday(said);
  if (/^(?:last|past|this past)$/.test(which)) return days(last, 2);
  if (isNow && which !== "next")
    return tense === "past"
      ? soFar(weekendOf(said.getTime()), said)
      : stillAhead(weekendOf(said.getTime()), said);
  return days(which === "this" && tense === "past" ? last : last + (isNow ? 14 : 7) * dayMs, 2);
}

function weekdayBefore(said: Date, weekday: number): number {
  const back = (said.getUTCDay() - weekday + 7) % 7;
  return day(said) - (back === 0 ? 7 : back) * dayMs;
}

/** The current week, month or year. */
function unitOf(unit: string, said: Date): Period {
  if (unit === "week") return weekOf(said.getTime());
  return unit === "month" ? months(said.getUTCFullYear(), said.getUTCMonth()) : years(said.getUTCFullYear());
}

function beforeLast(unit: string, said: Date): Period {
  const year = said.getUTCFullYear();
  if (unit === "year") return years(year - 2);
  if (unit === "month") return months(year, said.getUTCMonth() - 2);
  if (unit === "week") return days(weekOf(said.getTime()).from - 14 * dayMs, 7);
  const month = seasonMonths[unit]!;
  const last = utc(year, month + 3, 1) <= said.getTime() ? year : year - 1;
  return months(last - 1, month, 3);
}

const holidays: Readonly<Record<string, readonly [number, number]>> = {
  "new year's eve": [11, 31],
  "new year's day": [0, 1],
  "christmas eve": [11, 24],
  "christmas day": [11, 25],
  christmas: [11, 25],
  xmas: [11, 25],
  "boxing day": [11, 26],
  halloween: [9, 31],
};

function holiday(name: string, which: string | undefined, said: Date, tense: Tense): number {
  const [month, dayNumber] = holidays[name.replace("years", "year's")] ?? [1, 14];
  const year = said.getUTCFullYear();
  const isPast = which === "last" || (which === undefined && tense === "past");
  const moments = [year - 1, year, year + 1].map((inYear) => utc(inYear, month, dayNumber));
  return isPast
    ? moments.findLast((moment) => moment <= said.getTime())!
    : moments.find((moment) => moment >= day(said))!;
}
