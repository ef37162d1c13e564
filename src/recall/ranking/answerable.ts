/**
 * Answerable: whether a pool holds an answer at all, which is another question than which of its passages is the best. Pure. The strongest sign
 * against it is a rival: where the question names somebody and somebody else said what it is about, the question is most likely mistaken.
 */

import type { DescribedPool, Features } from "./features.js";

/** What the ranking made of each described passage, in the order in which they were described. */
export interface Scores {
  readonly all: Float64Array;
  /** The same without what the signals about names gave: how well the words themselves fit, whoever says them. */
  readonly nameless: Float64Array;
}

/** What is known of a pool as a whole, whatever the scores of its passages. */
export interface PoolSummary {
  /** A feature by name, one value per passage. */
  readonly column: (name: string) => Float64Array;
  /** Names in the question of those who speak. */
  readonly named: number;
  /** Share of the question's idf weight in words that the store does not hold. */
  readonly absent: number;
  /** Words of the question that are searched for. */
  readonly words: number;
  /** Passages of the store. */
  readonly passages: number;
}

/** Summarises a described pool. */
export function summaryOf({ table, view }: DescribedPool): PoolSummary {
  return {
    column: (name) => table.column(name),
    named: view.named.size,
    absent: view.content.absent,
    words: view.content.size,
    passages: view.pool.statistics.passages,
  };
}

/** What a pool that is not empty shows of whether it holds an answer. */
export function answerableFeatures(pool: PoolSummary, scores: Scores): Features {
  const best = scores.all.indexOf(highest(scores.all));
  const most = (name: string) => highest(pool.column(name));
  const speaks = pool.column("namedSpeaker");
  const rival = rivalry(speaks, pool.named);
  return {
    score: scores.all[best]!,
    lead: lead(scores.all),
    mostOwn: most("own"),
    mostFact: most("fact"),
    wantedRule: most("ruleWanted"),
    rivalWords: rival(pool.column("own"), highest),
    rivalMass: rival(scores.nameless, mass),
    bestIsRival: pool.named > 0 && speaks[best] === 0 ? 1 : 0,
    named: pool.named > 0 ? 1 : 0,
    namedTogether: pool.named > 1 ? 1 : 0,
    absent: pool.absent,
    asked: Math.log1p(pool.words),
    // In a store of a few passages the rest of a conversation is not there to bear an answer out.
    smallStore: 1 / (1 + pool.passages / 50),
  };
}

type Measure = (values: Float64Array) => number;

/**
 * How far the best that others say is above the best that the one says whom the question names. Nobody is a rival where the question names nobody who
 * speaks, or all who do.
 */
function rivalry(speaks: Float64Array, named: number): (values: Float64Array, measure: Measure) => number {
  if (named === 0 || !speaks.includes(1) || !speaks.includes(0)) return () => 0;
  return (values, measure) =>
    measure(values.filter((_, row) => speaks[row] === 0)) -
    measure(values.filter((_, row) => speaks[row] === 1));
}

const highest: Measure = (values) =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** Logarithm of the sum of the exponentials: what many middling passages weigh against one good one. */
const mass: Measure = (values) => {
  const most = highest(values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
};

/** Passages that a question may well have among its answers; a best one that is not above the next so many stands out for nothing. */
const field = 20;

function lead(scores: Float64Array): number {
  const sorted = scores.toSorted();
  return sorted.at(-1)! - sorted[Math.max(0, sorted.length - field)]!;
}
