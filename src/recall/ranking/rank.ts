/**
 * Rank: orders passages, best first, each with its estimated probability and the signals behind it.
 * Pure. The model is linear: each feature has one weight for every kind of text.
 */
import type { StoredPassage } from "../../stores/store.js";
import type { Pool } from "../search/gather.js";
import { answerableFeatures, summaryOf } from "./answerable.js";
import type { FeatureTable } from "./features/feature-table.js";
import { type DescribedPool, describe, type Features, nameSignals } from "./features/features.js";
import { answerable, calibration, weights } from "./weights.js";

/** A passage with its estimate. */
export interface Ranked {
  readonly passage: StoredPassage;
  /** Estimated probability that it is part of the answer, 0 to 1. */
  readonly probability: number;
  /**
   * Whether the passage or its source shares a word, a time or a rule with the question, or has a
   * high cosine. Other passages are only the nearest by vector.
   */
  readonly touches: boolean;
  /** The contribution of each signal to the score, without zeros. */
  readonly signals: () => Readonly<Record<string, number>>;
}

/** The ranked passages of a pool. */
export interface Ranking {
  /** Estimated probability that the pool contains an answer. */
  readonly answerable: number;
  /** Best first. */
  readonly ranked: readonly Ranked[];
  /** Number of passages of the store. */
  readonly storeSize: number;
  /** Whether the question names somebody who speaks in the store. */
  readonly namesSpeaker: boolean;
}

/** Ranks the passages of a pool. */
export function rank(pool: Pool): Ranking {
  const { passages, statistics } = pool;
  const storeSize = statistics.passages;
  if (passages.length === 0) return { answerable: 0, ranked: [], storeSize, namesSpeaker: false };
  const described = describe(pool);
  const { table } = described;
  const all = table.weightedSum(weightOf);
  const nameless = () => {
    const ofNames = table.weightedSum((name) => (nameSignals.includes(name) ? weightOf(name) : 0));
    return all.map((score, row) => score - ofNames[row]!);
  };
  const holdsAnswer = logistic(weightedSum(answerableFeatures(summaryOf(described), { all, nameless })));
  const touching = touches(table);
  const ranked = bestFirst(all).map((row) => ({
    passage: passages[row]!,
    touches: touching[row]!,
    probability: holdsAnswer * logistic(calibration.offset + calibration.slope * all[row]!),
    signals: () => ({ ...given(described, row), answerable: holdsAnswer }),
  }));
  return { answerable: holdsAnswer, ranked, storeSize, namesSpeaker: described.view.named.size > 0 };
}

/** The weight of a feature; 0 for one that the training did not select. */
function weightOf(name: string): number {
  return weights[name] ?? 0;
}

/** Rows by descending score; equal scores in order of passages. */
function bestFirst(scores: Float64Array): number[] {
  return Array.from(scores.keys()).sort((one, other) => scores[other]! - scores[one]! || one - other);
}

function given({ table }: DescribedPool, row: number): Record<string, number> {
  const weighted = table.names.filter((name) => weightOf(name) !== 0);
  const contributions = weighted.map((name) => [name, table.value(name, row) * weightOf(name)] as const);
  return Object.fromEntries(contributions.filter(([, contribution]) => contribution !== 0));
}

/**
 * Cosine from which two texts are about the same subject without a word in common: with the bundled
 * table, unrelated sentences are below it.
 */
const sameSubject = 0.35;

/** Returns for each row whether it or its source shares something with the question. */
function touches(table: FeatureTable): boolean[] {
  const shared = ["near", "wider", "fitSource", "ruleWanted", "during"].map((name) => table.column(name));
  const alike = ["cosine", "subject"].map((name) => table.column(name));
  return Array.from(
    { length: table.rows },
    (_, row) =>
      shared.some((values) => values[row]! > 0) || alike.some((values) => values[row]! >= sameSubject),
  );
}

function weightedSum(evidence: Features): number {
  return Object.entries(answerable.weights).reduce(
    (sum, [name, weight]) => sum + weight * (evidence[name] ?? 0),
    answerable.offset,
  );
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
