/**
 * Context hits: finds the conversation that a request continues. "What is the next step for us?"
 * does not name its topic; the messages just before it do. An application that remembers every
 * message need not pass that as `previous_context`.
 */
import type { Criteria, Layout, Snapshot, StoredPassage, StoreStatistics } from "../../stores/store.js";
import { sentences } from "../../text/sentences.js";
import { indexWords } from "../../text/words.js";
import type { Question } from "../question/interpret.js";
import { type WordHits, wordHits } from "./bm25.js";

/**
 * Estimates how likely a message continues a conversation, 0 to 1: 0 for a single question, which
 * may be about any time; a half for two sentences.
 */
export function continuationOf({ text }: Pick<Question, "text">): number {
  return 1 - 1 / Math.max(1, sentences(text).length);
}

/** Age at which a passage is half as recent as one of today. */
const recentMs = 30 * 86_400_000;

/**
 * Estimates how likely a message continues what was said so long before it, 0 to 1: somebody who
 * continues their work mostly means what was said about it lately.
 *
 * @param continuation see {@link continuationOf}
 */
export function recencyOf(continuation: number, ageMs: number): number {
  return continuation / (1 + Math.max(0, ageMs) / recentMs);
}

/** A longer pause ends a conversation. */
const pauseMs = 3_600_000;
/** Maximum number of passages of the conversation that are read, the last ones. */
const readPassages = 12;
/**
 * Maximum number of words of the conversation that are searched for, the last ones said. Session
 * recall at 10 of RealMem was 69.7 without them, 70.8 with 32 words and 71.4 with 48 words of
 * weight 3. The rarest 48 instead of the last gave 72.0, but to find the rarest, all of them must
 * be looked up.
 */
const searchedWords = 48;

/** Options of {@link hitsOfContext}. */
export interface ContextOptions {
  readonly layout: Layout;
  /** When the question is asked, in milliseconds since 1970. */
  readonly askedMs: number;
  readonly scope: Criteria;
  readonly statistics: StoreStatistics;
  /** Maximum number of passages that a searched word may be in. */
  readonly limit: number;
}

/**
 * Searches for the words that were said just before a message that continues a conversation, and
 * returns where they are found. The sources of these words are left out, because the asker sees
 * them. Empty for a single question.
 */
export async function hitsOfContext(
  store: Snapshot,
  question: Question,
  { layout, askedMs, scope, statistics, limit }: ContextOptions,
): Promise<readonly WordHits[]> {
  if (continuationOf(question) === 0) return [];
  const [read] = await store.read([{ of: "passages", numbers: lastNumbers(layout), scope }]);
  const before = saidJustBefore(read, askedMs);
  const words = wordsBefore(before, question).map((word) => ({ word, weight: 1, name: false }));
  if (words.length === 0) return [];
  const searched = words.map(({ word }) => word);
  const [postings] = await store.search([{ by: "words", words: searched, limit, scope }]);
  return elsewhere(wordHits(words, postings, statistics), before, layout);
}

/** The passages said within the hour before, newest first, up to the first older one. */
function saidJustBefore(passages: readonly StoredPassage[], askedMs: number): readonly StoredPassage[] {
  const newestFirst = passages.toSorted((one, other) => other.id - one.id);
  const over = newestFirst.findIndex(({ saidAt }) => {
    const ageMs = askedMs - Date.parse(saidAt);
    return !(ageMs >= 0 && ageMs < pauseMs);
  });
  return over < 0 ? newestFirst : newestFirst.slice(0, over);
}

function lastNumbers({ conversationOf }: Layout): number[] {
  const numbers: number[] = [];
  for (let number = conversationOf.length - 1; number > 0 && numbers.length < readPassages; number -= 1)
    if (conversationOf[number] !== 0) numbers.push(number);
  return numbers;
}

/** The words of passages, newest first, without those of the question. */
function wordsBefore(passages: readonly StoredPassage[], { words }: Question): string[] {
  const own = new Set(words.map(({ word }) => word));
  const found = new Set<string>();
  for (const { text } of passages)
    for (const word of indexWords(text)) {
      if (found.size === searchedWords) return [...found];
      if (!own.has(word)) found.add(word);
    }
  return [...found];
}

function elsewhere(
  hits: readonly WordHits[],
  passages: readonly StoredPassage[],
  { conversationOf }: Pick<Layout, "conversationOf">,
): WordHits[] {
  const own = new Set(passages.map(({ id }) => conversationOf[id]));
  return hits.map((one) => ({ ...one, passages: one.passages.filter((id) => !own.has(conversationOf[id])) }));
}
