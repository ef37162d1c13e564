/** Writes `src/recall/ranking/weights.ts`. */
import { writeFileSync } from "node:fs";
import { answerableOf, type Judged } from "./judged.js";
import type { LinearModel } from "./listwise.js";
import type { LogisticModel } from "./logistic.js";
import { signalNames } from "./signals.js";

/** The trained model with all that the file contains. */
export interface Learnt {
  readonly model: LinearModel;
  readonly answerable: LogisticModel;
  readonly calibration: LogisticModel;
  /** Log-odds of an answer below which nothing is returned. */
  readonly floor: number;
  /** Any judged example, for the names of the features. */
  readonly sample: Judged;
}

const target = new URL("../../src/recall/ranking/weights.ts", import.meta.url);

/** Writes the weights to the source file. */
export function writeWeights({ model, answerable, calibration, floor, sample }: Learnt): void {
  const [names] = answerableOf(sample);
  const lines = signalNames
    .map((name, column) => [name, short(model[column]!)] as const)
    .filter(([, weight]) => weight !== "0")
    .map(([name, weight]) => `  ${name}: ${weight},`);
  const signs = names.map((name, index) => `    ${name}: ${short(answerable.weights[index]!)},`);
  writeFileSync(
    target,
    `/**
 * Written by \`training/ranker/main.ts\`; do not edit. The weights of a linear ranking over the
 * features of \`features.ts\` and \`answerable.ts\`, which are not standardised.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

/** Weights of the features of a passage, by name. */
export const weights: Readonly<Record<string, number>> = {
${lines.join("\n")}
};

/** Log-odds that a pool contains an answer. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: ${short(answerable.offset)},
  weights: {
${signs.join("\n")}
  },
};

/**
 * From a passage's score to the probability that it is part of the answer, if there is one:
 * logistic(offset + slope * score).
 */
export const calibration = { offset: ${short(calibration.offset)}, slope: ${short(calibration.weights[0]!)} };

/**
 * \`answer\`: probability of an answer below which nothing is returned, so that at most 5 % of the
 * answerable questions of a corpus get no answer, on unseen conversations. \`passage\`: lowest
 * probability of a returned passage.
 */
export const floor = { answer: ${short(1 / (1 + Math.exp(-floor)))}, passage: 0.001 };
`,
  );
}

function short(value: number): string {
  return String(Number(value.toFixed(4)) || 0);
}
