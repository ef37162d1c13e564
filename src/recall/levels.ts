/**
 * Levels: how well the words of a question fit each passage, the message that it is a part of, and the source that brought it. Pure. A passage is too small a unit
 * for a request of forty words, whose words lie all over a conversation; a conversation is too large a unit for a question that one sentence answers. Each level is scored
 * by BM25 (Robertson and Walker, 1994) over the same postings.
 */
import type { Layout, StoredPassage, StoreStatistics } from "../stores/store.js";
import { Tally } from "./tally.js";
import type { WordHits } from "./word-hits.js";

/** Saturation of repeats, and how much length counts: the usual values of BM25. */
const saturation = 1.2;
const lengthShare = 0.75;

/** BM25 of what some word of the question was found in. */
export interface Levels {
  /** By passage number. */
  readonly passages: Tally;
  /** By message number of the layout. */
  readonly messages: Tally;
  /** By source number of the layout. */
  readonly sources: Tally;
}

/** Scores all three levels. @param statistics of what is searched, which may be less than all that is laid out */
export function scoreLevels(words: readonly WordHits[], layout: Layout, statistics: StoreStatistics): Levels {
  const { messageOf, sourceOf, messageWords, sourceWords } = layout;
  const postings = words.reduce((sum, { passages }) => sum + passages.length, 0);
  const share = Math.min(1, statistics.passages / Math.max(1, layout.passages));
  const level = (most: number, lengths: ArrayLike<number>) => ({
    lengths,
    units: Math.max(1, share * most),
    meanLength: (statistics.averageWordCount * layout.passages) / Math.max(1, most) || 1,
    tally: new Tally(postings),
  });
  const messages = level(layout.messages, messageWords);
  const sources = level(layout.sources, sourceWords);
  const room = words.reduce((most, { passages }) => Math.max(most, passages.length), 0);
  const runs: Runs = { units: new Uint32Array(room), times: new Uint32Array(room), count: 0 };
  for (const word of words) {
    addWord(word, (passage) => messageOf[passage] ?? 0, { level: messages, runs });
    addWord(word, (passage) => sourceOf[messageOf[passage] ?? 0] ?? 0, { level: sources, runs });
  }
  return {
    passages: passageScores(words, layout, statistics),
    messages: messages.tally,
    sources: sources.tally,
  };
}

/** BM25 of each of some passages, of the message that it is a part of, and of its source. */
export interface Fit {
  readonly passage: Float64Array;
  readonly message: Float64Array;
  readonly source: Float64Array;
}

export function fitOf(
  passages: readonly StoredPassage[],
  levels: Levels,
  { messageOf, sourceOf }: Pick<Layout, "messageOf" | "sourceOf">,
): Fit {
  const of = (scoreOf: (passage: number) => number) => Float64Array.from(passages, ({ id }) => scoreOf(id));
  const message = (passage: number) => messageOf[passage] ?? 0;
  return {
    passage: of((passage) => levels.passages.scoreOf(passage)),
    message: of((passage) => levels.messages.scoreOf(message(passage))),
    source: of((passage) => levels.sources.scoreOf(sourceOf[message(passage)] ?? 0)),
  };
}

/** A passage holds a word once: the index doesn't count repeats. */
function passageScores(
  words: readonly WordHits[],
  { passageWords }: Layout,
  { averageWordCount }: StoreStatistics,
): Tally {
  const tally = new Tally(words.reduce((sum, { passages }) => sum + passages.length, 0));
  const mean = averageWordCount || 1;
  for (const { worth, passages } of words)
    for (const passage of passages)
      tally.add(passage, worth * saturated(1, (passageWords[passage] ?? mean) / mean));
  return tally;
}

/** Units of a level: messages or sources. */
interface Level {
  /** Index words of each unit. */
  readonly lengths: ArrayLike<number>;
  readonly units: number;
  readonly meanLength: number;
  readonly tally: Tally;
}

/** In which units a word stands, and in how many passages of each. */
interface Runs {
  readonly units: Uint32Array;
  readonly times: Uint32Array;
  count: number;
}

/** Passages of a unit follow one another, in a posting too: how often a word occurs in the unit is the length of a run. */
function addWord(
  { passages, weight }: WordHits,
  unitOf: (passage: number) => number,
  { level, runs }: { readonly level: Level; readonly runs: Runs },
): void {
  countRuns(passages, unitOf, runs);
  const { lengths, units, meanLength, tally } = level;
  const frequency = runs.count;
  const idf = Math.log(1 + Math.max(0, units - frequency + 0.5) / (frequency + 0.5));
  for (let run = 0; run < runs.count; run += 1) {
    const unit = runs.units[run]!;
    tally.add(unit, weight * idf * saturated(runs.times[run]!, lengths[unit]! / meanLength));
  }
}

function countRuns(passages: readonly number[], unitOf: (passage: number) => number, runs: Runs): void {
  let last = 0;
  runs.count = 0;
  for (const passage of passages) {
    const unit = unitOf(passage);
    if (unit === 0) continue;
    if (unit === last) runs.times[runs.count - 1]! += 1;
    else {
      runs.units[runs.count] = last = unit;
      runs.times[runs.count] = 1;
      runs.count += 1;
    }
  }
}

/** What so many repeats in a text of this length, relative to the mean, count. */
function saturated(times: number, length: number): number {
  return (times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * length));
}
