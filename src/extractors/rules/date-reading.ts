/** A date as a sentence names it, and the arithmetic of days that its readers share. Pure. */

/**
 * Whether an open date ("in May", "on Friday") lies before or after the time of speaking. `open`: nothing says which ("Attack no. 2: 31
 * Jan"); then it is the next one, unless the last one was a few weeks ago and the next is most of a year away.
 */
export type Tense = "past" | "future" | "open";

/** A date as it stands in a sentence. */
export interface DateReading {
  /** UTF-16 offsets of the words that name it, its preposition included. */
  readonly start: number;
  readonly end: number;
  /** The word before it that says how it bounds a state, where there is one. */
  readonly bound: "since" | "until" | null;
  /** ISO 8601 UTC. */
  readonly at: (tense: Tense) => string;
}

export const dayMs = 86_400_000;

/** Milliseconds since 1970 of a moment in UTC; a month or a day out of range counts on. */
export function utc(year: number, month: number, day: number, hour = 0, minute = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.setUTCHours(hour, minute, 0, 0);
}

export function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / dayMs) * dayMs;
}

/** ISO 8601; empty for a moment outside the years 1 to 9999, which no record can hold. */
export function iso(moment: number): string {
  const date = new Date(moment);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : "";
}
