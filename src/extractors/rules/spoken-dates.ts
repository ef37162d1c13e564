/**
 * Dates as they are said that chrono-node does not read, or reads otherwise: weekends, "three Tuesdays back", "five years ago" (that year),
 * "on the 17th", "earlier this week", holidays, "the day before". All are UTC. Pure.
 */
import { type DateReading, startOfDay as day, dayMs, iso, type Tense, utc } from "./date-reading.js";

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

/** What the words of a match mean for whoever says them at `said`. @returns milliseconds */
type Meaning = (match: RegExpExecArray, said: Date, tense: Tense) => number;

const about = String.raw`(?:(?:about|around|almost|nearly|over|roughly|some|maybe|like)\s+)?`;
const lead = String.raw`(?:\b(since|until|till|by|from)\s+)?`;

const expressions: readonly (readonly [RegExp, Meaning])[] = [
  [
    new RegExp(String.raw`${lead}\b${about}${count}\s+(?:years?|yrs?)\s+(?:ago|back)\b`, "gi"),
    (match, said) => utc(said.getUTCFullYear() - numberOf(match[2]!), 0, 1),
  ],
  [
    new RegExp(String.raw`${lead}\b${about}${count}\s+weekends?\s+(?:ago|back)\b`, "gi"),
    (match, said) => lastSaturday(said) - (numberOf(match[2]!) - 1) * 7 * dayMs,
  ],
  [
    new RegExp(String.raw`${lead}\b${about}${count}\s+(${weekdays.join("|")})s?\s+(?:ago|back)\b`, "gi"),
    (match, said) =>
      weekdayBefore(said, weekdays.indexOf(match[3]!.toLowerCase())) - (numberOf(match[2]!) - 1) * 7 * dayMs,
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\b(?:on |over |during )?(?:the )?(last|past|this past|this|next|coming)\s+weekend\b/gi,
    (match, said, tense) => weekend(match[2]!.toLowerCase(), said, tense),
  ],
  [
    /\b(over|at|on|during) the weekend\b/gi,
    (_, said, tense) => weekend("this", said, tense === "open" ? "past" : tense),
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\b(earlier|later)\s+(?:on )?(?:in )?this\s+(week|month|year)\b/gi,
    (match, said) =>
      match[2]!.toLowerCase() === "later" ? day(said) + dayMs : startOf(match[3]!.toLowerCase(), said),
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\bthis\s+(week|month)(?!['’]?s\b|end)\b/gi,
    (match, said, tense) => (tense === "past" ? startOf(match[2]!.toLowerCase(), said) : day(said)),
  ],
  [/\b()last\s+ni(?:ght|te)\b/gi, (_, said) => day(said) - dayMs],
  [
    /(?:\b(since|until|till|by|from)\s+)?\bthe\s+(summer|winter|spring|autumn|fall|year|month|week)\s+before\s+last\b/gi,
    (match, said) => beforeLast(match[2]!.toLowerCase(), said),
  ],
  [
    /(?:\b(since|until|till|by|from)\s+)?\b(?:on )?(?:(last|next|this)\s+)?(new year['’]?s eve|new year['’]?s day|christmas eve|christmas day|christmas|xmas|boxing day|valentine['’]?s(?: day)?|halloween)\b(?!\s+(?:party|dinner|tree|gift|present|card|market|song|movie|film|lights|cookies|decorations|spirit|music|costume|sweater|jumper))/gi,
    (match, said, tense) =>
      holiday(match[3]!.toLowerCase().replace("’", "'"), match[2]?.toLowerCase(), said, tense),
  ],
];

/** The dates of a sentence that these expressions name, in no particular order. */
export function spokenDates(sentence: string, said: Date): DateReading[] {
  return expressions.flatMap(([pattern, meaning]) =>
    sentence.search(pattern) < 0
      ? []
      : [...sentence.matchAll(pattern)].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
          bound: boundOf(match[1]),
          at: (tense: Tense) => iso(meaning(match, said, tense)),
        })),
  );
}

const dayOfMonth =
  /(?:\b(on|by|until|till|since|from|back|done|till|for|is|was)\s+)?\bthe\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of\b|\p{Ll}{3,}(?<!and|but|for|with|from|when|the|this|last|night|morning|evening|afternoon|because)\b)|-)/giu;
