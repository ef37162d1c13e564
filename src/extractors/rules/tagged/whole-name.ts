/**
 * Names are whole: the tagger marks words, and a name may begin before or go on after the words
 * that it marked.
 */
import type { Span } from "../../../text/sentences.js";

/** A word of a name, not an abbreviation in capitals. */
const nameWord = "\\p{Lu}\\p{Ll}+(?:[-’']\\p{L}{2,})*";
const wordsAfter = new RegExp(`^(?: ${nameWord})+(?![\\p{L}’'-])`, "u");
/** Not at the start of a sentence, where every word has a capital. */
const wordsBefore = new RegExp(`(?<=[^\\s.!?:"“(*#>-] )(?:${nameWord} )+$`, "u");
const isName = new RegExp(`^${nameWord}(?: ${nameWord})*$`, "u");
const isTime =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/**
 * The span of the whole name where a span holds a part of one; else the span itself: "Reyes" in "I
 * met Marisol Reyes".
 */
export function wholeName(text: string, { start, end }: Span): Span {
  if (!isName.test(text.slice(start, end))) return { start, end };
  const before = wordsBefore.exec(text.slice(0, start))?.[0] ?? "";
  const after = wordsAfter.exec(text.slice(end))?.[0] ?? "";
  return {
    start: isTime.test(before) ? start : start - before.length,
    end: isTime.test(after) ? end : end + after.length,
  };
}
