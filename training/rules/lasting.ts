/**
 * Fits what tells a rule that is meant for good from a command for the task at hand: the weights of
 * `src/extractors/rules/recognised/meant-to-last.ts`.
 */
import { rulesIn } from "../../src/extractors/rules/procedures/procedural.js";
import {
  durationSaid,
  isLastingAt,
  type LastingModel,
  type Setting,
  settingOf,
} from "../../src/extractors/rules/recognised/meant-to-last.js";
import type { Passage } from "../../src/text/passage.js";
import { fitLogistic, type Observation } from "../ranker/logistic.js";
import type { Scored } from "./figures.js";

const names: readonly (keyof Setting)[] = ["logOdds", "rest", "asks", "long"];
const l2 = 0.002;
const thresholds = [0, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

interface Candidate extends Scored {
  readonly setting: Setting;
  /** Whether it says by itself that it is meant for good. */
  readonly said: boolean | null;
}

/**
 * Prints the weights that fit the sentences in which the grammar finds a rule and which do not say
 * how long it is meant for. Then prints how many of all sentences with a rule are accepted by
 * weights that were fitted without their part.
 */
export function fitLasting(scored: readonly Scored[], sources: readonly string[]): void {
  const candidates = scored.filter(({ sentence }) => isRuleByForm(sentence.text)).map(withSetting);
  const { offset, weights } = fitted(candidates);
  const rounded = names.map((name) => `${name}: ${weights[name].toFixed(2)}`);
  console.log(`offset ${offset.toFixed(2)}, { ${rounded.join(", ")} }`);
  const parts = [...new Set(candidates.map(({ part }) => part))];
  const tested = parts.flatMap((part) => {
    const model = fitted(candidates.filter((one) => one.part !== part));
    return candidates.filter((one) => one.part === part).map((one) => ({ ...one, model }));
  });
  for (const least of thresholds) {
    const cells = sources.map((source) => {
      const accepted = tested.filter(
        ({ sentence, setting, said, model }) =>
          sentence.source === source && (said ?? isLastingAt(least, setting, model)),
      );
      const right = accepted.filter(({ sentence }) => sentence.kind !== "none").length;
      return `${source} ${right} of ${accepted.length}`;
    });
    console.log(`at ${least}, rules among what is accepted: ${cells.join(", ")}`);
  }
}

function isRuleByForm(text: string): boolean {
  const passage: Passage = { text, role: "user", speaker: null, message: 0, prompt: null, saidAt: "" };
  return rulesIn(passage, [text]).length > 0;
}

function withSetting(scored: Scored): Candidate {
  const { sentence, found } = scored;
  return {
    ...scored,
    setting: settingOf(sentence.text, sentence.message, { read: () => found }),
    said: durationSaid(sentence.text, sentence.message),
  };
}

function fitted(candidates: readonly Candidate[]): LastingModel {
  const unsaid = candidates.filter(({ said }) => said === null);
  const observations = unsaid.map(
    ({ sentence, setting }): Observation => ({
      values: names.map((name) => setting[name]),
      holds: sentence.kind !== "none",
      weight: 1,
    }),
  );
  const { offset, weights } = fitLogistic(observations, l2);
  const named = Object.fromEntries(names.map((name, at) => [name, weights[at]!]));
  return { offset, weights: named as unknown as Setting };
}
