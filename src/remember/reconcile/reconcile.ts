/**
 * Reconciling: compares drafts with stored records and decides what to write. Pure; the store is
 * read before and written after.
 */
import type { SkippedItem } from "../../contract/remember.js";
import type { Draft, SemanticDraft } from "../../extractors/extractor.js";
import type { FactKey } from "../../stores/store.js";
import type { Candidate, Plan, PlannedPassage, ReconcileContext } from "./plan.js";
import { RecordPlanner } from "./record-planner.js";
import { factKey } from "./said-before.js";

/** The facts that the decision depends on, each once. */
export function factKeys(candidates: readonly Candidate[]): FactKey[] {
  const keys = new Map<string, FactKey>();
  for (const { decision } of candidates)
    for (const draft of decision.keep ? decision.drafts : []) {
      if (!isSemantic(draft)) continue;
      const { entity, property } = draft;
      keys.set(factKey({ entity, property }), { entity, property });
    }
  return [...keys.values()];
}

/** Ids of the records that drafts name as replaced, each once. */
export function replacedIds(candidates: readonly Candidate[]): string[] {
  const drafts = candidates.flatMap(({ decision }) => (decision.keep ? decision.drafts : []));
  return [...new Set(drafts.flatMap((draft) => (draft.type === "episodic" ? [] : (draft.replaces ?? []))))];
}

/** Number of passages decided in one piece: some milliseconds of work. */
const passagesPerPiece = 16;

/**
 * Decides for each passage, in the order said, what is created, updated or skipped, and why. It
 * yields after each piece so that the caller can let other work run.
 */
export function* reconcile(
  candidates: readonly Candidate[],
  context: ReconcileContext,
): Generator<undefined, Plan> {
  const planner = new RecordPlanner(context);
  const skipped: SkippedItem[] = [];
  const passages: PlannedPassage[] = [];
  for (const [index, candidate] of candidates.entries()) {
    if (index % passagesPerPiece === passagesPerPiece - 1) yield;
    const { passage, decision } = candidate;
    skipped.push(...(decision.dropped ?? []));
    if (!decision.keep) {
      skipped.push({ text: passage.text, reason: decision.reason });
      continue;
    }
    const records = planner.plan(candidate, decision.drafts);
    if (records.length > 0) passages.push({ candidate, mentions: decision.mentions, records });
    else skipped.push({ text: passage.text, reason: "known already" });
  }
  return { passages: planner.settled(passages), closings: planner.closings, skipped };
}

function isSemantic(draft: Draft): draft is SemanticDraft {
  return draft.type === "semantic";
}
