/** What a model makes of the examples: ranks of turns, chances, and how silence trades against loss. */
import { nameSignals } from "../../src/recall/features.js";
import type { Example } from "./examples.js";
import { type LinearModel, scoresOf } from "./listwise.js";
import { fitLogistic, type LogisticModel, logOdds, type Observation } from "./logistic.js";

export interface Judged {
  readonly example: Example;
  readonly scores: Float64Array;
  /** Without what the signals about names gave. */
  readonly nameless: Float64Array;
  /** Turns or sessions, best first. */
  readonly units: readonly string[];
}

export function judge(example: Example, model: LinearModel): Judged {
  const scores = scoresOf(example, model);
  const best = new Map<string, number>();
  for (const [row, unit] of example.units.entries())
    if (unit !== undefined)
      best.set(unit, Math.max(best.get(unit) ?? Number.NEGATIVE_INFINITY, scores[row]!));
  const units = [...best].sort((a, b) => b[1] - a[1]).map(([unit]) => unit);
  return { example, scores, nameless: scoresOf(example, model, nameSignals), units };
}

export function recallAt({ example, units }: Judged, depth: number): number {
  const first = new Set(units.slice(0, depth));
  return example.evidence.filter((unit) => first.has(unit)).length / example.evidence.length;
}

/** Mean evidence recall over the examples that have evidence. */
export function meanRecall(judged: readonly Judged[], depth: number): number {
  const answerable = judged.filter(({ example }) => example.evidence.length > 0);
  return answerable.reduce((sum, one) => sum + recallAt(one, depth), 0) / (answerable.length || 1);
}

/** Features of whether there is an answer, names and values. */
export function answerableOf({ example, scores, nameless }: Judged): [names: string[], values: number[]] {
  const features = example.answerable({ all: scores, nameless });
  return [Object.keys(features), Object.values(features)];
}

/** Chance that there is an answer. Examples of one kind weigh as much as those of another: see `listwise`. */
export function fitAnswerable(judged: readonly Judged[]): LogisticModel {
  return fitLogistic(judged.filter(({ scores }) => scores.length > 0).map(observed), 0.01);
}

function observed(one: Judged): Observation {
  return { values: answerableOf(one)[1], holds: one.example.evidence.length > 0, weight: 1 };
}

/** Chance that a passage is evidence, from its score, where there is an answer. */
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

export interface Silence {
  /** Log-odds below which nothing is told. */
  readonly floor: number;
  readonly empty: number;
  readonly lost: number;
}

/** The highest floor that loses at most `loss` of the recall at 10, and the share of unanswerable questions that it leaves empty. */
export function silenceAt(judged: readonly (Judged & { readonly odds: number })[], loss: number): Silence {
  const answerable = judged.filter(({ example }) => example.evidence.length > 0);
  const unanswerable = judged.filter(({ example }) => example.evidence.length === 0);
  const sorted = answerable
    .map((one) => ({ odds: one.odds, found: recallAt(one, 10) }))
    .sort((a, b) => a.odds - b.odds);
  let lost = 0;
  let floor = Number.NEGATIVE_INFINITY;
  for (const { odds, found } of sorted) {
    floor = odds;
    if ((lost + found) / answerable.length > loss) break;
    lost += found;
  }
  const empty = unanswerable.filter(({ odds }) => odds < floor).length / (unanswerable.length || 1);
  return { floor, empty, lost: lost / answerable.length };
}

export function withOdds(judged: readonly Judged[], model: LogisticModel): (Judged & { odds: number })[] {
  return judged.map((one) => ({
    ...one,
    odds: one.scores.length === 0 ? Number.NEGATIVE_INFINITY : logOdds(model, answerableOf(one)[1]),
  }));
}
