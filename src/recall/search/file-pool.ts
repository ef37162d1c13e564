/**
 * Gathers the passages of files that may answer a question. They are gathered separately from
 * conversations, so that neither can displace the other.
 */

import type { Criteria, Snapshot, StoredPassage, StoreStatistics } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import { askedPages, withoutPages } from "../question/asked-pages.js";
import type { QueryWord, Question } from "../question/interpret.js";
import { type WordHits, wordHits } from "./bm25.js";
import { byPassage, fuse } from "./fuse.js";
import { ascending, postingsLimit } from "./gather.js";

/** What was found in files for a question. */
export interface FilePool {
  readonly question: Question;
  /** Pages that the question asks for. */
  readonly pages: readonly number[];
  readonly words: readonly WordHits[];
  /** In ascending order of their numbers. */
  readonly passages: readonly StoredPassage[];
  /** Cosine of each with the question. */
  readonly similarity: Float32Array;
}

/** Options of {@link gatherFiles}. */
export interface FileGatherOptions {
  /** Unit norm, or zero if the question contains nothing that the embedder knows. */
  readonly vector: Float32Array;
  readonly scope: Criteria;
  /** Statistics of the passages of files. */
  readonly statistics: StoreStatistics;
}

/**
 * Maximum number of passages that are read. Below: how many of them are found by vector, and how
 * many on each page that the question names.
 */
const readLimit = 120;
const nearestLimit = 100;
const onPageLimit = 60;

/** Gathers from files. A store without files is not searched. */
export async function gatherFiles(
  store: Snapshot,
  question: Question,
  { vector, scope, statistics }: FileGatherOptions,
): Promise<FilePool> {
  const pages = askedPages(question.text);
  if (statistics.passages === 0)
    return { question, pages, words: [], passages: [], similarity: new Float32Array() };
  const words = wordsOf(question, pages);
  const [postings, nearest, ...onPages] = await store.search([
    {
      by: "words",
      words: words.map(({ word }) => word),
      limit: postingsLimit(statistics.passages),
      scope,
    },
    { by: "vector", vector, limit: nearestLimit, scope },
    ...pages.map((page) => ({ by: "page", page, limit: onPageLimit, scope }) as const),
  ]);
  const hits = wordHits(words, postings, statistics);
  const found = fuse({ words: byPassage(hits), nearest }, readLimit);
  const wanted = ascending([...found.passages, ...onPages.flat()]);
  const [read] = await store.read([{ of: "passages", numbers: wanted, scope }]);
  const passages = read.filter(({ file }) => file !== null);
  const numbers = passages.map(({ id }) => id);
  const [cosines] = await store.read([{ of: "similarities", vectors: [vector], numbers }]);
  return { question, pages, words: hits, passages, similarity: cosines[0]! };
}

/** The words of "page 217" name a place, so they are not searched for. */
function wordsOf({ text, words }: Question, pages: readonly number[]): readonly QueryWord[] {
  if (pages.length === 0) return words;
  const left = new Set(indexWords(withoutPages(text)));
  return words.filter(({ word, weight }) => weight < 1 || left.has(word));
}
