/**
 * Trace: says why each ranked passage is in the answer, or why it is not. Pure. Each step of recall
 * passes on the passages that it kept. The last step that still had a passage decides its outcome.
 */
import {
  type CandidateOutcome,
  candidateOutcomes,
  type RecallCandidate,
  type RecallTrace,
} from "../../contract/recall.js";
import type { Placed } from "../prose/compose.js";
import type { Ranked } from "../ranking/rank.js";
import { floor } from "../ranking/weights.js";
import type { RelevantSaid } from "../selection/relevant.js";
import { becauseOf } from "./signal-words.js";

/** What each step of a recall kept, best first. */
export interface Steps {
  /** The passages that may be part of an answer, and the rankings from which they were selected. */
  readonly found: RelevantSaid;
  /** {@link RelevantSaid.relevant} in the order of the rerank hook. */
  readonly said: readonly Ranked[];
  /** Those whose score is near the best. */
  readonly answering: readonly Ranked[];
  /** Those of them that are not rendered as rules. */
  readonly answers: readonly Ranked[];
  readonly files: readonly Ranked[];
  /** Numbers of passages that are rendered as rules. */
  readonly asRules: ReadonlySet<number>;
  /** The outcome of each passage in the prose. */
  readonly placed: ReadonlyMap<number, Placed>;
}

const inWords: Readonly<Record<CandidateOutcome, string>> = {
  returned: "It is in the answer.",
  in_rules: "It is in the answer as a rule.",
  no_room: "The token budget or the limit of records was spent on better ones.",
  repeated: "A better one says the same in the same words.",
  replaced: "A later statement replaces what it says.",
  far_below_best: "Its score is far below the best one.",
  no_answer_likely: "Memory probably has no answer, so nothing like it is returned.",
  unlike: "It is too unlike the question.",
  about_others: "It is about somebody or something else than the question.",
};

/** The trace of a recall, with at most `limit` candidates. */
export function traceOf(steps: Steps, limit: number): RecallTrace {
  const { found, said, files } = steps;
  // A later step has the later estimate of a passage.
  const latest = new Map(
    [...found.all, ...found.ranking.ranked, ...said, ...files].map((one) => [one.passage.id, one]),
  );
  const outcomeOf = outcomes(steps);
  const placed = [...latest.values()].map((one) => ({ one, outcome: outcomeOf(one) }));
  const place = (outcome: CandidateOutcome) => candidateOutcomes.indexOf(outcome);
  placed.sort((a, b) => place(a.outcome) - place(b.outcome) || b.one.probability - a.one.probability);
  return {
    answerable: found.answerable,
    considered: placed.length,
    ...(found.owners?.isUnknown === true ? { note: unknown } : {}),
    candidates: placed.slice(0, limit).map(({ one, outcome }) => candidate(one, outcome, steps.placed)),
  };
}

const unknown =
  "Memory has nothing about whom the question asks about, so nothing that was said was searched.";

function outcomes({ found, said, answering, answers, asRules, placed }: Steps) {
  const numbersOf = (list: readonly Ranked[]) => new Set(list.map(({ passage }) => passage.id));
  const [about, relevant, close, free] = [found.ranking.ranked, said, answering, answers].map(numbersOf);
  return ({ passage: { id }, touches, probability }: Ranked): CandidateOutcome => {
    const end = placed.get(id)?.outcome;
    if (asRules.has(id) && end !== "returned") return "in_rules";
    if (end !== undefined) return end;
    if (close!.has(id) && !free!.has(id)) return "in_rules";
    if (relevant!.has(id)) return "far_below_best";
    if (!touches || probability < floor.passage) return "unlike";
    return about!.has(id) ? "no_answer_likely" : "about_others";
  };
}

function candidate(
  { passage, probability, signals: signalsOf }: Ranked,
  outcome: CandidateOutcome,
  placed: Steps["placed"],
): RecallCandidate {
  const { records, text, speaker, sourceId, saidAt, superseded } = passage;
  const all = [...records, ...superseded];
  const signals = signalsOf();
  return {
    record_ids: [...new Set(all.map(({ id }) => id))],
    type: all[0]?.type ?? "episodic",
    text,
    speaker,
    source_id: sourceId,
    said_at: saidAt,
    outcome,
    why: inWords[outcome],
    score: probability,
    because: becauseOf(signals),
    signals,
    tokens: placed.get(passage.id)?.tokens ?? 0,
  };
}
