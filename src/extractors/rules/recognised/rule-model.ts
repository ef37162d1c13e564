/**
 * A small learnt classifier: the probabilities that a sentence states a rule, and that such a rule
 * has a condition. Two logistic regressions over the features of `sentence-features.ts`.
 */
import type { Regression, RuleWeights } from "../../learnt/rule-weights.js";
import { sentenceFeatures } from "./sentence-features.js";

/** What the model says about a sentence: probabilities. */
export interface RuleProbabilities {
  /** That the sentence states a rule. */
  readonly rule: number;
  /** That the rule has a condition, if it states one. */
  readonly condition: number;
}

/** Classifies sentences. The same sentence has the same probabilities on every machine. */
export class RuleModel {
  readonly #weights: RuleWeights;

  constructor(weights: RuleWeights) {
    this.#weights = weights;
  }

  /** Classifies one sentence. */
  read(sentence: string): RuleProbabilities {
    const features = sentenceFeatures(sentence);
    return {
      rule: probabilityOf(this.#weights.rule, features),
      condition: probabilityOf(this.#weights.condition, features),
    };
  }
}

/** Length to which the values of a sentence are scaled, so that long sentences weigh no more. */
export const featureNorm = 4;

/** The row of a feature, and whether its value is negative, so that collisions cancel out. */
export function rowOf(feature: number, rows: number): { readonly row: number; readonly sign: 1 | -1 } {
  return { row: feature & (rows - 1), sign: feature >>> 31 === 1 ? 1 : -1 };
}

function probabilityOf({ offset, step, weights }: Regression, features: ReadonlySet<number>): number {
  // Sums of whole numbers are exact, so their order does not matter.
  let sum = 0;
  const last = weights.length - 1;
  for (const feature of features)
    sum += feature >>> 31 === 1 ? weights[feature & last]! : -weights[feature & last]!;
  const logOdds = offset + (featureNorm / Math.sqrt(Math.max(1, features.size))) * step * sum;
  return 1 / (1 + Math.exp(-logOdds));
}
