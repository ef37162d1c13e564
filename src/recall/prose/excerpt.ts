/**
 * Excerpt: the sentences of a long passage that fit a question. Pure. A whole page uses the tokens
 * of ten messages, any of which may contain the answer.
 */
import { type Span, sentenceSpans } from "../../text/sentences.js";
import { indexWords } from "../../text/words.js";
import type { QueryWord } from "../question/interpret.js";

/** Options of {@link excerpt}. */
export interface ExcerptOptions {
  /** The words of the question. */
  readonly asked: readonly QueryWord[];
  /** Tokens that an excerpt may take. */
  readonly tokenBudget: number;
  readonly countTokens: (text: string) => number;
}

/** A text and its sentences. */
export interface SplitText {
  readonly text: string;
  readonly sentences: readonly Sentence[];
}

interface Sentence extends Span {
  readonly text: string;
  /** Its index words, each once. */
  readonly words: readonly string[];
}

/** Splits a text for {@link excerpt}. */
export function splitText(text: string): SplitText {
  const sentences = sentenceSpans(text).map(({ start, end }) => {
    const sentence = text.slice(start, end);
    return { start, end, text: sentence, words: [...new Set(indexWords(sentence))] };
  });
  return { text, sentences };
}

/** Replaces omitted sentences. */
const gap = "…";

/**
 * Returns the sentences with the most words of the question, then those next to them, as many as
 * fit, verbatim and in their order; `undefined` if none fits.
 */
export function excerpt(
  text: SplitText,
  { asked, tokenBudget, countTokens }: ExcerptOptions,
): string | undefined {
  const gapTokens = countTokens(gap);
  // There is at most one gap more than there are sentences.
  let left = tokenBudget - gapTokens;
  if (left < gapTokens) return undefined;
  const { sentences } = text;
  const kept = new Set<number>();
  for (const at of mostAsked(sentences, asked)) {
    const tokens = countTokens(sentences[at]!.text) + gapTokens;
    if (tokens > left) continue;
    kept.add(at);
    left -= tokens;
  }
  return kept.size === 0 ? undefined : joined(text, kept);
}

/**
 * Indexes of the sentences, those with the most words of the question first. A sentence also counts
 * half of what the one before it counts, and a quarter of what the one after it counts.
 */
function mostAsked(sentences: readonly Sentence[], asked: readonly QueryWord[]): number[] {
  const weightOf = new Map(asked.map(({ word, weight }) => [word, weight]));
  const own = sentences.map(({ words }) => words.reduce((sum, word) => sum + (weightOf.get(word) ?? 0), 0));
  const around = own.map((weight, at) => weight + Math.max((own[at - 1] ?? 0) / 2, (own[at + 1] ?? 0) / 4));
  return [...around.keys()].sort((one, other) => around[other]! - around[one]! || one - other);
}

function joined({ text, sentences }: SplitText, kept: ReadonlySet<number>): string {
  const parts: string[] = [];
  let next = 0;
  for (const [at, sentence] of sentences.entries()) {
    if (!kept.has(at)) continue;
    const before = sentences[at - 1]?.end ?? 0;
    const between = at === 0 ? "" : at === next ? text.slice(before, sentence.start) : ` ${gap} `;
    parts.push(between, sentence.text);
    next = at + 1;
  }
  if (next < sentences.length) parts.push(` ${gap}`);
  return parts.join("").trim();
}
