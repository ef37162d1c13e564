/**
 * Excerpt: the sentences of a long passage that a question is about. Pure. A page in full takes the room of ten messages that may hold the answer as well.
 */
import { type Span, sentenceSpans } from "../../text/sentences.js";
import { indexWords } from "../../text/words.js";
import type { QueryWord } from "../question/interpret.js";

export interface ExcerptOptions {
  /** The words of the question. */
  readonly asked: readonly QueryWord[];
  /** Tokens that an excerpt may take. */
  readonly tokenBudget: number;
  readonly countTokens: (text: string) => number;
}

/** Stands for sentences that are left out. */
const gap = "…";

/**
 * The sentences that hold most of the question, and of the others those beside them, as many as fit, in their order and word for word; `undefined` where none fits.
 */
export function excerpt(
  text: string,
  { asked, tokenBudget, countTokens }: ExcerptOptions,
): string | undefined {
  const spans = sentenceSpans(text);
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const gapTokens = countTokens(gap);
  const kept = new Set<number>();
  // One gap more than there are sentences, at most.
  let left = tokenBudget - gapTokens;
  for (const at of mostAsked(texts, asked)) {
    const tokens = countTokens(texts[at]!) + gapTokens;
    if (tokens > left) continue;
    kept.add(at);
    left -= tokens;
  }
  return kept.size === 0 ? undefined : joined(text, spans, kept);
}

/** Places of the sentences, those first that hold most of the question. What follows a sentence goes on about it and counts half as much, what leads to it a quarter. */
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
