/**
 * The rules that a question is answered under: asked for beside the search, and put before what it
 * found.
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
 * Rules that hold whatever is asked, newest first, and rules whose condition is met, best first.
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

/** Rules that users laid down: those that hold whatever is asked, and those with a condition. */
export type UserRules = Readonly<Record<RuleKind, readonly UserRule[]>>;

/** What the user laid down. @param said what was said, as far as it is asked for */
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

/** What the user laid down that may come with an answer. */
export async function rulesFor(
  { standing, conditional }: UserRules,
  { question, vector }: Asked,
  { embedder, signal }: RuleParts,
): Promise<Rules> {
  // A rule with an exception comes with every answer already.
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
 * The answer with its rules; and what of it answers the question, which is all that confidence is
 * about.
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
