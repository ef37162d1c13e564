/**
 * Fuse: selects the few hundred passages that are read, from all that the store found. The scores
 * of words and vectors are added, each relative to the best of its kind; at every depth measured
 * this was better than adding ranks. Then the speaker counts: messages of people contain the answer
 * far more often than texts that an assistant recited (unless the question asks what the assistant
 * said), and messages of the person asked about contain it more often than those of others.
 */

import type { Layout, Neighbour, Speaker } from "../../stores/store.js";
import { fold } from "../../text/words.js";
import type { Question } from "../question/interpret.js";
import { bestOf, type Scored, Tally } from "../ranking/tally.js";
import type { Levels, WordHits } from "./bm25.js";

/** Passages with their scores. */
export type Scores = Pick<Tally, "size" | "each">;

/** What the word search and the vector search found. */
export interface Signals {
  /** How well the words fit each passage. */
  readonly words: Scores;
  readonly nearest: readonly Neighbour[];
}

/** Adds the scores of words and vectors. Returns the best `limit` passages, unordered. */
export function fuse({ words, nearest }: Signals, limit: number): Scored {
  const tally = new Tally(words.size + nearest.length);
  words.each((passage, score) => tally.add(passage, score));
  const closest = nearest[0]?.similarity ?? 0;
  if (closest > 0)
    for (const { passage, similarity } of nearest) tally.add(passage, Math.max(0, similarity / closest));
  return tally.highest(limit);
}

/** Scores how well words fit each passage, 1 for the best. */
export function byPassage(words: readonly WordHits[]): Tally {
  const tally = new Tally(words.reduce((sum, { passages }) => sum + passages.length, 0));
  for (const { idfWeight, passages } of words) for (const passage of passages) tally.add(passage, idfWeight);
  tally.normalize();
  return tally;
}

/**
 * Scores how well words fit each passage (1 for the best) plus its source (1 for the best). With
 * the source, a pool of 160 contained 63 % of the evidence of a year of messages, notes and
 * calendar entries; with the passage alone 57 %.
 */
export function bySource(
  { passages, sources }: Levels,
  { conversationOf }: Pick<Layout, "conversationOf">,
): Scores {
  const [ofPassage, ofSource] = [1 / (passages.best || 1), 1 / (sources.best || 1)];
  const scoreOf = (passage: number, score: number) =>
    score * ofPassage + sources.scoreOf(conversationOf[passage] ?? 0) * ofSource;
  return {
    size: passages.size,
    each: (take) => passages.each((passage, score) => take(passage, scoreOf(passage, score))),
  };
}

/**
 * What a speaker adds to a score, which is between 0 and 2: `user` is added to messages of users,
 * or to those of others if the question asks what the assistant said. With these, the pool of 240
 * contained 95 and 90 % of the evidence of the development conversations (people who chat; an
 * assistant that writes pages), without them 95 and 83 %. Of 24 questions about what an assistant
 * said, the pool contained the evidence of 88 %; it was 83 % if all speakers got the bonus.
 */
const speakerBonus = { user: 0.8, named: 0.5 };

/**
 * Added to a passage about a time that the question names. In a year of messages, notes and
 * calendar entries, a month has more passages than are read, so the time must decide together with
 * the words which of them are. R@10 and R@20 of a third of LifeBench's questions: 44.4 and 50.9
 * without it, 46.8 and 56.0 with 0.5, 47.3 and 57.8 with 1.
 */
const timeBonus = 1;

/** Limits of {@link shortlist}. */
export interface ShortlistOptions {
  /** Numbers of the passages about a time that the question names. */
  readonly inTime: ReadonlySet<number>;
  readonly limit: number;
  /** For this many of the best passages, two neighbours to each side are added. */
  readonly withNeighbours: number;
}

/**
 * Returns the numbers of the passages to read, including neighbours of the best ones.
 *
 * @param speakers The speaker of each found passage, in the same order.
 */
export function shortlist(
  { passages, scores }: Scored,
  speakers: readonly (Speaker | undefined)[],
  question: Question,
  { inTime, limit, withNeighbours }: ShortlistOptions,
): number[] {
  const bonusOf = bonuses(question);
  const raised = new Float64Array(scores.length);
  for (let place = 0; place < raised.length; place += 1)
    raised[place] =
      scores[place]! + bonusOf(speakers[place]) + (inTime.has(passages[place]!) ? timeBonus : 0);
  const best = bestOf({ passages, scores: raised }, limit);
  const chosen = new Set(best);
  for (const passage of best.slice(0, withNeighbours))
    for (const step of [-2, -1, 1, 2]) if (passage + step > 0) chosen.add(passage + step);
  return [...chosen];
}

/** Returns what a speaker adds to a score, computed once for each speaker. */
function bonuses(question: Question): (speaker: Speaker | undefined) => number {
  const known = new Map<Speaker | undefined, number>([[undefined, 0]]);
  return (speaker) => {
    const bonus = known.get(speaker) ?? bonusOf(speaker!, question);
    known.set(speaker, bonus);
    return bonus;
  };
}

function bonusOf({ speaker, role }: Speaker, { names, aboutAssistant }: Question): number {
  const isNamed =
    speaker !== null &&
    fold(speaker)
      .split(/\s+/)
      .some((word) => names.includes(word));
  const isMeant = (role === "user") !== aboutAssistant;
  return (isMeant ? speakerBonus.user : 0) + (isNamed ? speakerBonus.named : 0);
}
