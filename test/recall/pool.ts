/** Pools and passages for tests of the pure parts of recall. */
import type { MemoryRecord } from "../../src/contract/record.js";
import { interpret } from "../../src/recall/question/interpret.js";
import { fitOf, scoreLevels, wordHits } from "../../src/recall/search/bm25.js";
import type { Pool } from "../../src/recall/search/gather.js";
import type { Layout, StoredPassage } from "../../src/stores/store.js";
import { indexWords, passageWords } from "../../src/text/words.js";

const start = "2026-05-03T10:00:00.000Z";

export function record(over: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    id: "record-1",
    type: "episodic",
    text: "text",
    entity: null,
    property: null,
    value: null,
    trigger: null,
    speaker: null,
    source_id: "source-1",
    occurred_at: start,
    occurred_until: null,
    valid_from: null,
    valid_to: null,
    created_at: start,
    superseded_by: null,
    expires_at: null,
    metadata: {},
    ...over,
  };
}

export function passage(id: number, text: string, over: Partial<StoredPassage> = {}): StoredPassage {
  const plain = { text, prompt: over.prompt ?? null, speaker: over.speaker ?? null };
  return {
    id,
    sourceId: `source-${id}`,
    role: "user",
    file: null,
    saidAt: start,
    wordCount: passageWords(plain).length,
    records: [record({ id: `record-${id}`, text })],
    superseded: [],
    ...plain,
    ...over,
  };
}

/** The layout of passages in order. */
export function layoutOf(passages: readonly StoredPassage[]): Layout {
  const room = Math.max(0, ...passages.map(({ id }) => id)) + 2;
  const conversationOf = new Uint32Array(room);
  const passageWords = new Uint32Array(room);
  const conversationWords = new Uint32Array(room);
  let conversations = 0;
  for (const [row, { id, sourceId, wordCount }] of passages.entries()) {
    if (passages[row - 1]?.sourceId !== sourceId) conversations += 1;
    conversationOf[id] = conversations;
    passageWords[id] = wordCount;
    conversationWords[conversations]! += wordCount;
  }
  return { passages: passages.length, conversations, conversationOf, passageWords, conversationWords };
}

/** A pool as gather would make it, with cosines as given, 0 where none is. */
export function poolOf(
  query: string,
  passages: readonly StoredPassage[],
  cosines: Readonly<Record<number, number>> = {},
): Pool {
  const now = new Date("2026-06-10T12:00:00Z");
  const question = interpret(query, { now });
  const statistics = {
    passages: passages.length,
    averageWordCount: passages.reduce((sum, { wordCount }) => sum + wordCount, 0) / passages.length,
  };
  const postings = question.words.map(({ word }) => ({
    word,
    passages: passages.filter((one) => passageWords(one).includes(word)).map(({ id }) => id),
    cut: false,
  }));
  const similarity = Float32Array.from(passages, ({ id }) => cosines[id] ?? 0);
  const words = wordHits(question.words, postings, statistics);
  const layout = layoutOf(passages);
  return {
    question,
    askedMs: now.getTime(),
    statistics,
    words,
    fit: fitOf(passages, { words, levels: scoreLevels(words, layout, statistics), layout, statistics }),
    passages,
    similarity,
    subjectSimilarity: similarity,
    feedback: new Float64Array(passages.length),
    chain: new Float64Array(passages.length),
    keepers: () => new Set(),
    conversations: passages.map(({ sourceId }) => sourceId),
  };
}

/** One token a word, as near as tests need. */
export function countTokens(text: string): number {
  return indexWords(text).length + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
}
