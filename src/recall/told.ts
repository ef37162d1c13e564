/** Lines: how one passage or one record is told, as a whole sentence that stands alone. */
import type { MemoryRecord } from "../contract/record.js";
import type { StoredPassage } from "../stores/store.js";

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
const dayMs = 86_400_000;

/** "3 May 2026", in UTC. */
export function date(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** "May 2026" where a time is the first instant of a month, as times that name no day are kept; else the day. */
function since(iso: string): string {
  return iso.slice(8) === "01T00:00:00.000Z" ? date(iso).slice(2) : date(iso);
}

/** The day on which it happened; the month or the year alone, where that is all that the text names. */
function happenedOn(iso: string, text: string): string {
  const at = new Date(iso);
  if (iso.slice(8) !== "01T00:00:00.000Z" || /\b1(?:st)?\b|\bfirst\b/i.test(text)) return date(iso);
  const month = months[at.getUTCMonth()]!;
  if (new RegExp(`\\b${month}\\b`, "i").test(text)) return date(iso).slice(2);
  const year = String(at.getUTCFullYear());
  return at.getUTCMonth() === 0 && text.includes(year) ? year : date(iso);
}

/** A passage with what was said, who said it and when: `On 3 May 2026, Ana said: "I moved to Lisbon last week." (that is, 26 April 2026)`. */
export function verbatim(passage: StoredPassage, text = passage.text): string {
  const said = date(passage.saidAt);
  const happened = happenedAt(passage);
  const note = happened === undefined ? "" : ` (that is, ${happenedOn(happened, text)})`;
  const who = speakerOf(passage);
  if (passage.prompt !== null)
    return `Asked "${passage.prompt}", ${who ?? "the user"} said on ${said}: "${text}"${note}`;
  if (who === undefined) return `${text} (${happened === undefined ? said : happenedOn(happened, text)})`;
  return `On ${said}, ${who} said: "${text}"${note}`;
}

/** When it happened, where that is another day than the one on which it was said. */
function happenedAt({ records, saidAt }: StoredPassage): string | undefined {
  return records.find(
    ({ type, occurred_at }) =>
      type === "episodic" && Math.abs(Date.parse(occurred_at) - Date.parse(saidAt)) >= dayMs,
  )?.occurred_at;
}

/** Nobody, where a text was handed over that does not speak of itself: it is told as it stands. */
function speakerOf({ speaker, role, text }: StoredPassage): string | undefined {
  if (speaker !== null) return speaker;
  if (role !== "user") return `the ${role}`;
  return /\b(?:i|i'm|i've|i'll|i'd|my|me|mine|we|our|us)\b/i.test(text) ? "the user" : undefined;
}

/** A record as a statement with its time: `Ana lives in Lisbon (since May 2026).` One that has ended says from when to when. */
export function statement(record: MemoryRecord, ended = false): string {
  const [body, end] = splitEnd(record.text.trim());
  return `${body} (${timeOf(record, ended)})${end}`;
}

/** Where nobody said since when, a fact is known as of the day it was told, and no longer before it. */
function timeOf({ valid_from, valid_to, occurred_at }: MemoryRecord, ended: boolean): string {
  if (ended && valid_to !== null) return `from ${date(valid_from ?? occurred_at)} to ${date(valid_to)}`;
  return valid_from === null || valid_from === occurred_at
    ? `as of ${date(occurred_at)}`
    : `since ${since(valid_from)}`;
}

function splitEnd(text: string): [body: string, end: string] {
  const end = /[.!。！]$/u.exec(text)?.[0];
  return end === undefined ? [text, "."] : [text.slice(0, -end.length), end];
}
