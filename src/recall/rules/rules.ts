/**
 * The rules that come with an answer. They are read apart from the search, and rendered before its
 * results.
 */
import type { RecallRequest } from "../../contract/recall.js";
import type { Embedder } from "../../embedders/embedder.js";
import type { Criteria, Snapshot } from "../../stores/store.js";
import type { AnswerFields } from "../prose/render-answer.js";
import type { Question } from "../question/interpret.js";
import type { Ranked } from "../ranking/rank.js";
import { metRules } from "./conditions.js";
import type { RuleProse } from "./rule-prose.js";
import { type RuleKind, type UserRule, userRules } from "./user-rules.js";

/**
 * The rules of an answer: standing rules, newest first, and rules whose condition is met, best
 * first.
 */
export interface Rules {
  readonly standing: readonly UserRule[];
  readonly met: readonly UserRule[];
}

interface Asked {
  readonly question: Question;
  readonly vector: Float32Array;
}

interface RuleParts {
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
}

/** The rules that users stated: standing rules, and rules with a condition. */
export type UserRules = Readonly<Record<RuleKind, readonly UserRule[]>>;

/**
 * Reads the rules that the user stated.
 *
 * @param said the criteria for what was said; `undefined` if it is not asked for
 */
export async function laidDownRules(
  { rules, speaker }: Pick<RecallRequest, "rules" | "speaker">,
  said: Criteria | undefined,
  store: Snapshot,
): Promise<UserRules> {
  if (rules === "none" || said === undefined) return { standing: [], conditional: [] };
  return {
    standing: await userRules(store, "standing", { scope: said, speaker }),
    conditional: await userRules(store, "conditional", { scope: said, speaker }),
  };
}

/** Selects the rules that may come with an answer. */
export async function rulesFor(
  { standing, conditional }: UserRules,
  { question, vector }: Asked,
  { embedder, signal }: RuleParts,
): Promise<Rules> {
  // A rule with an exception is a standing rule as well.
  const known = new Set(standing.map(({ rule }) => rule.record_id));
  const others = conditional.filter(({ rule }) => !known.has(rule.record_id));
  return { standing, met: await metRules(others, { question, vector, embedder, signal }) };
}

/**
 * Returns all rules. If only relevant ones are wanted, returns those whose condition is met and
 * those standing rules that are among the answers.
 */
export function wantedRules(
  laidDown: Rules,
  { rules }: Pick<RecallRequest, "rules">,
  answers: readonly Ranked[],
): Rules {
  if (rules === "standing") return laidDown;
  const found = new Set(answers.map(({ passage }) => passage.id));
  return { ...laidDown, standing: laidDown.standing.filter(({ passage }) => found.has(passage.id)) };
}

/**
 * Adds the rules to the answer. `answered` is the part that answers the question, from which the
 * confidence is computed.
 */
export function withRules(
  fields: AnswerFields,
  { prose, passages }: RuleProse,
  answers: readonly Ranked[],
): { readonly fields: AnswerFields; readonly answered: AnswerFields } {
  const procedural_memory = [prose, fields.procedural_memory].filter((text) => text !== "").join("\n");
  const all = { ...fields, procedural_memory };
  return { fields: all, answered: answers.some(({ passage }) => passages.has(passage.id)) ? all : fields };
}
