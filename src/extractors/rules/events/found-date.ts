/** A date in a sentence, and date arithmetic for the modules that find dates. Pure. */

/**
 * Whether an open date ("in May", "on Friday") is before or after the time of the message. `open`:
 * unknown ("Attack no. 2: 31 Jan"). Then the next such date is used, unless the last one was a few
 * weeks ago and the next is most of a year away.
 */
export type Tense = "past" | "future" | "open";

/** A date that was found in a sentence. */
export interface FoundDate {
  /** UTF-16 offsets of its words, with the preposition. */
  readonly start: number;
  readonly end: number;
  /** Whether its preposition makes it the start or the end of a state. */
  readonly bound: "since" | "until" | null;
  /** When it begins: ISO 8601 UTC; empty if it is outside the times that a record can have. */
  readonly at: (tense: Tense) => string;
  /** When it ends, exclusive: ISO 8601 UTC. `null` for an instant ("at 5 pm"). */
  readonly until: (tense: Tense) => string | null;
}

/** Milliseconds since 1970, UTC; the end is exclusive, and `null` for an instant. */
export interface Period {
  readonly from: number;
  readonly until: number | null;
}

/** Resolves the words of a date, given a tense. `undefined` if they cannot be resolved. */
export type Meaning = (tense: Tense) => Period | undefined;

/** A date from its offsets and its meaning. */
export function foundDate(place: Pick<FoundDate, "start" | "end" | "bound">, meaning: Meaning): FoundDate {
  return {
    ...place,
    at: (tense) => iso(meaning(tense)?.from ?? Number.NaN),
    until: (tense) => iso(meaning(tense)?.until ?? Number.NaN) || null,
  };
}

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** `count` days from the midnight before a moment. */
export function days(moment: number, count = 1): Period {
  const from = Math.floor(moment / dayMs) * dayMs;
  return { from, until: from + count * dayMs };
}

/** The week of a moment, Monday to Sunday. */
export function weekOf(moment: number): Period {
  const weekday = (new Date(moment).getUTCDay() + 6) % 7;
  return days(moment - weekday * dayMs, 7);
}

/** One month or several; `month` counts from 0, and a number out of range is in another year. */
export function months(year: number, month: number, count = 1): Period {
  return { from: utc(year, month, 1), until: utc(year, month + count, 1) };
}

/** One year or several. */
export function years(year: number, count = 1): Period {
  return months(year, 0, 12 * count);
}

/** Saturday and Sunday of the week of a moment. */
export function weekendOf(moment: number): Period {
  return days(weekOf(moment).from + 5 * dayMs, 2);
}

/**
 * The part of a period up to the end of the day of `said`; the whole period if it has not begun.
 */
export function soFar({ from, until }: Period, said: Date): Period {
  const tomorrow = startOfDay(said) + dayMs;
  return { from, until: until !== null && from < tomorrow ? Math.min(until, tomorrow) : until };
}

/** The part of a period that begins with the day of `said`; the whole period if it is over. */
export function stillAhead({ from, until }: Period, said: Date): Period {
  const today = startOfDay(said);
  return { from: until !== null && until > today ? Math.max(from, today) : from, until };
}

/** The first month of each northern season, from 0. */
export const seasonMonths: Readonly<Record<string, number>> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};

/** Milliseconds since 1970 of a moment in UTC. A month or a day out of range is carried over. */
export function utc(year: number, month: number, day: number, hour = 0, minute = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.setUTCHours(hour, minute, 0, 0);
}

/** Midnight UTC of a day, in milliseconds since 1970. */
export function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / dayMs) * dayMs;
}

/**
 * ISO 8601; empty for an invalid moment, and outside the years 1 to 9999, which no record can have.
 */
function iso(moment: number): string {
  const date = new Date(moment);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : "";
}

/**
 * Whether a preposition before a date marks the start or the end of a state, in English, German and
 * Spanish.
 */
export function boundOf(preposition: string | undefined): FoundDate["bound"] {
  if (/^(?:since|from|seit|desde)$/i.test(preposition ?? "")) return "since";
  return /^(?:until|till|bis|hasta)$/i.test(preposition ?? "") ? "until" : null;
}
