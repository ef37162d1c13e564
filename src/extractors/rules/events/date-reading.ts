/** A date as a sentence names it, and the arithmetic of days that its readers share. Pure. */

/**
 * Whether an open date ("in May", "on Friday") lies before or after the time of speaking. `open`:
 * nothing says which ("Attack no. 2: 31 Jan"); then it is the next one, unless the last one was a
 * few weeks ago and the next is most of a year away.
 */
export type Tense = "past" | "future" | "open";

/** A date as it stands in a sentence. */
export interface DateReading {
  /** UTF-16 offsets of the words that name it, its preposition included. */
  readonly start: number;
  readonly end: number;
  /** The word before it that says how it bounds a state, where there is one. */
  readonly bound: "since" | "until" | null;
  /** When it begins: ISO 8601 UTC; empty where the words name no moment that a record can hold. */
  readonly at: (tense: Tense) => string;
  /** When it ends, exclusive: ISO 8601 UTC. `null` for an instant ("at 5 pm"). */
  readonly until: (tense: Tense) => string | null;
}

/** Milliseconds since 1970, UTC; the end is exclusive, and `null` for an instant. */
export interface Period {
  readonly from: number;
  readonly until: number | null;
}

/** What the words of a date mean, said with a tense. `undefined`: nothing that is known. */
export type Meaning = (tense: Tense) => Period | undefined;

/** A date of a sentence, from its place and its meaning. */
export function dateReading(
  place: Pick<DateReading, "start" | "end" | "bound">,
  meaning: Meaning,
): DateReading {
  return {
    ...place,
    at: (tense) => iso(meaning(tense)?.from ?? Number.NaN),
    until: (tense) => iso(meaning(tense)?.until ?? Number.NaN) || null,
  };
}

export const dayMs = 86_400_000;

/** So many days from the midnight of a moment on. */
export function days(moment: number, count = 1): Period {
  const from = Math.floor(moment / dayMs) * dayMs;
  return { from, until: from + count * dayMs };
}

/** The week of a moment, Monday to Sunday. */
export function weekOf(moment: number): Period {
  const weekday = (new Date(moment).getUTCDay() + 6) % 7;
  return days(moment - weekday * dayMs, 7);
}

/** A month by its number from 0, or several; out of range it counts on into other years. */
export function months(year: number, month: number, count = 1): Period {
  return { from: utc(year, month, 1), until: utc(year, month + count, 1) };
}

/** A year, or several. */
export function years(year: number, count = 1): Period {
  return months(year, 0, 12 * count);
}

/** Saturday and Sunday of the week of a moment. */
export function weekendOf(moment: number): Period {
  return days(weekOf(moment).from + 5 * dayMs, 2);
}

/** The part of a period that is over, the day of `said` included; all of it where none is. */
export function soFar({ from, until }: Period, said: Date): Period {
  const tomorrow = startOfDay(said) + dayMs;
  return { from, until: until !== null && from < tomorrow ? Math.min(until, tomorrow) : until };
}

/** The part of a period that is left, the day of `said` included; all of it where none is. */
export function stillAhead({ from, until }: Period, said: Date): Period {
  const today = startOfDay(said);
  return { from: until !== null && until > today ? Math.max(from, today) : from, until };
}

/** Northern seasons by their first month from 0, as most who say "last summer" mean. */
export const seasonMonths: Readonly<Record<string, number>> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};

/** Milliseconds since 1970 of a moment in UTC; a month or a day out of range counts on. */
export function utc(year: number, month: number, day: number, hour = 0, minute = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.setUTCHours(hour, minute, 0, 0);
}

export function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / dayMs) * dayMs;
}

/**
 * ISO 8601; empty for no moment, and for one outside the years 1 to 9999, which no record can hold.
 */
function iso(moment: number): string {
  const date = new Date(moment);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : "";
}

/** How the word before a date bounds a state; English, German and Spanish. */
export function boundOf(preposition: string | undefined): DateReading["bound"] {
  if (/^(?:since|from|seit|desde)$/i.test(preposition ?? "")) return "since";
  return /^(?:until|till|bis|hasta)$/i.test(preposition ?? "") ? "until" : null;
}
