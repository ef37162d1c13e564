/** The value of a tagged fact as it is recorded: without what leads it in and out. */
import type { Span } from "../../../text/sentences.js";
import { wholeName } from "./whole-name.js";

const longestValue = 160;

/** The value without what leads it in and out; `null` where nothing is left that says something. */
export function writtenValue(text: string, marked: Span): string | null {
  const { start, end } = wholeName(text, marked);
  const value = text
    .slice(start, Math.min(wholeDate(text, { start, end }), start + longestValue))
    .replace(/^[\s"'“‘*_`([{:,;.#/=+-]+/u, "")
    .replace(
      /^(?:(?:an?|the|my|our|his|her|their|some|of|for|as|in|on|at|by|to|with|and|or|about)\s+)+(?=\S)/i,
      "",
    )
    .replace(/[\s"'”’*_`)\]},;:.!?/=+-]+$/u, "")
    .replace(/\s+(?:and|or|but|by|with|for|of|to|in|on|at|as|the|an?|instead|rather)$/i, "")
    .replace(/\s+/g, " ");
  return saysSomething.test(value) && !saysNothing.test(value) ? value : null;
}

/** The end of a value: "12" goes on in "12 May". */
function wholeDate(text: string, { start, end }: Span): number {
  const rest = /^\d{1,2}$/.test(text.slice(start, end)) ? month.exec(text.slice(end, end + 20)) : null;
  return end + (rest?.[0].length ?? 0);
}

const month = /^(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:\s+\d{4})?/i;

/** A word of two letters, a letter of a script without capitals, or a digit. */
const saysSomething = /\p{L}{2}|\p{Lo}|\d/u;
const saysNothing =
  /^(?:i|me|you|it|he|she|they|we|us|this|that|these|those|them|him|her|so|there|here|lots?|things?|stuff|something|anything|everything|more|much|well|good|great|nice|way|one|ones|some|all|both|yes|no|not)$|[=<>{}]/i;
