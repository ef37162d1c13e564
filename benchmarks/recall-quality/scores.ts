/** The scores of the benchmark. */
import type { Confidence } from "../../src/contract/recall.js";
import { evidenceOf, type Question } from "./conversations.js";

/** Token budgets for which the prose is searched for the evidence. */
export const budgets = [250, 500, 1000, 2000] as const;
/** The budget for which the evidence on lines marked "Earlier" is counted. */
export const markedBudget = 1000;

/** The result of one question. */
export interface Asked {
  readonly question: Question;
  /** Turns, or sessions, in the order of recall, each once. */
  readonly units: readonly string[];
  readonly bm25: readonly string[];
  readonly bm25WithNeighbours: readonly string[];
  /**
   * Share of the evidence turns whose text is in the prose, by token budget; empty if there is no
   * evidence.
   */
  readonly inProse: Readonly<Record<number, number>>;
  /** Share of the evidence turns whose text is on lines marked "Earlier", at `markedBudget`. */
  readonly asEarlier: number;
  readonly confidence: Confidence;
  /** Probability of an answer that recall estimated; 0 for an empty recall. */
  readonly answerable: number;
}

/** Returns the share of the evidence among the first `depth`. */
export function evidenceRecall(question: Question, units: readonly string[], depth: number): number {
  const evidence = evidenceOf(question);
  const first = new Set(units.slice(0, depth));
  return evidence.filter((unit) => first.has(unit)).length / evidence.length;
}

/** Whether the conversation contains the answer. */
function isAnswerable({ question }: Asked): boolean {
  return evidenceOf(question).length > 0;
}

/** The scores of one system. */
export interface Scores {
  /** Questions with evidence: every figure but the empty share is a mean over them. */
  readonly questions: number;
  readonly recall_at_5: number;
  readonly recall_at_10: number;
  readonly recall_at_20: number;
}

/** The scores of recall, with those that only recall has. */
export interface KeepsakeScores extends Scores {
  readonly prose_at_250: number;
  readonly prose_at_500: number;
  readonly prose_at_1000: number;
  readonly prose_at_2000: number;
  /**
   * Of the evidence in the prose at 1,000 tokens, the share that is marked "Earlier". Hardly any
   * question asks for what was replaced, so most of it is marked wrongly.
   */
  readonly marked_earlier: number;
  /** Shares of these with an empty and with a weak recall. */
  readonly answerable_empty: number;
  readonly answerable_weak: number;
  /**
   * Number of questions without an answer in the conversation, and their shares with an empty and
   * with a weak recall.
   */
  readonly unanswerable: number;
  readonly empty: number;
  readonly weak: number;
}

/** Computes the scores of recall. */
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
    marked_earlier: mean(answerable.map(({ asEarlier }) => asEarlier)) / (prose(markedBudget) || 1),
    answerable_empty: share(answerable, "none"),
    answerable_weak: share(answerable, "weak"),
    unanswerable: unanswerable.length,
    empty: share(unanswerable, "none"),
    weak: share(unanswerable, "weak"),
  };
}

/** @param baseline which baseline: turns, or turns with their neighbours */
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

/** One point of the trade-off between empty answers and lost evidence. */
export interface FloorPoint {
  readonly floor: number;
  /** Share of the unanswerable questions that would get an empty recall. */
  readonly empty: number;
  /** Evidence recall at 10 that would be left. */
  readonly recall_at_10: number;
}

/** Returns the effect of other floors, at each decile of the estimated probabilities. */
export function floorCurve(asked: readonly Asked[]): FloorPoint[] {
  const probabilities = asked.map((one) => one.answerable).sort((a, b) => a - b);
  const answerable = asked.filter(isAnswerable);
  const unanswerable = asked.filter((one) => !isAnswerable(one));
  return [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((share) => {
    const floor = probabilities[Math.floor(share * probabilities.length)] ?? 0;
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

/** Returns the mean of values; 0 for none. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
