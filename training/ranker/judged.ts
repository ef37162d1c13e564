/**
 * Judged examples: how a model ranks turns, the probabilities, and the trade-off between empty
 * answers and lost evidence.
 */
import { answerableFeatures } from "../../src/recall/ranking/answerable.js";
import { nameSignals } from "../../src/recall/ranking/features/features.js";
import { type Example, poolOf } from "./examples.js";
import { type LinearModel, scoresOf } from "./listwise.js";
import { fitLogistic, type LogisticModel, logOdds, type Observation } from "./logistic.js";

/** An example with the scores of a model. */
export interface Judged {
  readonly example: Example;
  readonly scores: Float64Array;
  /** The scores without the signals about names. */
  readonly nameless: Float64Array;
  /** Turns or sessions, best first. */
  readonly units: readonly string[];
}

/** Scores an example with a model. */
export function judge(example: Example, model: LinearModel): Judged {
  const scores = scoresOf(example, model);
  const best = new Map<string, number>();
  for (const [row, unit] of example.units.entries())
    if (unit !== undefined)
      best.set(unit, Math.max(best.get(unit) ?? Number.NEGATIVE_INFINITY, scores[row]!));
  const units = [...best].sort((a, b) => b[1] - a[1]).map(([unit]) => unit);
  return { example, scores, nameless: scoresOf(example, model, nameSignals), units };
}

/** Returns the share of the evidence among the first `depth` units. */
export function recallAt({ example, units }: Judged, depth: number): number {
  const first = new Set(units.slice(0, depth));
  return example.evidence.filter((unit) => first.has(unit)).length / example.evidence.length;
}

/** Returns the mean recall of evidence over the examples that have evidence. */
export function meanRecall(judged: readonly Judged[], depth: number): number {
  const answerable = judged.filter(({ example }) => example.evidence.length > 0);
  return answerable.reduce((sum, one) => sum + recallAt(one, depth), 0) / (answerable.length || 1);
}

/** Returns the features of whether there is an answer, as names and values. */
export function answerableOf({ example, scores, nameless }: Judged): [names: string[], values: number[]] {
  const features = answerableFeatures(poolOf(example), { all: scores, nameless: () => nameless });
  return [Object.keys(features), Object.values(features)];
}

/**
 * Known directions of the features of whether there is an answer: a rival among the speakers can
 * only make an answer less likely. Trained without a direction, on corpora with few such questions,
 * a rival's words made an answer more likely.
 */
const directions: Readonly<Record<string, 1 | -1>> = {
  score: 1,
  lead: 1,
  mostOwn: 1,
  mostFact: 1,
  wantedRule: 1,
  rivalWords: -1,
  rivalMass: -1,
  bestIsRival: -1,
  absent: -1,
};

/**
 * Fits the probability that there is an answer. The answerable questions of a corpus together have
 * the weight of the square root of their number, and so do the unanswerable ones, so that no corpus
 * alone decides how likely an answer is. Features that get a weight against their known direction
 * are left out.
 */
export function fitAnswerable(judged: readonly Judged[]): LogisticModel {
  const some = judged.filter(({ scores }) => scores.length > 0);
  const counts = new Map<string, number>();
  for (const one of some) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1);
  const observed = some.map((one) => {
    const [names, values] = answerableOf(one);
    const holds = holdsAnswer(one);
    return { names, values, holds, weight: 1 / Math.sqrt(counts.get(kindOf(one))!) };
  });
  return fitDirected(observed, new Set());
}

type Named = Observation & { readonly names: readonly string[] };

function fitDirected(observed: readonly Named[], left: ReadonlySet<string>): LogisticModel {
  const names = observed[0]?.names ?? [];
  const used = observed.map((one) => ({
    ...one,
    values: one.values.map((value, column) => (left.has(names[column]!) ? 0 : value)),
  }));
  const model = fitLogistic(used, 0.01);
  const turned = names.filter((name, column) => (directions[name] ?? 0) * model.weights[column]! < 0);
  return turned.length === 0 ? model : fitDirected(observed, new Set([...left, ...turned]));
}

function kindOf(one: Judged): string {
  return `${one.example.corpus} ${holdsAnswer(one)}`;
}

/** Whether an example has an answer. */
export function holdsAnswer({ example }: Judged): boolean {
  return example.evidence.length > 0;
}

/**
 * Fits the probability that a passage is evidence, from its score, given that there is an answer.
 */
export function fitCalibration(judged: readonly Judged[]): LogisticModel {
  const observations = judged
    .filter(({ example }) => example.evidence.length > 0)
    .flatMap(({ example, scores }) =>
      [...scores].map((score, row) => ({
        values: [score],
        holds: example.evidence.includes(example.units[row] ?? ""),
        weight: 1,
      })),
    );
  return fitLogistic(observations, 1e-6);
}

/** An example with the log-odds that there is an answer. */
export type WithOdds = Judged & { readonly odds: number };

/**
 * Returns the highest log-odds below which at most a share of the answerable questions of each
 * corpus is.
 */
export function floorFor(judged: readonly WithOdds[], share: number): number {
  const corpora = new Set(judged.map(({ example }) => example.corpus));
  const floors = [...corpora].map((corpus) => {
    const odds = judged
      .filter((one) => one.example.corpus === corpus && holdsAnswer(one))
      .map((one) => one.odds)
      .sort((a, b) => a - b);
    return odds[Math.floor(share * odds.length)] ?? Number.POSITIVE_INFINITY;
  });
  return Math.min(...floors);
}

/** Adds the log-odds of an answer to judged examples. */
export function withOdds(judged: readonly Judged[], model: LogisticModel): WithOdds[] {
  return judged.map((one) => ({
    ...one,
    odds: one.scores.length === 0 ? Number.NEGATIVE_INFINITY : logOdds(model, answerableOf(one)[1]),
  }));
}
