/**
 * Splits a text into sentences, as spans. A sentence ends after `.`, `!`, `?`, `…` or their
 * full-width forms, and at a line end that is not mere wrapping. Abbreviations, initials, decimals,
 * versions, URLs and file names stay whole.
 */
import { matchesIn } from "./patterns/matches.js";

/** A part of a text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a sentence may end: a Latin terminator before white space, a full-width one anywhere, or
 * the end of a line. The pattern starts only at the first terminator of a series: starting at each
 * of them would take quadratic time for a long series before a word.
 */
const candidateEnd = /(?<![.!?…؟।])[.!?…؟।]+["'”’»)\]*_]*(?=\s|$)|[。！？｡]+[」』”’）]*|\n/gu;

/** Abbreviations that never end a sentence. */
const leadingAbbreviations = new Set(
  "mr mrs ms dr prof st mt sr fr rev gen col sgt capt lt hon vs cf eg e.g ie i.e viz al fig no nr vol pp approx ca dept est z.b d.h bzw usw sra dra herr fr tel".split(
    " ",
  ),
);
/** Whether a full stop after a word only marks an abbreviation, as in "Dr. Amsel". */
export function isLeadingAbbreviation(word: string): boolean {
  return leadingAbbreviations.has(word.toLowerCase());
}

/** Abbreviations that end a sentence if a capital letter follows. */
const closingAbbreviations = new Set(
  "etc inc ltd co corp jr a.m p.m am pm u.s u.k e.u ave blvd rd bros".split(" "),
);

/**
 * Spans of the sentences of `text`, in order, without outer white space. Every other character is
 * in exactly one span.
 */
export function sentenceSpans(text: string): Span[] {
  return [...eachSentenceSpan(text)];
}

/** Like {@link sentenceSpans}, one after the other, so that a long text can be split in pieces. */
export function* eachSentenceSpan(text: string): Generator<Span, undefined> {
  let start = 0;
  let step = 0;
  for (const match of matchesIn(text, candidateEnd)) {
    const end = match.index + match[0].length;
    const number = match[0] === "." ? stepNumber(text, match.index, step) : null;
    if (number !== null) step = number;
    if (number !== null || (step > 0 && opensStep(text, end, step + 1))) continue;
    if (!endsSentence(text, match[0], match.index, end)) continue;
    const span = trimmed(text, start, end);
    if (span !== undefined) yield span;
    start = end;
  }
  const last = trimmed(text, start, text.length);
  if (last !== undefined) yield last;
}

/** The sentences of `text` themselves, verbatim. */
export function sentences(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
}

function endsSentence(text: string, mark: string, at: number, end: number): boolean {
  if (mark === "\n") return endsLine(text, end);
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  const before = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(0, at - 16), at))?.[0] ?? "";
  if (/^\p{Lu}$/u.test(before) && before !== "I") return false;
  if (/^\d{1,3}$/.test(before) && startsLine(text, at - before.length)) return false;
  if (/^\d{1,2}$/.test(before) && afterOrdinal.test(text.slice(end, end + 16))) return false;
  const word = before.toLowerCase();
  if (leadingAbbreviations.has(word)) return word === "no" ? !/^\s*\d/.test(text.slice(end, end + 8)) : false;
  if (closingAbbreviations.has(word)) return /^\s*(?:[\p{Lu}\p{Lo}]|$)/u.test(text.slice(end, end + 8));
  return true;
}

/**
 * "Am 3. Mai", "den 3. juni": in many languages a full stop marks an ordinal number. A lower-case
 * word after it shows that the sentence continues; German months are capitalised, so they are
 * listed.
 */
const afterOrdinal =
  /^\s+(?:\p{Ll}|(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L}))/u;

/**
 * "To restart: 1. stop it 2. clear it": the number before the mark, if it is the next step of a
 * list written on one line.
 */
function stepNumber(text: string, at: number, step: number): number | null {
  const before = /(?:^|[\s:;,(])(\d{1,2})$/.exec(text.slice(Math.max(0, at - 4), at));
  if (before === null || !/^\s+[\p{L}`"'“]/u.test(text.slice(at + 1, at + 8))) return null;
  const number = Number(before[1]);
  if (step > 0 && number === step + 1) return number;
  const introduced = /[:：]\s*$/.test(text.slice(Math.max(0, at - 6), at - before[1]!.length));
  return number === 1 && introduced && secondStep.test(text.slice(at, at + maxStepChars)) ? 1 : null;
}

/** A step 1 counts only if a step 2 follows within this many characters. */
const maxStepChars = 300;
const secondStep = /^[^\n]*\s2\.\s+\p{L}/u;

/**
 * "Stop it. 2. Clear it": a step that ends with a full stop, with the next step on the same line.
 */
function opensStep(text: string, end: number, number: number): boolean {
  const next = /^[^\S\n]+(\d{1,2})\.\s/.exec(text.slice(end, end + 8));
  return next !== null && Number(next[1]) === number;
}

/**
 * A line end is a sentence end unless the next line continues in lower case, which means that the
 * text was wrapped.
 */
function endsLine(text: string, end: number): boolean {
  return !/^[^\S\n]*\p{Ll}/u.test(text.slice(end, end + 24));
}

function startsLine(text: string, at: number): boolean {
  return /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, at - 16), at));
}

/** A span without outer white space; `undefined` if nothing is left. */
function trimmed(text: string, from: number, to: number): Span | undefined {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return end > start ? { start, end } : undefined;
}
