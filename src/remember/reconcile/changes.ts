/** How a draft changes what was known, as the payload words it. Pure. */
import type { ChangedRecord } from "../../contract/remember.js";
import type { Draft, ProceduralDraft, SemanticDraft } from "../../extractors/extractor.js";
import type { PlannedRecord } from "./plan.js";
import type { LiveFact } from "./said-before.js";

/** Reason, predecessor and changes of a record that closes facts. */
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
 * Reason, predecessor and changes of a record with which others are over, beside what it changes
 * already.
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

/** A draft's change of each of the facts that it closed. */
export function changedBy(
  draft: SemanticDraft | ProceduralDraft,
  closed: readonly LiveFact[],
): PlannedRecord["changed"] {
  const change = changeOf(draft);
  return closed.map(({ id, value }) => ({ record_id: id, value, change }));
}

/** What was wrong from the start never held, so it cannot have ended: a correction comes first. */
function changeOf(draft: SemanticDraft | ProceduralDraft): ChangedRecord["change"] {
  if (corrects(draft)) return "corrected";
  return isSemantic(draft) && draft.polarity === "ended" ? "ended" : "replaced";
}

/** Whether what a draft replaces never held. */
export function corrects(draft: SemanticDraft | ProceduralDraft): boolean {
  return isSemantic(draft) && draft.corrects === true;
}

export function operationOn(replaced: readonly LiveFact[]): "CREATE" | "UPDATE" {
  return replaced.length > 0 ? "UPDATE" : "CREATE";
}

export function isSemantic(draft: Draft): draft is SemanticDraft {
  return draft.type === "semantic";
}
