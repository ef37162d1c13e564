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

/** Replaces omitted sentences. */
const gap = "…";

/**
 * Returns the sentences with the most words of the question, then those next to them, as many as
 * fit, verbatim and in their order; `undefined` if none fits.
 */
export function excerpt(
  text: string,
  { asked, tokenBudget, countTokens }: ExcerptOptions,
): string | undefined {
  const gapTokens = countTokens(gap);
  // There is at most one gap more than there are sentences.
  let left = tokenBudget - gapTokens;
  if (left < gapTokens) return undefined;
  const spans = sentenceSpans(text);
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const kept = new Set<number>();
  for (const at of mostAsked(texts, asked)) {
    const tokens = countTokens(texts[at]!) + gapTokens;
    if (tokens > left) continue;
    kept.add(at);
    left -= tokens;
  }
  return kept.size === 0 ? undefined : joined(text, spans, kept);
}

/**
 * Indexes of the sentences, those with the most words of the question first. A sentence also counts
 * half of what the one before it counts, and a quarter of what the one after it counts.
 */
function mostAsked(texts: readonly string[], asked: readonly QueryWord[]): number[] {
  const weightOf = new Map(asked.map(({ word, weight }) => [word, weight]));
  const own = texts.map((text) =>
    [...new Set(indexWords(text))].reduce((sum, word) => sum + (weightOf.get(word) ?? 0), 0),
  );
  const around = own.map((weight, at) => weight + Math.max((own[at - 1] ?? 0) / 2, (own[at + 1] ?? 0) / 4));
  return [...around.keys()].sort((one, other) => around[other]! - around[one]! || one - other);
}

function joined(text: string, spans: readonly Span[], kept: ReadonlySet<number>): string {
  const parts: string[] = [];
  let next = 0;
  for (const [at, { start, end }] of spans.entries()) {
    if (!kept.has(at)) continue;
    const between = at === 0 ? "" : at === next ? text.slice(spans[at - 1]!.end, start) : ` ${gap} `;
    parts.push(between, text.slice(start, end));
    next = at + 1;
  }
  if (next < spans.length) parts.push(` ${gap}`);
  return parts.join("").trim();
}
