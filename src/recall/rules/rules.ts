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
import { type RuleKind, statedRules, type UserRule, userRules } from "./user-rules.js";

/**
 * The rules of an answer: standing rules, newest first, and rules whose condition is met, best
 * first.
 */
export interface Rules {
  readonly standing: readonly UserRule[];
  readonly met: readonly UserRule[];
  /** Rules of other people whose condition is met: data, not the user's instructions. */
  readonly metOfOthers: readonly UserRule[];
  /** Numbers of the passages with a rule whose condition is not met. */
  readonly unmet: ReadonlySet<number>;
}

interface Asked {
  readonly question: Question;
  readonly vector: Float32Array;
}

interface RuleParts {
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
}

/** The rules that people stated: the user's of both kinds, and those of others with a condition. */
export interface UserRules extends Readonly<Record<RuleKind, readonly UserRule[]>> {
  readonly ofOthers: readonly UserRule[];
}

/**
 * Reads the rules that people stated.
 *
 * @param said the criteria for conversations; `undefined` if they are not searched
 */
export async function laidDownRules(
  { rules, speaker }: Pick<RecallRequest, "rules" | "speaker">,
  said: Criteria | undefined,
  store: Snapshot,
): Promise<UserRules> {
  if (rules === "none" || said === undefined) return { standing: [], conditional: [], ofOthers: [] };
  const standing = await userRules(store, "standing", { scope: said, speaker });
  const conditional = await statedRules(store, "conditional", { scope: said, speaker });
  return { standing, conditional: conditional.own, ofOthers: conditional.ofOthers };
}

/** Selects the rules that may come with an answer. */
export async function rulesFor(
  { standing, conditional, ofOthers }: UserRules,
  { question, vector }: Asked,
  { embedder, signal }: RuleParts,
): Promise<Rules> {
  // A rule with an exception is a standing rule as well.
  const known = new Set(standing.map(({ rule }) => rule.record_id));
  const others = conditional.filter(({ rule }) => !known.has(rule.record_id));
  const options = { question, vector, embedder, signal };
  const met = await metRules(others, options);
  const metOfOthers = await metRules(ofOthers, { ...options, areOfOthers: true });
  const apply = new Set([...met, ...metOfOthers].map(({ rule }) => rule.record_id));
  const unmet = [...others, ...ofOthers].filter(({ rule }) => !apply.has(rule.record_id));
  return { standing, met, metOfOthers, unmet: new Set(unmet.map(({ passage }) => passage.id)) };
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
 * Share of the best probability that a rule of somebody else gets, so that it is never the best.
 */
const ofOthersShare = 0.5;
/** Its probability in an answer without anything else, so low that the answer is weak. */
const weakProbability = 0.05;

/**
 * Returns the passages with rules of other people whose condition is met, as far as they are not
 * among the answers already: "If the mixer grinds, switch it off", which a colleague of the asker
 * said. They are quoted as what somebody said.
 */
export function quotedRules(
  { metOfOthers }: Pick<Rules, "metOfOthers">,
  answers: readonly Ranked[],
): readonly Ranked[] {
  const known = new Set(answers.map(({ passage }) => passage.id));
  const best = Math.max(weakProbability, ...answers.map(({ probability }) => probability * ofOthersShare));
  const passages = new Map(metOfOthers.map(({ passage }) => [passage.id, passage]));
  return [...passages.values()]
    .filter(({ id }) => !known.has(id))
    .map((passage) => ({ passage, probability: best, touches: true, signals: () => ({}) }));
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
