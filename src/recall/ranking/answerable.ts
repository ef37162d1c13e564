/**
 * Answerable: whether a pool holds an answer at all, which is another question than which of its passages is the best. Pure. The strongest sign
 * against it is a rival: where the question names somebody and somebody else said what it is about, the question is most likely mistaken.
 */

import type { View } from "../search/view.js";
import type { Described, Features } from "./features.js";

/** What the ranking made of each described passage, in the order in which they were described. */
export interface Scores {
  readonly all: Float64Array;
  /** The same without what the signals about names gave: how well the words themselves fit, whoever says them. */
  readonly nameless: Float64Array;
}

/** What a pool that is not empty shows of it. */
export function answerableFeatures({ table, view }: Described, scores: Scores): Features {
  const best = scores.all.indexOf(highest(scores.all));
  const most = (name: string) => highest(table.column(name));
  const speaks = table.column("namedSpeaker");
  const rival = rivalry(speaks, view);
  return {
    score: scores.all[best]!,
    lead: lead(scores.all),
    mostOwn: most("own"),
    mostFact: most("fact"),
    wantedRule: most("ruleWanted"),
    rivalWords: rival(table.column("own"), highest),
    rivalMass: rival(scores.nameless, mass),
    bestIsRival: view.named.size > 0 && speaks[best] === 0 ? 1 : 0,
    named: view.named.size > 0 ? 1 : 0,
    namedTogether: view.named.size > 1 ? 1 : 0,
    absent: view.content.absent,
    asked: Math.log1p(view.content.size),
    // In a store of a few passages the rest of a conversation is not there to bear an answer out.
    smallStore: 1 / (1 + view.pool.statistics.passages / 50),
  };
}

type Measure = (values: Float64Array) => number;

/**
 * How far the best that others say is above the best that the one says whom the question names. Nobody is a rival where the question names nobody who
 * speaks, or all who do.
 */
function rivalry(speaks: Float64Array, { named }: View): (values: Float64Array, measure: Measure) => number {
  if (named.size === 0 || !speaks.includes(1) || !speaks.includes(0)) return () => 0;
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
