/**
 * Dates that depend on another date: "back on the 9th", "the day before", "the week of 22 April".
 * All are UTC. Pure.
 */
import { matchesIn } from "../../../text/patterns/matches.js";
import {
  boundOf,
  startOfDay as day,
  dayMs,
  days,
  type FoundDate,
  foundDate,
  type Period,
  type Tense,
  utc,
  weekendOf,
  weekOf,
} from "./found-date.js";

const dayOfMonth =
  /(?:\b(on|by|until|till|since|from|back|done|for|is|was)\s+)?\bthe\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of\b|\p{Ll}{3,}(?<!and|but|for|with|from|when|the|this|last|night|morning|evening|afternoon|because)\b)|-)/giu;
const partOf = /\b(?:the\s+)?(week|weekend|morning|afternoon|evening|night) of\s+$/i;
const dayBefore = /\b(?:on )?the (day|night|week) (before|after)\b(?!\s+(?:\p{L}|\d))/giu;

/**
 * Dates that depend on another date of the sentence: "back on the 9th", "the day before". `found`:
 * the dates that were found already.
 */
export function relativeDates(sentence: string, said: Date, found: readonly FoundDate[]): FoundDate[] {
  const before = (at: number) => found.findLast(({ start }) => start < at);
  const daysOfMonths = [...matchesIn(sentence, dayOfMonth)]
    .filter(
      (match) =>
        match[1] !== undefined ||
        partOf.test(sentence.slice(0, match.index)) ||
        /^\s*(?:[,.;:!?)–-]|$|and\b)/u.test(sentence.slice(match.index + match[0].length)),
    )
    .filter((match) => Number(match[2]) <= 31)
    .map((match) => {
      const part = partOf.exec(sentence.slice(0, match.index));
      const fits = part?.[1]?.toLowerCase() === "weekend" ? isNearWeekend : undefined;
      return foundDate(placeOf(match, match[1]), (tense) => {
        const other = before(part?.index ?? match.index)?.at(tense);
        return days(dayNear(Number(match[2]), { other, said, tense, fits }));
      });
    });
  const relative = [...matchesIn(sentence, dayBefore)].map((match) =>
    foundDate(placeOf(match, undefined), (tense) => {
      const from = before(match.index)?.at(tense);
      const length = match[1]!.toLowerCase() === "week" ? 7 : 1;
      const step = match[2]!.toLowerCase() === "before" ? -length : length;
      return days((from ? Date.parse(from) : day(said)) + step * dayMs, length);
    }),
  );
  return [...daysOfMonths, ...relative];
}

interface Near {
  /** Another date of the sentence, ISO 8601. */
  readonly other?: string | undefined;
  readonly said: Date;
  readonly tense: Tense;
  /**
   * Whether a day matches the other words. The first match within the next few months is used.
   */
  readonly fits?: ((moment: number) => boolean) | undefined;
}

/**
 * Returns a day of the month, such as "the 5th". If the sentence has another date, it is the first
 * such day after that date. Otherwise it is the nearest one before or after the message, by tense.
 */
export function dayNear(dayNumber: number, { other, said, tense, fits = () => true }: Near): number {
  const from = other ? new Date(other) : said;
  const at = (month: number) => utc(from.getUTCFullYear(), from.getUTCMonth() + month, dayNumber);
  const isBack = !other && tense === "past";
  const first = isBack ? (at(0) <= said.getTime() ? 0 : -1) : at(0) >= day(from) ? 0 : 1;
  const near = [0, 1, 2].map((step) => at(isBack ? first - step : first + step));
  return near.find(fits) ?? near[0]!;
}

/** Friday to Monday: the days that may name a weekend. */
function isNearWeekend(moment: number): boolean {
  return [5, 6, 0, 1].includes(new Date(moment).getUTCDay());
}

const weekOfDate =
  /(?:\b(?:in|on|over|during|for)\s+)?(?:\bthe\s+)?\b(weekend|week)\s+(?:(?:of|from|starting|beginning)\s+)?(?:on\s+)?(?:the\s+)?$/i;

/**
 * Widens a date to its week: "the week of 22 April", "the weekend of the 3rd". `dates` are in
 * order; other dates stay unchanged.
 */
export function weeksOfDates(sentence: string, dates: readonly FoundDate[]): FoundDate[] {
  const widened = dates.map((date) => {
    const lead = weekOfDate.exec(sentence.slice(0, date.start));
    const words = sentence.slice(lead?.index ?? 0, date.end);
    if (lead === null || !/\b(?:of|starting|beginning)\b/i.test(words)) return date;
    const around = lead[1]!.toLowerCase() === "week" ? weekOf : weekendAt;
    const place = { start: lead.index, end: date.end, bound: null };
    return foundDate(place, (tense) => {
      const at = Date.parse(date.at(tense));
      return Number.isNaN(at) ? undefined : around(at);
    });
  });
  return widened.filter(
    (date, index) => !widened.some((other, at) => at > index && other.start <= date.start),
  );
}

function placeOf(match: RegExpExecArray, bound: string | undefined) {
  return { start: match.index, end: match.index + match[0].length, bound: boundOf(bound) };
}

/** The weekend of a day; for a Monday, the one before it. */
function weekendAt(moment: number): Period {
  return weekendOf(new Date(moment).getUTCDay() === 1 ? moment - dayMs : moment);
}
