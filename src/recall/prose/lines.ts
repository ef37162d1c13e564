/**
 * Lines: renders a passage or a record as a sentence that is complete by itself, with times as
 * precise as the speaker gave them. Pure.
 */
import type { MemoryRecord } from "../../contract/record.js";
import { closeness } from "../../rendering/closeness.js";
import {
  dayWords,
  isWithinDay,
  monthWords,
  type Period,
  periodOf,
  periodPhrase,
  periodWords,
  seasonWords,
} from "../../rendering/period-words.js";
import type { StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import { byPassage } from "../passages/by-passage.js";
import { inPast } from "./past-tense.js";
import { formerIn } from "./still-true.js";

/** A part of what somebody said, as it is quoted. */
export interface Quote {
  readonly passage: StoredPassage;
  /** The part of the passage that is quoted. */
  readonly text: string;
  /** Values that it states and that are no longer true. @default none */
  readonly former?: readonly string[];
}

/**
 * Renders what was said, who said it and when, and when the events in it happened: `On 3 May 2026,
 * Ana said: "I moved to Lisbon last week." (that is, in the week of 20 April 2026)`.
 *
 * @param quotes Consecutive passages of one speaker, at least one. They become one quotation.
 * @param isEarlier A later line of the answer contradicts it.
 */
export function verbatim(quotes: readonly Quote[], isEarlier = false, above: Above = "nothing"): string {
  const [{ passage }] = quotes as [Quote];
  const text = textOf(quotes);
  const times = timesOf(quotes);
  const who = speakerOf(passage, text);
  if (passage.prompt === null && who === undefined) {
    const when = times.map(({ phrase }) => phrase).join("; ") || date(passage.saidAt);
    const line = `${text} (${when})${formerNote(quotes)}`;
    return isEarlier ? `Earlier: ${line}` : line;
  }
  const said = { day: dayOf(passage), who: who ?? "the user", prompt: passage.prompt, isEarlier };
  const notes = `${noteOf(times, text, passage.saidAt)}${formerNote(quotes)}`;
  return `${headOf(said, above)} "${text}"${notes}`.trimStart();
}

/**
 * What the heading above a line says already: the day on which the line was said, or the day and
 * the speaker.
 */
export type Above = "nothing" | "day" | "speaker";

/** The words that introduce a quotation: day, speaker and question. */
export interface Said {
  /** "3 May 2026". */
  readonly day: string;
  /** "Ana", "the user". */
  readonly who: string;
  /** The question that it answers. */
  readonly prompt: string | null;
  readonly isEarlier: boolean;
}

/** Who said a quotation and when; `undefined` if it is rendered without a speaker. */
export function saidIn(quotes: readonly Quote[], isEarlier: boolean): Said | undefined {
  const passage = quotes[0]?.passage;
  if (passage === undefined) return undefined;
  const who = speakerOf(passage, textOf(quotes));
  if (who === undefined && passage.prompt === null) return undefined;
  return { day: dayOf(passage), who: who ?? "the user", prompt: passage.prompt, isEarlier };
}

/** The day on which a passage was said. */
const dayOf = byPassage(({ saidAt }) => date(saidAt));

/** Renders the words that introduce a quotation, without what the heading above it says. */
export function headOf({ day, who, prompt, isEarlier }: Said, above: Above): string {
  const earlier = (rest: string) =>
    isEarlier ? `Earlier, ${rest.charAt(0).toLowerCase()}${rest.slice(1)}` : rest;
  if (prompt !== null) {
    const by = { nothing: `, ${who} said on ${day}:`, day: `, ${who} said:`, speaker: ":" };
    return earlier(`Asked "${prompt}"${by[above]}`);
  }
  if (above === "nothing") return earlier(`On ${day}, ${who} said:`);
  if (above === "speaker") return isEarlier ? "Earlier:" : "";
  return isEarlier ? `Earlier, ${who}:` : `${who.charAt(0).toUpperCase()}${who.slice(1)}:`;
}

const endsSentence = /[.!?。！？…"”')\]]$/u;

/** Joins the parts of a message: a heading and the text below it stay on separate lines. */
function textOf(quotes: readonly Quote[]): string {
  if (quotes.length === 1) return quotes[0]!.text;
  return quotes.reduce((before, { text }) => {
    if (before === "") return text;
    const isOneParagraph = endsSentence.test(before) && !before.includes("\n") && !text.includes("\n");
    return `${before}${isOneParagraph ? " " : "\n"}${text}`;
  }, "");
}

/**
 * The text of a passage as it is quoted. What an assistant or a tool said is indented from the
 * second line on: a page can contain a line that looks like a line of an answer, `On 3 May 2026,
 * Ana said: "…"`, or like a rule with the user's name.
 */
export function quotable(passage: StoredPassage, text: string): string {
  return isRecited(passage) ? text.replace(/\n[^\S\n]*(?=\S)/g, "\n    ") : text;
}

/**
 * The times that the text refers to, if its words do not give them in full. The line does not say
 * which time belongs to which words, because assigning one time to all of them would be wrong.
 */
function noteOf(times: readonly Time[], text: string, saidAt: string): string {
  if (times.every(({ words }) => gives(text, words, saidAt))) return "";
  const phrases = times.map(({ phrase }) => phrase).join("; ");
  return times.length === 1 ? ` (that is, ${phrases})` : ` (times meant: ${phrases})`;
}

/** The values of a quotation that are no longer true. */
function formerNote(quotes: readonly Quote[]): string {
  const former = quotes.flatMap(({ text, former = [] }) => formerIn(text, former));
  return former.length === 0 ? "" : ` (no longer true: ${[...new Set(former)].join("; ")})`;
}

/**
 * Whether a text gives a time, a day also in another order: "April 15" is 15 April 2024 on a line
 * of 2024. With such days repeated in notes, the evidence in 1,000 tokens was 63.6 % for
 * conversations with an assistant; without, it is 64.6 %.
 */
function gives(text: string, words: string, saidAt: string): boolean {
  if (text.includes(words)) return true;
  const [, day, month, year] = dayPattern.exec(words) ?? [];
  if (day === undefined) return false;
  const written = formsOfDay(day, month!).exec(text);
  return written !== null && (written[1] ?? saidAt.slice(0, 4)) === year;
}

/** The expressions of {@link formsOfDay}: at most one for each day of a year. */
const dayForms = new Map<string, RegExp>();

/** Returns the expression for the forms in which a text may give a day: "April 15", "15th of Apr". */
function formsOfDay(day: string, month: string): RegExp {
  const key = `${day} ${month}`;
  const known = dayForms.get(key);
  if (known !== undefined) return known;
  const name = `${month.slice(0, 3)}\\p{L}*\\.?`;
  const number = `${day}(?:st|nd|rd|th)?\\b`;
  const forms = new RegExp(`\\b(?:${name} ${number}|${number} (?:of )?${name})(?:,? (\\d{4})\\b)?`, "iu");
  dayForms.set(key, forms);
  return forms;
}

/** A day as `dayWords` renders it. */
const dayPattern = /^(\d{1,2}) (\p{L}+) (\d{4})$/u;

/** When the events happened, if not on the day on which they were said; in order of time. */
function timesOf(quotes: readonly Quote[]): Time[] {
  const times = quotes
    .flatMap(({ passage }) => eventTimes(passage))
    .toSorted((one, other) => one.at.localeCompare(other.at));
  return times.filter(({ words }, at) => times.findIndex((time) => time.words === words) === at);
}

interface EventTime extends Time {
  readonly at: string;
}

const eventTimes = byPassage<readonly EventTime[]>(({ records, saidAt, text }) =>
  records
    .filter((record) => record.type === "episodic" && !isWithinDay(periodOf(record), saidAt))
    .map((record) => ({ ...timeNamed(periodOf(record), text), at: record.occurred_at })),
);

/**
 * The speaker; `undefined` for a text without a speaker and without a first person: it is rendered
 * without a speaker.
 */
function speakerOf({ speaker, role }: StoredPassage, text: string): string | undefined {
  if (speaker !== null) return speaker;
  if (role !== "user") return `the ${role}`;
  return /\b(?:i|i'm|i've|i'll|i'd|my|me|mine|we|our|us)\b/i.test(text) ? "the user" : undefined;
}

/**
 * Renders a record as a statement with its time: `Ana lives in Lisbon (since May 2026).` A fact
 * that has ended is rendered in the past tense: `Ana lived in Graz (from 2019 until 3 February
 * 2025).`
 *
 * @param words The text that it was extracted from; its wording decides how precisely the time is
 * rendered.
 */
export function statement(record: MemoryRecord, words: string, ended = false): string {
  const over = ended && record.valid_to !== null;
  const past = over ? inPast(record.text, record.entity ?? "") : undefined;
  const [body, end] = splitEnd((past ?? record.text).trim());
  const line = `${body} (${timeOf(record, words, over)})${end}`;
  return over && past === undefined ? `No longer true: ${line}` : line;
}

/** If nobody said since when, the fact is dated by the day on which it was said. */
function timeOf({ valid_from, valid_to, occurred_at }: MemoryRecord, words: string, over: boolean): string {
  const from = valid_from === null || valid_from === occurred_at ? undefined : named(valid_from, words);
  if (over && valid_to !== null) return `from ${from ?? date(occurred_at)} until ${date(valid_to)}`;
  return from === undefined ? `as of ${date(occurred_at)}` : `since ${from}`;
}

function splitEnd(text: string): [body: string, end: string] {
  const end = /[.!。！]$/u.exec(text)?.[0];
  return end === undefined ? [text, "."] : [text.slice(0, -end.length), end];
}

/** Renders a day: "3 May 2026", in UTC. */
export const date = dayWords;

/**
 * Renders a time as precisely as a text says it: "3 May 2026", "the week of 4 May 2026", "May
 * 2026", "summer 2026" or "2026".
 *
 * @param iso The time, ISO 8601 UTC.
 * @param words The text that it was extracted from.
 */
export function named(iso: string, words: string): string {
  const at = new Date(iso);
  const known = closeness(iso, words);
  if (known === "day") return date(iso);
  if (known === "week") return `the week of ${date(iso)}`;
  if (known === "month") return monthWords(at);
  return known === "year" ? `${at.getUTCFullYear()}` : seasonWords(known, at.getUTCFullYear());
}

/** A rendered time: as a noun, and with its preposition. */
export interface Time {
  /** "May 2026". */
  readonly words: string;
  /** "in May 2026". */
  readonly phrase: string;
}

/**
 * Renders when something happened, as precisely as it was said.
 *
 * @param text The text that it was extracted from; its wording decides the precision if the period
 * has no end.
 */
export function timeNamed(period: Period, text: string): Time {
  if (period.until !== null) return { words: periodWords(period), phrase: periodPhrase(period) };
  const words = named(period.from, text);
  return { words, phrase: /^\d{1,2} /.test(words) ? words : `in ${words}` };
}

/** Unsure facts are stored and searched, but not stated: the passage words them better. */
export function isSure({ certainty = 1 }: Pick<MemoryRecord, "certainty">): boolean {
  return certainty === 1;
}
