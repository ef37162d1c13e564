/**
 * Rank: which passages answer, best first, each with its estimated probability and the signals that gave it. Pure. The model is linear: every
 * feature counts for so much, whatever the kind of text.
 */
import type { StoredPassage } from "../../stores/store.js";
import type { Pool } from "../search/gather.js";
import { answerableFeatures, summaryOf } from "./answerable.js";
import type { FeatureTable } from "./feature-table.js";
import { type DescribedPool, describe, type Features, nameSignals } from "./features.js";
import { answerable, calibration, weights } from "./weights.js";

export interface Ranked {
  readonly passage: StoredPassage;
  /** Estimated probability that it answers, 0 to 1. */
  readonly probability: number;
  /** It shares something with the question, were it only through its neighbours: what does not is merely nearest. */
  readonly touches: boolean;
  /** What each signal gave to the decision, zero left out. */
  readonly signals: () => Readonly<Record<string, number>>;
}

export interface Ranking {
  /** Estimated probability that the pool holds an answer at all. */
  readonly answerable: number;
  /** Best first. */
  readonly ranked: readonly Ranked[];
}

/** Ranks the passages of a pool. */
export function rank(pool: Pool): Ranking {
  const { passages } = pool;
  if (passages.length === 0) return { answerable: 0, ranked: [] };
  const described = describe(pool);
  const { table } = described;
  const all = table.weightedSum(weightOf);
  const ofNames = table.weightedSum((name) => (nameSignals.includes(name) ? weightOf(name) : 0));
  const nameless = all.map((score, row) => score - ofNames[row]!);
  const holdsAnswer = logistic(weightedSum(answerableFeatures(summaryOf(described), { all, nameless })));
  const touching = touches(table);
  const ranked = bestFirst(all).map((row) => ({
    passage: passages[row]!,
    touches: touching[row]!,
    probability: holdsAnswer * logistic(calibration.offset + calibration.slope * all[row]!),
    signals: () => ({ ...given(described, row), answerable: holdsAnswer }),
  }));
  return { answerable: holdsAnswer, ranked };
}

/** What the model gives a feature; one that it was not taught counts nothing. */
function weightOf(name: string): number {
  return weights[name] ?? 0;
}

/** Rows by score; the earlier passage first where scores are the same. */
function bestFirst(scores: Float64Array): number[] {
  return Array.from(scores.keys()).sort((one, other) => scores[other]! - scores[one]! || one - other);
}

function given({ table }: DescribedPool, row: number): Record<string, number> {
  const features = table.row(row);
  const contributions = table.names.map((name, at) => [name, features[at]! * weightOf(name)] as const);
  return Object.fromEntries(contributions.filter(([, contribution]) => contribution !== 0));
}

/** Cosine from which two texts are about the same without a word in common: unrelated sentences of the bundled table lie below it. */
const sameSubject = 0.35;

/** Which rows share something with the question. */
function touches(table: FeatureTable): boolean[] {
  const shared = ["near", "wider", "ruleWanted", "during"].map((name) => table.column(name));
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
