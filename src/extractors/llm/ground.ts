/**
 * Whether what a model wrote down stands on what was said. Pure; words only, because a second model
 * would have to be believed too.
 */
import type { Span } from "../../text/sentences.js";
import { fold, indexWords } from "../../text/words.js";

/**
 * What a record may rest on, as index words: a passage, what it answers, who speaks, and what was
 * said before it.
 */
export type Evidence = ReadonlySet<string>;

export function evidenceOf(texts: readonly (string | null)[]): Set<string> {
  return new Set(texts.flatMap((text) => (text === null ? [] : indexWords(text))));
}

/**
 * Whether a quote stands in a text, letter by letter but for case, accents, width, white space, the
 * shapes of quotation marks and dashes, and the marks round it. It begins and ends where words do.
 * One of nothing but stop words stands everywhere and rests on nothing, unless it is all that was
 * said.
 */
export function isQuoted(quote: string, text: string): boolean {
  const [needle, hay] = [plain(quote), plain(text)];
  if (needle === "") return false;
  if (needle === hay) return true;
  return indexWords(quote).length > 0 && wholeWords(needle).test(hay);
}

/**
 * Where a quote that {@link isQuoted} finds stands in a text, the first time; `undefined` where
 * letters that are written in several ways keep it from being placed.
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
 * Letters of words that stand apart; those of Chinese, Japanese or Thai have no edge to look for.
 */
const spacedLetter = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}]";

function wholeWords(needle: string): RegExp {
  const opens = new RegExp(`^${spacedLetter}`, "u").test(needle) ? `(?<!${spacedLetter})` : "";
  const closes = new RegExp(`${spacedLetter}$`, "u").test(needle) ? `(?!${spacedLetter})` : "";
  return new RegExp(opens + needle.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&") + closes, "u");
}

/** As {@link isQuoted} finds them the same. */
function plain(text: string): string {
  return oneShape(text).replace(/^[' .…]+|[' .,;:!?…]+$/gu, "");
}

/** In one case, width and shape of quotation marks, dashes and white space. */
function oneShape(text: string): string {
  return fold(text)
    .replace(/[“”„‟«»‹›"'‘’‚‛`´]/gu, "'")
    .replace(/[‐‑‒–—―−]/gu, "-")
    .replace(/\s+/gu, " ");
}

/**
 * Whether a name or a value shares a word with what was said. What has no word of its own ("it")
 * shares none; a mark or a sign needs none.
 */
export function isGrounded(text: string, evidence: Evidence): boolean {
  const words = indexWords(text);
  return words.length === 0 ? !/[\p{L}\p{N}]/u.test(text) : words.some((word) => evidence.has(word));
}

/**
 * Whether a sentence is mostly made of words that were said: at least half of them. Its verb may be
 * the model's own.
 */
export function isMostlyGrounded(sentence: string, evidence: Evidence): boolean {
  const words = indexWords(sentence);
  return words.length > 0 && words.filter((word) => evidence.has(word)).length * 2 >= words.length;
}