const dayBefore = /\b(?:on )?the (day|night|week) (before|after)\b(?!\s+(?:\p{L}|\d))/giu;

/** Dates that lean on another one of the sentence: "back on the 9th", "the day before". `found`: those that were read already. */
export function leaningDates(sentence: string, said: Date, found: readonly DateReading[]): DateReading[] {
  const before = (at: number) => found.findLast(({ start }) => start < at);
  const days = [...sentence.matchAll(dayOfMonth)]
    .filter(
      (match) =>
        match[1] !== undefined ||
        /^\s*(?:[,.;:!?)–-]|$|and\b)/u.test(sentence.slice(match.index + match[0].length)),
    )
    .filter((match) => Number(match[2]) <= 31)
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      bound: boundOf(match[1]),
      at: (tense: Tense) => iso(dayNear(Number(match[2]), before(match.index)?.at(tense), said, tense)),
    }));
  const leaning = [...sentence.matchAll(dayBefore)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    bound: null,
    at: (tense: Tense) => {
      const from = before(match.index)?.at(tense);
      const step =
        (match[1]!.toLowerCase() === "week" ? 7 : 1) * (match[2]!.toLowerCase() === "before" ? -1 : 1);
      return iso((from ? Date.parse(from) : day(said)) + step * dayMs);
    },
  }));
  return [...days, ...leaning];
}

/** The 9th after another date of the sentence is in its month or the next; else the one nearest on the side that the tense says. */
function dayNear(dayNumber: number, other: string | undefined, said: Date, tense: Tense): number {
  const from = other ? new Date(other) : said;
  const at = (month: number) => utc(from.getUTCFullYear(), from.getUTCMonth() + month, dayNumber);
  if (other) return at(0) >= day(from) ? at(0) : at(1);
  if (tense === "past") return at(0) <= said.getTime() ? at(0) : at(-1);
  return at(0) >= day(said) ? at(0) : at(1);
}

function numberOf(words: string): number {
  const lower = words.toLowerCase();
  if (/^\d/.test(lower)) return Number(lower);
  return numbers[lower] ?? (lower.startsWith("a couple") ? 2 : 3);
}

/** The Saturday of the latest weekend that is over; on a weekend that of the one before. */
function lastSaturday(said: Date): number {
  const weekday = said.getUTCDay();
  return day(said) - (weekday === 6 ? 7 : weekday === 0 ? 8 : weekday + 1) * dayMs;
}

function weekend(which: string, said: Date, tense: Tense): number {
  const runs = said.getUTCDay() === 6 || said.getUTCDay() === 0;
  if (/^(?:last|past|this past)$/.test(which)) return lastSaturday(said);
  if (runs && which !== "next") return lastSaturday(said) + 7 * dayMs;
  return which === "this" && tense === "past"
    ? lastSaturday(said)
    : lastSaturday(said) + (runs ? 14 : 7) * dayMs;
}

function weekdayBefore(said: Date, weekday: number): number {
  const back = (said.getUTCDay() - weekday + 7) % 7;
  return day(said) - (back === 0 ? 7 : back) * dayMs;
}

/** Monday of the week, the first of the month or of the year. */
function startOf(unit: string, said: Date): number {
  if (unit === "week") return day(said) - ((said.getUTCDay() + 6) % 7) * dayMs;
  return utc(said.getUTCFullYear(), unit === "month" ? said.getUTCMonth() : 0, 1);
}

const seasonMonths: Readonly<Record<string, number>> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};

function beforeLast(unit: string, said: Date): number {
  const year = said.getUTCFullYear();
  if (unit === "year") return utc(year - 2, 0, 1);
  if (unit === "month") return utc(year, said.getUTCMonth() - 2, 1);
  if (unit === "week") return startOf("week", said) - 14 * dayMs;
  const month = seasonMonths[unit]!;
  const last = utc(year, month + 3, 1) <= said.getTime() ? year : year - 1;
  return utc(last - 1, month, 1);
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

function boundOf(word: string | undefined): DateReading["bound"] {
  if (/^(?:since|from)$/i.test(word ?? "")) return "since";
  return /^(?:until|till)$/i.test(word ?? "") ? "until" : null;
}
