/**
 * Answerable: whether a pool contains an answer at all, which is a different question from which
 * passage is the best. Pure. The strongest sign against an answer is a rival: if the question names
 * one person and another person made the matching statement, the question most likely names the
 * wrong person.
 */

import type { DescribedPool, Features } from "./features/features.js";

/** The scores of the described passages, one per row. */
export interface Scores {
  readonly all: Float64Array;
  /**
   * The scores without the signals about names: how well the words themselves fit, regardless of
   * who says them. Computed when it is read: most questions name no speaker.
   */
  readonly nameless: () => Float64Array;
}

/** What is known of a pool as a whole, apart from the scores of its passages. */
export interface PoolSummary {
  /** A feature by name, one value per passage. */
  readonly column: (name: string) => Float64Array;
  /** Names in the question that belong to speakers. */
  readonly named: number;
  /** Share of the question's idf weight in words that are not in the store. */
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

/** Features of whether a pool contains an answer. The pool must not be empty. */
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
    rivalWords: rival(() => pool.column("own"), highest),
    rivalMass: rival(scores.nameless, mass),
    bestIsRival: pool.named > 0 && speaks[best] === 0 ? 1 : 0,
    named: pool.named > 0 ? 1 : 0,
    namedTogether: pool.named > 1 ? 1 : 0,
    absent: pool.absent,
    asked: Math.log1p(pool.words),
    // A store of a few passages lacks the rest of a conversation, which would support an answer.
    smallStore: 1 / (1 + pool.passages / 50),
  };
}

type Measure = (values: Float64Array) => number;

/**
 * How far the best passage of others is above the best passage of the person whom the question
 * names. 0 if the question names no speaker, or all of them.
 */
function rivalry(
  speaks: Float64Array,
  named: number,
): (valuesOf: () => Float64Array, measure: Measure) => number {
  if (named === 0 || !speaks.includes(1) || !speaks.includes(0)) return () => 0;
  return (valuesOf, measure) => {
    const values = valuesOf();
    return (
      measure(values.filter((_, row) => speaks[row] === 0)) -
      measure(values.filter((_, row) => speaks[row] === 1))
    );
  };
}

const highest: Measure = (values) =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/**
 * Logarithm of the sum of the exponentials, in which many mediocre passages count as much as one
 * good one.
 */
const mass: Measure = (values) => {
  const most = highest(values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
};

/** The lead of the best passage is measured against the passage at this rank. */
const field = 20;

function lead(scores: Float64Array): number {
  const sorted = scores.toSorted();
  return sorted.at(-1)! - sorted[Math.max(0, sorted.length - field)]!;
}
