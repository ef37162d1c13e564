/**
 * BM25 (Robertson and Walker, 1994): scores how well the words of a question fit each passage, its
 * surroundings and its source. Pure. A passage is too small a unit for a request of forty words,
 * which are spread over a conversation; a conversation is too large a unit for a question that one
 * sentence answers. So each level is scored, over the same postings.
 */
import type { Layout, Posting, StoredPassage, StoreStatistics } from "../../stores/store.js";
import type { QueryWord } from "../question/interpret.js";
import { Tally } from "../ranking/tally.js";

/** The parameters k1 and b of BM25, with their usual values. */
const saturation = 1.2;
const lengthShare = 0.75;

/** BM25 of the passages and sources that contain a word of the question. */
export interface Levels {
  /** The scores of passages, by their numbers. */
  readonly passages: Tally;
  /** The scores of sources, by their numbers in the layout. */
  readonly sources: Tally;
}

/**
 * Scores passages and sources.
 *
 * @param statistics of the searched passages, which may be a part of the layout
 */
export function scoreLevels(words: readonly WordHits[], layout: Layout, statistics: StoreStatistics): Levels {
  return {
    passages: passageScores(words, layout, statistics),
    sources: sourceScores(words, layout, statistics),
  };
}

/** BM25 of each of the given passages, of its surroundings and of its source. */
export interface Fit {
  readonly passage: Float64Array;
  readonly source: Float64Array;
  /**
   * BM25 of the passage with {@link windowReach} passages to each side in its source, as one text.
   */
  readonly window: Float64Array;
  /** BM25 of its source for the words that were said just before the question. */
  readonly context: Float64Array;
}

/** The postings, the scores of both levels, and the layout. */
export interface FitInputs {
  readonly words: readonly WordHits[];
  readonly levels: Levels & { readonly context?: Tally | undefined };
  readonly layout: Layout;
  readonly statistics: StoreStatistics;
}

/** @param passages in ascending order of their numbers */
export function fitOf(
  passages: readonly StoredPassage[],
  { words, levels, layout, statistics }: FitInputs,
): Fit {
  const { conversationOf } = layout;
  const of = (scoreOf: (passage: number) => number) => {
    const scores = new Float64Array(passages.length);
    for (let row = 0; row < scores.length; row += 1) scores[row] = scoreOf(passages[row]!.id);
    return scores;
  };
  return {
    passage: of((passage) => levels.passages.scoreOf(passage)),
    source: of((passage) => levels.sources.scoreOf(conversationOf[passage] ?? 0)),
    window: windowScores(
      words,
      passages.map((one) => windowAround(one.id, layout)),
      statistics,
    ),
    context: of((passage) => levels.context?.scoreOf(conversationOf[passage] ?? 0) ?? 0),
  };
}

/** Scores passages. The index does not count repeats, so a word counts once for each passage. */
function passageScores(
  words: readonly WordHits[],
  { passageWords }: Layout,
  { averageWordCount }: StoreStatistics,
): Tally {
  const tally = new Tally(postingsOf(words));
  const mean = averageWordCount || 1;
  for (const { idfWeight, passages } of words)
    for (const passage of passages)
      tally.add(passage, idfWeight * saturated(1, (passageWords[passage] || mean) / mean));
  return tally;
}

/**
 * A passage is scored together with this many passages to each side: in conversations BM25 works
 * best on a message with the messages around it. Added with weight 1 to the initial weights, which
 * were trained without the corpus, it gained 0.7 points of R@10 on LoCoMo and on BEAM, and 0.2 on
 * RealMem and LifeBench.
 */
const windowReach = 4;

/** Consecutive passages of one source. */
interface Window {
  readonly first: number;
  readonly last: number;
  readonly words: number;
}

function windowAround(passage: number, { conversationOf, passageWords }: Layout): Window {
  const source = conversationOf[passage];
  let [first, last, words] = [passage, passage, passageWords[passage] ?? 0];
  for (let step = -windowReach; step <= windowReach; step += 1) {
    const other = passage + step;
    if (step === 0 || other < 1 || source === 0 || conversationOf[other] !== source) continue;
    first = Math.min(first, other);
    last = Math.max(last, other);
    words += passageWords[other]!;
  }
  return { first, last, words };
}

/**
 * Scores windows. Windows and postings are in ascending order, so one pass over both counts the
 * words of each window.
 */
