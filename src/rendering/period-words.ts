/**
 * Renders periods as prose, in UTC. Ends are exclusive; a week, a month or a season is never
 * rendered as a day.
 */

/** The time of a record. */
export interface Period {
  /** ISO 8601 UTC. */
  readonly from: string;
  /** ISO 8601 UTC, exclusive; `null` for an instant, or if the end is unknown. */
  readonly until: string | null;
}

/** The period of a record, or of an item of a payload. */
export function periodOf(record: {
  readonly occurred_at: string;
  readonly occurred_until: string | null;
}): Period {
  return { from: record.occurred_at, until: record.occurred_until };
}

const monthNames =
  "January February March April May June July August September October November December".split(" ");
/** Northern seasons by their first month from 0. */
const seasonNames: Readonly<Record<number, string>> = { 2: "spring", 5: "summer", 8: "autumn", 11: "winter" };

const dayMs = 86_400_000;

/** "3 May 2026", in UTC. */
export function dayWords(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${monthWords(at)}`;
}

/** "May 2026", in UTC. */
export function monthWords(at: Date): string {
  return `${monthNames[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** "summer 2026"; a winter is named by both of its years: "winter 2025/26". */
export function seasonWords(name: string, year: number): string {
  return name === "winter" ? `winter ${year}/${`${(year + 1) % 100}`.padStart(2, "0")}` : `${name} ${year}`;
}

/**
 * A period as a noun: "3 May 2026", "the week of 4 May 2026", "May 2026", "summer 2026", "2026", "5
 * to 8 June 2026".
 */
export function periodWords(period: Period): string {
  const { from, until, last } = ends(period);
  if (until === undefined || until.getTime() - from.getTime() <= dayMs) return dayWords(period.from);
  return unitWords(from, until) ?? rangeWords(from, last);
}

/** A period with its preposition: "in May 2026", "in the week of 4 May 2026"; days have none. */
export function periodPhrase(period: Period): string {
  const words = periodWords(period);
  if (words.startsWith("the weekend")) return `on ${words}`;
  return /^\d{1,2} /.test(words) || words.includes(" to ") ? words : `in ${words}`;
}

/**
 * A period in its shortest form: "2026-05-03", "2026-05", "2026"; in words if there is no such
 * form.
 */
export function shortPeriod(period: Period): string {
  const { from, until } = ends(period);
  if (until === undefined || until.getTime() - from.getTime() <= dayMs) return period.from.slice(0, 10);
  const months = wholeMonths(from, until);
  if (months === 1) return period.from.slice(0, 7);
  return months === 12 && from.getUTCMonth() === 0 ? period.from.slice(0, 4) : periodWords(period);
}

/** Whether a whole period is within the day (UTC) that contains `moment`. */
export function isWithinDay(period: Period, moment: string): boolean {
  const { from, last } = ends(period);
  const day = Math.floor(Date.parse(moment) / dayMs);
  return Math.floor(from.getTime() / dayMs) === day && Math.floor(last.getTime() / dayMs) === day;
}

function ends({ from, until }: Period) {
  const end = until === null ? undefined : new Date(until);
  const start = new Date(from);
  return { from: start, until: end, last: end === undefined ? start : new Date(end.getTime() - 1) };
}

/** The name of a period that has one: a weekend, a week, a month, a season, a year. */
function unitWords(from: Date, until: Date): string | undefined {
  const days = (until.getTime() - from.getTime()) / dayMs;
  if (days === 2 && from.getUTCDay() === 6) return `the weekend of ${dayWords(from.toISOString())}`;
  if (days === 7 && from.getUTCDay() === 1) return `the week of ${dayWords(from.toISOString())}`;
  const months = wholeMonths(from, until);
  const season = seasonNames[from.getUTCMonth()];
  if (months === 1) return monthWords(from);
  if (months === 3 && season !== undefined) return seasonWords(season, from.getUTCFullYear());
  return months === 12 && from.getUTCMonth() === 0 ? `${from.getUTCFullYear()}` : undefined;
}

/** Number of months, if both ends are midnight on the first of a month; else 0. */
function wholeMonths(from: Date, until: Date): number {
  const begins = (at: Date) => at.toISOString().slice(8) === "01T00:00:00.000Z";
  if (!begins(from) || !begins(until)) return 0;
  return 12 * (until.getUTCFullYear() - from.getUTCFullYear()) + until.getUTCMonth() - from.getUTCMonth();
}

/** "5 to 8 June 2026", "30 May to 2 June 2026", "June to October 2026", "2015 to 2018". */
function rangeWords(from: Date, last: Date): string {
  const until = new Date(last.getTime() + 1);
  const months = wholeMonths(from, until);
  const sameYear = from.getUTCFullYear() === last.getUTCFullYear();
  if (months > 0 && months % 12 === 0 && from.getUTCMonth() === 0)
    return `${from.getUTCFullYear()} to ${last.getUTCFullYear()}`;
  const start = months > 0 ? monthWords(from) : dayWords(from.toISOString());
  const end = months > 0 ? monthWords(last) : dayWords(last.toISOString());
  if (!sameYear) return `${start} to ${end}`;
  const sameMonth = from.getUTCMonth() === last.getUTCMonth();
  const short = sameMonth ? `${from.getUTCDate()}` : start.replace(/ \d{4}$/, "");
  return `${short} to ${end}`;
}
