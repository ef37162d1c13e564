/** Finds copied words of a label among the tokens of a passage. */
import type { Token } from "../../src/extractors/learnt/tokens.js";

/** First and last token, both included. */
export type TokenSpan = readonly [first: number, last: number];

/** Which occurrence of a part is meant. */
export interface SpanSearch {
  /** Offset in the text: the nearest occurrence is returned. @default 0 */
  readonly near?: number;
  /** Occurrences after `near` only where there is none before it. @default false */
  readonly preferBefore?: boolean;
  /** Whole words in any case, for names that the labels write in lower case. @default false */
  readonly anyCase?: boolean;
}

/** Counts as further away than any occurrence before: passages are shorter. */
const afterPenalty = 1000;
/** "20" in "6,200" or "dog" in "dogs" is meant only where it occurs nowhere else. */
const partPenalty = 10_000;
const letter = /[\p{L}\p{N}]/u;
const partOfNumber = /\d[.,:]$/;

/**
 * Tokens of the occurrence of `part` in `text` that `search` asks for; `null` where there is none
 * that begins at a word's start.
 */
export function tokenSpan(
  part: string,
  { text, tokens }: { readonly text: string; readonly tokens: readonly Token[] },
  { near = 0, preferBefore = false, anyCase = false }: SpanSearch = {},
): TokenSpan | null {
  const found = occurrences(anyCase ? part.toLowerCase() : part, anyCase ? text.toLowerCase() : text)
    .filter((start) => !letter.test(text[start - 1] ?? ""))
    .filter((start) => !anyCase || !letter.test(text[start + part.length] ?? ""))
    .map((start) => ({
      distance:
        Math.abs(start - near) +
        (preferBefore && start > near ? afterPenalty : 0) +
        (isWhole(text, start, start + part.length) ? 0 : partPenalty),
      first: tokens.findIndex(({ end }) => end > start),
      last: tokens.findLastIndex((token) => token.start <= start + part.length - 1),
    }))
    .filter(({ first, last }) => first >= 0 && last >= first)
    .sort((a, b) => a.distance - b.distance)[0];
  return found === undefined ? null : [found.first, found.last];
}

function occurrences(part: string, text: string): number[] {
  const starts: number[] = [];
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + 1)) starts.push(start);
  return starts;
}

/** Whether no word or number goes on before or behind it. */
function isWhole(text: string, start: number, end: number): boolean {
  const goesOn = /^[\p{L}\p{N}]|^[.,:]\d/u.test(text.slice(end, end + 2));
  return (
    !goesOn && !(/\d/.test(text[start] ?? "") && partOfNumber.test(text.slice(Math.max(0, start - 2), start)))
  );
}
