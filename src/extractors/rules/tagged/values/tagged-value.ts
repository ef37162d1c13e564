/** Cleans the value of a tagged fact: removes words and punctuation at its ends. */
import { isLeadingAbbreviation, type Span } from "../../../../text/sentences.js";
import { isCounted, unitLength } from "./measured-value.js";

const longestValue = 160;
const longestWord = 40;

/** The cleaned value; `null` if nothing meaningful is left. */
export function writtenValue(text: string, marked: Span): string | null {
  const { start, end } = wholeName(text, wholeWords(text, marked));
  const value = text
    .slice(start, Math.min(wholeMeasure(text, { start, end }), start + longestValue))
    .replace(/^(?:(?!\+\d)[\s"'“‘*_`([{:,;.#/=+-])+/u, "")
    .replace(
      /^(?:(?:an?|the|my|our|his|her|their|some|of|for|as|in|on|at|by|to|with|and|or|about)\s+)+(?=\S)/i,
      "",
    )
    .replace(/[\s"'”’*_`)\]},;:.!?/=+-]+$/u, "")
    .replace(/\s+(?:and|or|but|by|with|for|of|to|in|on|at|as|the|an?|instead|rather)$/i, "")
    .replace(/\s+/g, " ");
  const isFragment = isCounted(value, text.slice(Math.max(0, start - 12), start));
  if (isFragment || isLeadingAbbreviation(value)) return null;
  return saysSomething.test(value) && !saysNothing.test(value) ? value : null;
}

/** "pinetree88" is one word, even if only its letters were marked. */
function wholeWords(text: string, { start, end }: Span): Span {
  const before = /[\p{L}\p{N}]*$/u.exec(text.slice(Math.max(0, start - longestWord), start))![0];
  const after = /^[\p{L}\p{N}]*/u.exec(text.slice(end, end + longestWord))![0];
  return {
    start: inWord.test(text[start] ?? "") ? start - before.length : start,
    end: inWord.test(text[end - 1] ?? "") ? end + after.length : end,
  };
}

const inWord = /[\p{L}\p{N}]/u;

/** The end of a value: "12" is extended to "12 May", and "200" to "200 euros". */
function wholeMeasure(text: string, { start, end }: Span): number {
  const written = text.slice(start, end);
  const after = text.slice(end, end + 30);
  const rest = /^\d{1,2}$/.test(written) ? month.exec(after) : null;
  return end + (rest?.[0].length ?? unitLength(written, after));
}

const month = /^(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:\s+\d{4})?/i;

/** A word of two letters, a letter of a script without capitals, or a digit. */
const saysSomething = /\p{L}{2}|\p{Lo}|\d/u;
const saysNothing =
  /^(?:i|me|you|it|he|she|they|we|us|this|that|these|those|them|him|her|so|there|here|(?:me|us|him|them) (?:the|a|an|to|that|how|what)\b.*|lots?|things?|stuff|something|anything|everything|more|much|well|good|great|nice|way|one|ones|some|all|both|yes|no|not)$|[=<>{}]/i;

/** A word of a name, not an abbreviation in capitals. */
const nameWord = "\\p{Lu}\\p{Ll}+(?:[-’']\\p{L}{2,})*";
const wordsAfter = new RegExp(`^(?: ${nameWord})+(?![\\p{L}’'-])`, "u");
/** Not at the start of a sentence, where every first word is capitalised. */
const wordsBefore = new RegExp(`(?<=[^\\s.!?:"“(*#>-] )(?:${nameWord} )+$`, "u");
const isName = new RegExp(`^${nameWord}(?: ${nameWord})*$`, "u");
const isTime =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/**
 * The span of the whole name: "Marisol Reyes" for "Reyes" in "I met Marisol Reyes". The span itself
 * if it is not part of a name.
 */
export function wholeName(text: string, marked: Span): Span {
  const { start, end } = withTitle(text, marked);
  if (end - start > marked.end - marked.start) return { start, end };
  if (!isName.test(text.slice(start, end))) return { start, end };
  const before = wordsBefore.exec(text.slice(0, start))?.[0] ?? "";
  const after = wordsAfter.exec(text.slice(end))?.[0] ?? "";
  return {
    start: isTime.test(before) ? start : start - before.length,
    end: isTime.test(after) ? end : end + after.length,
  };
}

const titleBefore = /(?:^|[^\p{L}])(?<title>\p{Lu}\p{L}{0,5})\.\s$/u;
const nameAfter = new RegExp(`^\\.\\s${nameWord}(?: ${nameWord})*(?![\\p{L}’'-])`, "u");

/**
 * "Dr. Amsel" for "Dr" or "Amsel": the full stop of an abbreviation before a name is part of the
 * name. The span itself where there is none.
 */
function withTitle(text: string, { start, end }: Span): Span {
  if (!/^\p{Lu}/u.test(text.slice(start, end))) return { start, end };
  const title = titleBefore.exec(text.slice(Math.max(0, start - 9), start))?.groups?.title ?? "";
  const last = /\p{L}+$/u.exec(text.slice(start, end))?.[0] ?? "";
  const after = isLeadingAbbreviation(last) ? (nameAfter.exec(text.slice(end))?.[0] ?? "") : "";
  return {
    start: isLeadingAbbreviation(title) ? text.lastIndexOf(title, start) : start,
    end: end + after.length,
  };
}