function windowScores(
  words: readonly WordHits[],
  windows: readonly Window[],
  { averageWordCount }: StoreStatistics,
): Float64Array {
  const scores = new Float64Array(windows.length);
  const mean = (averageWordCount || 1) * (2 * windowReach + 1);
  for (const { idfWeight, passages } of words) {
    let [from, to] = [0, 0];
    for (let row = 0; row < windows.length; row += 1) {
      const window = windows[row]!;
      while (from < passages.length && passages[from]! < window.first) from += 1;
      to = Math.max(to, from);
      while (to < passages.length && passages[to]! <= window.last) to += 1;
      if (to > from) scores[row]! += idfWeight * saturated(to - from, window.words / mean);
    }
  }
  return scores;
}

/** The sources that contain a word, and in how many passages of each. */
interface SourceCounts {
  readonly sources: Uint32Array;
  readonly times: Uint32Array;
  count: number;
}

/** A word whose sources are scored. */
export interface SourceWord {
  readonly weight: number;
  /** Its weight in some sources, by source number. @default the same as in all others */
  readonly weightIn?: ReadonlyMap<number, number> | undefined;
  /** Passages that contain it, in ascending order. */
  readonly passages: readonly number[];
}

/**
 * Scores conversations, here called sources. The passages of one are consecutive, even in a
 * posting, so the length of each sequence is the number of its passages that contain the word.
 */
export function sourceScores(
  words: readonly SourceWord[],
  { passages: laidOut, conversations, conversationOf, conversationWords }: Layout,
  { passages, averageWordCount }: StoreStatistics,
): Tally {
  const tally = new Tally(postingsOf(words));
  const searched = Math.max(1, Math.min(1, passages / Math.max(1, laidOut)) * conversations);
  const mean = (averageWordCount * laidOut) / Math.max(1, conversations) || 1;
  const longest = words.reduce((most, one) => Math.max(most, one.passages.length), 0);
  const counts: SourceCounts = {
    sources: new Uint32Array(longest),
    times: new Uint32Array(longest),
    count: 0,
  };
  for (const { passages: containing, weight, weightIn } of words) {
    countSources(containing, conversationOf, counts);
    const idf = Math.log(1 + Math.max(0, searched - counts.count + 0.5) / (counts.count + 0.5));
    for (let at = 0; at < counts.count; at += 1) {
      const source = counts.sources[at]!;
      const own = weightIn?.get(source) ?? weight;
      tally.add(source, own * idf * saturated(counts.times[at]!, conversationWords[source]! / mean));
    }
  }
  return tally;
}

function countSources(passages: readonly number[], conversationOf: Uint32Array, counts: SourceCounts): void {
  let last = 0;
  counts.count = 0;
  for (const passage of passages) {
    const source = conversationOf[passage] ?? 0;
    if (source === 0) continue;
    if (source === last) counts.times[counts.count - 1]! += 1;
    else {
      counts.sources[counts.count] = last = source;
      counts.times[counts.count] = 1;
      counts.count += 1;
    }
  }
}

function postingsOf(words: readonly Pick<WordHits, "passages">[]): number {
  return words.reduce((sum, { passages }) => sum + passages.length, 0);
}

/** The term frequency factor of BM25. `length` is relative to the mean. */
function saturated(times: number, length: number): number {
  return (times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * length));
}

/** A searched word with its idf weight and the passages that contain it. */
export interface WordHits {
  readonly word: string;
  /** Inverse document frequency times the word's weight in the question. */
  readonly idfWeight: number;
  /** How much it counts in the question, 0 to 1. */
  readonly weight: number;
  readonly name: boolean;
  /** Passages that contain it, in ascending order. */
  readonly passages: readonly number[];
}

/**
 * A number that is added to the number of passages of every store. In a store of three passages
 * each word is as rare as any other; with this number it is judged as in a small conversation. The
 * effect fades as the store grows.
 */
const priorPassages = 50;

/** Computes the idf weight of each word: the idf of BM25 over the smoothed number of passages. */
export function wordHits(
  words: readonly QueryWord[],
  postings: readonly Posting[],
  { passages }: StoreStatistics,
): WordHits[] {
  const total = passages + priorPassages;
  return words.map(({ word, weight, name }, index) => {
    const posting = postings[index];
    const found = posting === undefined || posting.cut ? [] : posting.passages;
    const frequency = posting?.cut ? total : found.length;
    const idf = Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
    return { word, name, weight, idfWeight: weight * idf, passages: found };
  });
}
