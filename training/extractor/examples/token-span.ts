/** Finds copied words of a label among the tokens of a passage. */
import type { Token } from "../../../src/extractors/learnt/tokens.js";

/** First and last token, both included. */
export type TokenSpan = readonly [first: number, last: number];

/** Which occurrence of a part to find. */
export interface SpanSearch {
  /** Offset in the text: the nearest occurrence is returned. @default 0 */
  readonly near?: number;
  /** Occurrences after `near` only where there is none before it. @default false */
  readonly preferBefore?: boolean;
  /** Whole words in any case, for names that the labels write in lower case. @default false */
  readonly anyCase?: boolean;
}

/** Added to the distance of an occurrence after `near`; longer than any passage. */
const afterPenalty = 1000;
/**
 * Added for an occurrence within a word: "20" in "6,200" or "dog" in "dogs" is used only if there
 * is no other.
 */
const partPenalty = 10_000;
const letter = /[\p{L}\p{N}]/u;
const partOfNumber = /\d[.,:]$/;

/**
 * The tokens of one occurrence of `part` in `text`, chosen by `search`; `null` where none begins at
 * the start of a word.
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

/** Whether an occurrence is not part of a longer word or number. */
function isWhole(text: string, start: number, end: number): boolean {
  const goesOn = /^[\p{L}\p{N}]|^[.,:]\d/u.test(text.slice(end, end + 2));
  return (
    !goesOn && !(/\d/.test(text[start] ?? "") && partOfNumber.test(text.slice(Math.max(0, start - 2), start)))
  );
}
