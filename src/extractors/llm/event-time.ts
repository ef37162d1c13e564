/**
 * Parses the time of an event as a model writes it: a moment, a day, a month, a year or a range.
 * Pure.
 */
import { timestamp } from "../../contract/record.js";

/** ISO 8601 UTC; the end is exclusive. */
export interface EventTime {
  readonly occurredAt: string;
  /** Absent for an instant. */
  readonly occurredUntil?: string;
}

const dayMs = 86_400_000;

/**
 * Parses "2026-05-31T18:00:00Z", "2026-05-31", "2026-05", "2026" and, both ends included,
 * "2026-05-18/2026-05-24"; `null` for anything else.
 */
export function eventTime(said: string | null): EventTime | null {
  const [first = "", last = first, ...more] = (said ?? "").trim().split("/");
  const [from, until] = [partOf(first), partOf(last)];
  if (from === null || until === null || more.length > 0 || until.from < from.from) return null;
  return { occurredAt: from.from, ...(until.until === undefined ? {} : { occurredUntil: until.until }) };
}

interface Part {
  readonly from: string;
  readonly until?: string;
}

function partOf(said: string): Part | null {
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?$/.exec(said) ?? [];
  const start = timestamp.safeParse(year === undefined ? said : `${year}-${month ?? "01"}-01`);
  if (!start.success) return null;
  const from = start.data;
  if (said.includes("T")) return { from };
  const at = new Date(from);
  if (year === undefined) return ended(from, at.getTime() + dayMs);
  return ended(from, at.setUTCMonth(at.getUTCMonth() + (month === undefined ? 12 : 1)));
}

/** The end is left out if it is after the last year that a record can have. */
function ended(from: string, until: number): Part {
  const end = timestamp.safeParse(new Date(until));
  return end.success ? { from, until: end.data } : { from };
}
