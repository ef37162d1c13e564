/** Times as prose tells them: no closer than somebody said. */
import { closeness } from "../internal/closeness.js";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "3 May 2026", in UTC. */
export function date(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${monthOf(at)}`;
}

/**
 * A time that was read out of words, as closely as they say it: "3 May 2026", "May 2026", "summer 2026" or "2026".
 *
 * @param iso The time, ISO 8601 UTC.
 * @param words The text that it was read out of.
 */
export function named(iso: string, words: string): string {
  const at = new Date(iso);
  const known = closeness(iso, words);
  if (known === "day") return date(iso);
  if (known === "month") return monthOf(at);
  return known === "year" ? `${at.getUTCFullYear()}` : `${known} ${at.getUTCFullYear()}`;
}

function monthOf(at: Date): string {
  return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}
