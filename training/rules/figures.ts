/** Prints how well a model recognises rules that it was not trained on. */
import type { RuleProbabilities } from "../../src/extractors/rules/recognised/rule-model.js";
import type { LabelledSentence } from "./labelled-sentences.js";

/** A sentence with what a model says about it. */
export interface Scored {
  readonly sentence: LabelledSentence;
  readonly found: RuleProbabilities;
  /** What the model was trained without. */
  readonly part: string | number;
}

const thresholds = [0.5, 0.6, 0.7, 0.8, 0.9];

/** Prints precision and recall at several thresholds, and how often the kind of a rule is right. */
export function printFigures(source: string, scored: readonly Scored[]): void {
  const rules = scored.filter(({ sentence }) => sentence.kind !== "none");
  const kinds = rules.filter(
    ({ sentence, found }) => found.condition >= 0.5 === (sentence.kind === "conditional"),
  );
  console.log(`${source}: ${scored.length} sentences, ${rules.length} rules`);
  for (const least of thresholds) {
    const taken = scored.filter(({ found }) => found.rule >= least);
    const right = taken.filter(({ sentence }) => sentence.kind !== "none").length;
    console.log(
      `  at ${least}: precision ${percent(right, taken.length)}, recall ${percent(right, rules.length)}`,
    );
  }
  console.log(`  always or conditional: right for ${percent(kinds.length, rules.length)} of the rules`);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
