/** What the benchmark counts, and how. */
import type { Confidence } from "../../src/contract/recall.js";
import { evidenceOf, type Question } from "./conversations.js";

/** Tokens of prose at which the text of the evidence is looked for. */
export const budgets = [250, 500, 1000, 2000] as const;

/** One question, asked. */
export interface Asked {
  readonly question: Question;
  /** Turns, or sessions, in the order in which recall returned them, each once. */
  readonly units: readonly string[];
  readonly bm25: readonly string[];
  readonly bm25WithNeighbours: readonly string[];
  /** Share of the evidence turns whose text stands in the prose, by token budget; empty where there is no evidence. */
  readonly inProse: Readonly<Record<number, number>>;
  readonly confidence: Confidence;
  /** Probability that memory holds an answer, as recall judged it; 0 for an empty recall. */
  readonly answerable: number;
}

/** Share of the evidence among the first `depth`. */
export function evidenceRecall(question: Question, units: readonly string[], depth: number): number {
  const evidence = evidenceOf(question);
  const first = new Set(units.slice(0, depth));
  return evidence.filter((unit) => first.has(unit)).length / evidence.length;
}

/** Whether there is an answer to find. */
function isAnswerable({ question }: Asked): boolean {
  return evidenceOf(question).length > 0;
}

export interface Scores {
  /** Questions with evidence: every figure but the empty share is a mean over them. */
  readonly questions: number;
  readonly recall_at_5: number;
  readonly recall_at_10: number;
  readonly recall_at_20: number;
}

export interface KeepsakeScores extends Scores {
  readonly prose_at_250: number;
  readonly prose_at_500: number;
  readonly prose_at_1000: number;
  readonly prose_at_2000: number;
  /** Share of these that got an empty recall, and a weak one. */
  readonly answerable_empty: number;
  readonly answerable_weak: number;
  /** Questions whose answer the conversation does not hold, and the shares of them that got an empty recall, and a weak one. */
  readonly unanswerable: number;
  readonly empty: number;
  readonly weak: number;
}

export function keepsakeScores(asked: readonly Asked[]): KeepsakeScores {
  const answerable = asked.filter(isAnswerable);
  const unanswerable = asked.filter((one) => !isAnswerable(one));
  const share = (some: readonly Asked[], confidence: Confidence) =>
    mean(some.map((one) => Number(one.confidence === confidence)));
  const prose = (budget: number) => mean(answerable.map(({ inProse }) => inProse[budget] ?? 0));
  return {
    ...rankingScores(answerable, ({ units }) => units),
    prose_at_250: prose(250),
    prose_at_500: prose(500),
    prose_at_1000: prose(1000),
    prose_at_2000: prose(2000),
    answerable_empty: share(answerable, "none"),
    answerable_weak: share(answerable, "weak"),
    unanswerable: unanswerable.length,
    empty: share(unanswerable, "none"),
    weak: share(unanswerable, "weak"),
  };
}

/** @param baseline by turn, or by turn with its neighbours */
export function bm25Scores(asked: readonly Asked[], baseline: "bm25" | "bm25WithNeighbours"): Scores {
  return rankingScores(asked.filter(isAnswerable), (one) => one[baseline]);
}

function rankingScores(answerable: readonly Asked[], unitsOf: (one: Asked) => readonly string[]): Scores {
  const at = (depth: number) =>
    mean(answerable.map((one) => evidenceRecall(one.question, unitsOf(one), depth)));
  return {
    questions: answerable.length,
    recall_at_5: at(5),
    recall_at_10: at(10),
    recall_at_20: at(20),
  };
}

/** One point of the trade-off between silence and loss. */
export interface FloorPoint {
  readonly floor: number;
  /** Share of the unanswerable questions that would get an empty recall. */
  readonly empty: number;
  /** Evidence recall at 10 that would be left. */
  readonly recall_at_10: number;
}

/** What other floors would do: every tenth of the way through the best chances that were given. */
export function floorCurve(asked: readonly Asked[]): FloorPoint[] {
  const chances = asked.map((one) => one.answerable).sort((a, b) => a - b);
  const answerable = asked.filter(isAnswerable);
  const unanswerable = asked.filter((one) => !isAnswerable(one));
  return [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((share) => {
    const floor = chances[Math.floor(share * chances.length)] ?? 0;
    return {
      floor,
      empty: mean(unanswerable.map(({ answerable }) => (answerable < floor || answerable === 0 ? 1 : 0))),
      recall_at_10: mean(
        answerable.map(({ question, units, answerable }) =>
          answerable < floor ? 0 : evidenceRecall(question, units, 10),
        ),
      ),
    };
  });
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
