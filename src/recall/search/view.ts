/**
 * View: what is known of a pool as a whole, computed before the features of each passage. Pure.
 * Arrays have one entry per row.
 */

import type { StoredPassage } from "../../stores/store.js";
import { fold, indexWords } from "../../text/words.js";
import { analysisOf, letterGroups, type PassageAnalysis, type Phrase } from "../passages/passage-analysis.js";
import type { WordMask } from "../question/content.js";
import { Content } from "../question/content.js";
import type { WordHits } from "./bm25.js";
import type { Pool } from "./gather.js";

/** What is known of a pool as a whole. */
export interface View {
  readonly pool: Pool;
  readonly analyses: readonly PassageAnalysis[];
  /** The question's words, without names of speakers. */
  readonly content: Content;
  /** Which of these words each passage contains. */
  readonly masks: readonly WordMask[];
  /** Names in the question that belong to speakers. */
  readonly named: ReadonlySet<string>;
  readonly isNamed: (passage: StoredPassage) => boolean;
  /** Pairs of neighbouring words of the question, as written: "support group". */
  readonly phrases: readonly Phrase[];
  /** The rows of each conversation. */
  readonly sources: readonly (readonly number[])[];
  /** Mean cosine of the three best passages of its source with the question's subject. */
  readonly sessionSimilarity: Float64Array;
  readonly lastPassage: number;
  /** The question asks for the latest or the earliest of several. */
  readonly wantsLatest: boolean;
  readonly wantsEarliest: boolean;
  /**
   * Rows of the passages around each passage in its conversation, `reach` steps to each side; -1
   * if there is none. See {@link around}.
   */
  readonly neighbours: Int32Array;
}

/** Computes the view of a pool. */
export function viewOf(pool: Pool): View {
  const all = pool.passages;
  const analyses = all.map(analysisOf);
  const speakers = [...new Set(all.map(({ speaker }) => speaker))];
  const words = speakers.flatMap(nameWords);
  const named = new Set(pool.question.names.filter((name) => words.some((word) => sameName(name, word))));
  const content = new Content(withoutSpeakers(pool.words, named));
  const masks = content.masksOf(all);
  const sources = rowsOfConversations(pool);
  return {
    pool,
    analyses,
    content,
    masks,
    named,
    isNamed: namedAmong(speakers, named),
    phrases: phrasesOf(pool.question.text),
    sources,
    sessionSimilarity: sessionSimilarity(pool, sources),
    lastPassage: all.at(-1)?.id ?? 0,
    wantsLatest: latestWanted.test(pool.question.text),
    wantsEarliest: earliestWanted.test(pool.question.text),
    neighbours: neighboursOf(pool, analyses),
  };
}

/** Maximum number of steps from a passage to one that still counts as near. */
export const reach = 8;
const span = 2 * reach + 1;

/**
 * Returns the row of the passage that is `step` passages away from a row, if both belong to the
 * same conversation; else -1.
 */
export function around({ neighbours }: Pick<View, "neighbours">, row: number, step: number): number {
  return neighbours[row * span + reach + step]!;
}

const hourMs = 3_600_000;

/**
 * `all` is in ascending order of numbers, so neighbours by number are near each other in the list.
 */
function neighboursOf(
  { passages: all, conversations }: Pool,
  analyses: readonly PassageAnalysis[],
): Int32Array {
  const neighbours = new Int32Array(all.length * span).fill(-1);
  for (let row = 0; row < all.length; row += 1) {
    const one = all[row]!;
    for (let next = row + 1; next < all.length; next += 1) {
      const other = all[next]!;
      const step = other.id - one.id;
      if (step > reach) break;
      const apartMs = Math.abs(analyses[row]!.saidMs - analyses[next]!.saidMs);
      if (conversations[row] !== conversations[next] && !answers(one, other, apartMs)) continue;
      neighbours[row * span + reach + step] = next;
      neighbours[next * span + reach - step] = row;
    }
  }
  return neighbours;
}

/** Whether two speakers spoke within an hour, so that one may answer the other. */
function answers(a: StoredPassage, b: StoredPassage, apartMs: number): boolean {
  return (a.speaker !== b.speaker || a.role !== b.role) && apartMs <= hourMs;
}

function withoutSpeakers(words: readonly WordHits[], named: ReadonlySet<string>): readonly WordHits[] {
  const stems = new Set([...named].flatMap(indexWords));
  const content = words.filter(({ word }) => !stems.has(word));
  return content.length > 0 ? content : words;
}

function namedAmong(
  speakers: readonly (string | null)[],
  named: ReadonlySet<string>,
): (passage: StoredPassage) => boolean {
  const matching = new Set(
    speakers.filter((speaker) =>
      nameWords(speaker).some((word) => [...named].some((name) => sameName(name, word))),
    ),
  );
  return ({ speaker }) => matching.has(speaker);
}

function nameWords(name: string | null): string[] {
  return name === null ? [] : fold(name).split(/\s+/);
}

/**
 * Whether one name is the beginning of the other, with at least three letters: "Mel" is Melanie.
 */
function sameName(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a)));
}

function phrasesOf(text: string): Phrase[] {
  const words = fold(text).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  return words
    .slice(1)
    .map((word, index) => `${words[index]} ${word}`)
    .filter((phrase) => phrase.length > 8)
    .map((phrase) => ({ text: phrase, groups: letterGroups(phrase) }));
}

function rowsOfConversations({ conversations }: Pool): number[][] {
  const rowsOf = new Map<number | string, number[]>();
  for (const [row, conversation] of conversations.entries()) {
    const rows = rowsOf.get(conversation);
    if (rows === undefined) rowsOf.set(conversation, [row]);
    else rows.push(row);
  }
  return [...rowsOf.values()];
}

function sessionSimilarity({ subjectSimilarity }: Pool, sources: View["sources"]): Float64Array {
  const means = new Float64Array(subjectSimilarity.length);
  for (const rows of sources) {
    const mean = bestThree(rows.map((row) => subjectSimilarity[row]!)) / 3;
    for (const row of rows) means[row] = mean;
  }
  return means;
}

/** Sum of the three highest. */
function bestThree(values: number[]): number {
  const best = values.length > 2 ? values.sort((a, b) => b - a).slice(0, 3) : values;
  return best.reduce((sum, one) => sum + one, 0);
}

/** Words by which a question asks for the latest, or for the earliest. */
const latestWanted = /\b(?:current|currently|now|latest|recent|recently|last|still)\b/i;
const earliestWanted = /\b(?:first|initial|initially|start|started|begin|began|original)\b/i;
