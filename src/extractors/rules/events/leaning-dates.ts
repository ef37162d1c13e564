/**
 * Dates that lean on another one: "back on the 9th", "the day before", "the week of 22 April". All
 * are UTC. Pure.
 */
import {
  boundOf,
  type DateReading,
  dateReading,
  startOfDay as day,
  dayMs,
  days,
  type Period,
  type Tense,
  utc,
  weekendOf,
  weekOf,
} from "./date-reading.js";

const dayOfMonth =
  /(?:\b(on|by|until|till|since|from|back|done|for|is|was)\s+)?\bthe\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of\b|\p{Ll}{3,}(?<!and|but|for|with|from|when|the|this|last|night|morning|evening|afternoon|because)\b)|-)/giu;
const partOf = /\b(?:the\s+)?(week|weekend|morning|afternoon|evening|night) of\s+$/i;
const dayBefore = /\b(?:on )?the (day|night|week) (before|after)\b(?!\s+(?:\p{L}|\d))/giu;

/**
 * Dates that lean on another one of the sentence: "back on the 9th", "the day before". `found`:
 * those that were read already.
 */
export function leaningDates(sentence: string, said: Date, found: readonly DateReading[]): DateReading[] {
  const before = (at: number) => found.findLast(({ start }) => start < at);
  const daysOfMonths = [...sentence.matchAll(dayOfMonth)]
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
      return dateReading(placeOf(match, match[1]), (tense) => {
        const other = before(part?.index ?? match.index)?.at(tense);
        return days(dayNear(Number(match[2]), { other, said, tense, fits }));
      });
    });
  const leaning = [...sentence.matchAll(dayBefore)].map((match) =>
    dateReading(placeOf(match, undefined), (tense) => {
      const from = before(match.index)?.at(tense);
      const length = match[1]!.toLowerCase() === "week" ? 7 : 1;
      const step = match[2]!.toLowerCase() === "before" ? -length : length;
      return days((from ? Date.parse(from) : day(said)) + step * dayMs, length);
    }),
  );
  return [...daysOfMonths, ...leaning];
}

interface Near {
  /** Another date of the sentence, ISO 8601. */
  readonly other?: string | undefined;
  readonly said: Date;
  readonly tense: Tense;
  /**
   * Whether a day is one that the words allow: the first of the next few months is taken that is.
   */
  readonly fits?: ((moment: number) => boolean) | undefined;
}

/**
 * The 9th after another date of the sentence is in its month or the next; else the one nearest on
 * the side that the tense says.
 */
export function dayNear(dayNumber: number, { other, said, tense, fits = () => true }: Near): number {
  const from = other ? new Date(other) : said;
  const at = (month: number) => utc(from.getUTCFullYear(), from.getUTCMonth() + month, dayNumber);
  const isBack = !other && tense === "past";
  const first = isBack ? (at(0) <= said.getTime() ? 0 : -1) : at(0) >= day(from) ? 0 : 1;
  const near = [0, 1, 2].map((step) => at(isBack ? first - step : first + step));
  return near.find(fits) ?? near[0]!;
}

/** Friday to Monday: the days that a weekend is named for. */
function isNearWeekend(moment: number): boolean {
  return [5, 6, 0, 1].includes(new Date(moment).getUTCDay());
}

const weekOfDate =
  /(?:\b(?:in|on|over|during|for)\s+)?(?:\bthe\s+)?\b(weekend|week)\s+(?:(?:of|from|starting|beginning)\s+)?(?:on\s+)?(?:the\s+)?$/i;

/**
 * "the week of 22 April", "the weekend of the 3rd": the date says which week. `readings` in order;
 * those without such words stay as they are.
 */
export function weeksOfDates(sentence: string, readings: readonly DateReading[]): DateReading[] {
  const widened = readings.map((reading) => {
    const lead = weekOfDate.exec(sentence.slice(0, reading.start));
    const words = sentence.slice(lead?.index ?? 0, reading.end);
    if (lead === null || !/\b(?:of|starting|beginning)\b/i.test(words)) return reading;
    const around = lead[1]!.toLowerCase() === "week" ? weekOf : weekendAt;
    const place = { start: lead.index, end: reading.end, bound: null };
    return dateReading(place, (tense) => {
      const at = Date.parse(reading.at(tense));
      return Number.isNaN(at) ? undefined : around(at);
    });
  });
  return widened.filter(
    (reading, index) => !widened.some((other, at) => at > index && other.start <= reading.start),
  );
}

function placeOf(match: RegExpExecArray, bound: string | undefined) {
  return { start: match.index, end: match.index + match[0].length, bound: boundOf(bound) };
}

/** The weekend of a day; of a Monday the one before it. */
function weekendAt(moment: number): Period {
  return weekendOf(new Date(moment).getUTCDay() === 1 ? moment - dayMs : moment);
}
