/**
 * Checks whether the text supports what a model wrote. Pure; it compares words only, because a
 * second model could be wrong too.
 */
import type { Span } from "../../text/sentences.js";
import { fold, indexWords } from "../../text/words.js";

/**
 * The index words that support a record: those of the passage, the question before it, the speaker,
 * and the text before it.
 */
export type Evidence = ReadonlySet<string>;

/** The index words of texts. */
export function evidenceOf(texts: readonly (string | null)[]): Set<string> {
  return new Set(texts.flatMap((text) => (text === null ? [] : indexWords(text))));
}

/**
 * Whether a quote is in a text. Letters must match except for case, accents, width, white space,
 * the shapes of quotation marks and dashes, and punctuation around the quote. It must begin and end
 * at word boundaries. A quote of stop words only is not evidence, unless it is the whole text.
 */
export function isQuoted(quote: string, text: string): boolean {
  const [needle, hay] = [plain(quote), plain(text)];
  if (needle === "") return false;
  if (needle === hay) return true;
  return indexWords(quote).length > 0 && wholeWords(needle).test(hay);
}

/**
 * The first span of a quote in a text. `undefined` if {@link isQuoted} finds the quote but its
 * offsets are unclear, because folding changed the letters.
 */
export function quotedSpan(quote: string, text: string): Span | undefined {
  const needle = plain(quote);
  const places: Span[] = [];
  let hay = "";
  for (let at = 0; at < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(at)!);
    const written = oneShape(letter);
    if (written !== " " || !hay.endsWith(" "))
      for (const unit of written.split("")) {
        hay += unit;
        places.push({ start: at, end: at + letter.length });
      }
    at += letter.length;
  }
  const found = wholeWords(needle).exec(hay);
  if (needle === "" || found === null) return undefined;
  return { start: places[found.index]!.start, end: places[found.index + needle.length - 1]!.end };
}

/**
 * Letters of scripts with spaces between words. Chinese, Japanese and Thai have no word boundaries
 * to check.
 */
const spacedLetter = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}]";

function wholeWords(needle: string): RegExp {
  const opens = new RegExp(`^${spacedLetter}`, "u").test(needle) ? `(?<!${spacedLetter})` : "";
  const closes = new RegExp(`${spacedLetter}$`, "u").test(needle) ? `(?!${spacedLetter})` : "";
  return new RegExp(opens + needle.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&") + closes, "u");
}

/** The normal form that {@link isQuoted} compares. */
function plain(text: string): string {
  return oneShape(text).replace(/^[' .…]+|[' .,;:!?…]+$/gu, "");
}

/** Text in one case and width, with one shape of quotation marks, dashes and white space. */
function oneShape(text: string): string {
  return fold(text)
    .replace(/[“”„‟«»‹›"'‘’‚‛`´]/gu, "'")
    .replace(/[‐‑‒–—―−]/gu, "-")
    .replace(/\s+/gu, " ");
}

/**
 * Whether a name or a value shares a word with the evidence. Stop words ("it") do not count;
 * punctuation and symbols need no match.
 */
export function isGrounded(text: string, evidence: Evidence): boolean {
  const words = indexWords(text);
  return words.length === 0 ? !/[\p{L}\p{N}]/u.test(text) : words.some((word) => evidence.has(word));
}

/**
 * Whether at least half of a sentence's words are in the evidence. Its verb may be the model's own.
 */
export function isMostlyGrounded(sentence: string, evidence: Evidence): boolean {
  const words = indexWords(sentence);
  return words.length > 0 && words.filter((word) => evidence.has(word)).length * 2 >= words.length;
}
