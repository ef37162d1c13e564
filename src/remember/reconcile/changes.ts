/** Describes for the payload how a draft changes stored records. Pure. */
import type { ChangedRecord } from "../../contract/remember.js";
import type { Draft, ProceduralDraft, SemanticDraft } from "../../extractors/extractor.js";
import type { PlannedRecord } from "./plan.js";
import type { LiveFact } from "./said-before.js";

/** Reason, predecessor and changes of a record that replaces facts. */
export function replacing(
  draft: SemanticDraft | ProceduralDraft,
  closed: readonly LiveFact[],
): Pick<PlannedRecord, "reason" | "previous" | "changed"> {
  const changed = changedBy(draft, closed);
  const last = changed.at(-1);
  if (last === undefined) {
    const lost = draft.replaces === undefined ? "" : "; what it was to replace is no longer current";
    return { reason: draft.reason + lost, changed };
  }
  const { record_id, value, change } = last;
  return {
    reason: `${draft.reason}; ${changeVerbs[change]} ${value}`,
    previous: { record_id, value },
    changed,
  };
}

const changeVerbs = { replaced: "replaces", ended: "ends", corrected: "corrects" } as const;

/**
 * Reason, predecessor and changes of a record that also ends other records.
 */
export function ending(
  { draft, reason, changed }: PlannedRecord,
  closed: readonly LiveFact[],
): Pick<PlannedRecord, "reason" | "previous" | "changed"> {
  const change = draft.type === "procedural" ? "replaced" : "ended";
  const over = closed.map(({ id, value }) => ({ record_id: id, value, change }) as const);
  const { record_id, value } = over.at(-1)!;
  return {
    reason: `${reason}; ${changeVerbs[change]} ${value}`,
    previous: { record_id, value },
    changed: [...changed, ...over],
  };
}

/** The change of each fact that a draft closed. */
export function changedBy(
  draft: SemanticDraft | ProceduralDraft,
  closed: readonly LiveFact[],
): PlannedRecord["changed"] {
  const change = changeOf(draft);
  return closed.map(({ id, value }) => ({ record_id: id, value, change }));
}

/** A correction has priority: what was never true cannot have ended. */
function changeOf(draft: SemanticDraft | ProceduralDraft): ChangedRecord["change"] {
  if (corrects(draft)) return "corrected";
  return isSemantic(draft) && draft.polarity === "ended" ? "ended" : "replaced";
}

/** Whether the replaced statement was never true. */
export function corrects(draft: SemanticDraft | ProceduralDraft): boolean {
  return isSemantic(draft) && draft.corrects === true;
}

/** The operation of a record, given what it replaces. */
export function operationOn(replaced: readonly LiveFact[]): "CREATE" | "UPDATE" {
  return replaced.length > 0 ? "UPDATE" : "CREATE";
}

/** Whether a draft is a fact. */
export function isSemantic(draft: Draft): draft is SemanticDraft {
  return draft.type === "semantic";
}
