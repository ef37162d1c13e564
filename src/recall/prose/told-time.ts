/** Times as prose words them: no closer than somebody said. */
import { closeness } from "../../rendering/closeness.js";
import {
  dayWords,
  monthWords,
  type Period,
  periodPhrase,
  periodWords,
  seasonWords,
} from "../../rendering/period-words.js";

/** "3 May 2026", in UTC. */
export const date = dayWords;

/**
 * A time that was read out of words, as closely as they say it: "3 May 2026", "the week of 4 May 2026", "May 2026", "summer 2026" or "2026".
 *
 * @param iso The time, ISO 8601 UTC.
 * @param words The text that it was read out of.
 */
export function named(iso: string, words: string): string {
  const at = new Date(iso);
  const known = closeness(iso, words);
  if (known === "day") return date(iso);
  if (known === "week") return `the week of ${date(iso)}`;
  if (known === "month") return monthWords(at);
  return known === "year" ? `${at.getUTCFullYear()}` : seasonWords(known, at.getUTCFullYear());
}

/** A time in prose: as a noun, and with its preposition. */
export interface Time {
  /** "May 2026". */
  readonly words: string;
  /** "in May 2026". */
  readonly phrase: string;
}

/**
 * When something happened, as closely as it was said.
 *
 * @param text The text that it was read out of: says how closely, where the end of the period was not kept.
 */
export function timeNamed(period: Period, text: string): Time {
  if (period.until !== null) return { words: periodWords(period), phrase: periodPhrase(period) };
  const words = named(period.from, text);
  return { words, phrase: /^\d{1,2} /.test(words) ? words : `in ${words}` };
}
