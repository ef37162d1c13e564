/** The period that a result of chrono-node means, given the time of the message and a tense. */
import {
  dayMs,
  days,
  months,
  type Period,
  startOfDay,
  type Tense,
  utc,
  weekOf,
  years,
} from "./found-date.js";

/** The parts of a date, as chrono-node returns them. */
interface Components {
  isCertain(component: string): boolean;
  get(component: string): number | null;
  date(): Date;
}
/** A date that chrono-node found. */
export interface Result {
  readonly index: number;
  readonly text: string;
  readonly start: Components;
  readonly end?: Components | null;
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

interface DateContext {
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
export function periodOf(result: Result, { preposition, said, tense }: DateContext): Period | undefined {
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
 * If the tense does not say whether a date such as "May 3" is past or future, it is past if it was
 * at most this many days ago.
 */
const recentDays = 60;

function nearestWeek(moment: number, said: Date, tense: Tense): number {
  const today = startOfDay(said);
  if (tense === "past") return moment > said.getTime() ? moment - 7 * dayMs : moment;
  return moment < today ? moment + 7 * dayMs : moment;
}
