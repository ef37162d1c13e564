/**
 * Late reports: said before what is current, though read after it. They join the history before
 * what was said next, and replace nothing.
 */
import type { ProceduralDraft, SemanticDraft } from "../../extractors/extractor.js";
import type { NewRecord } from "../../stores/store.js";
import { corrects, isSemantic } from "./changes.js";
import type { FactState } from "./fact-state.js";
import { factKey, type LiveFact, liveFields } from "./said-before.js";

/**
 * What was said first after a late report.
 *
 * @param rivals What the draft would replace, had it been said last: one at least was said later
 */
export function successorOf(
  draft: SemanticDraft | ProceduralDraft,
  { saidAt, rivals, state }: { saidAt: string; rivals: readonly LiveFact[]; state: FactState },
): LiveFact {
  const key = isSemantic(draft) ? factKey(draft) : undefined;
  const known =
    key === undefined ? [] : [state.live.firstAfter(key, saidAt), state.ended.firstAfter(key, saidAt)];
  return [...rivals.filter((fact) => fact.saidAt > saidAt), ...known]
    .filter((fact) => fact !== undefined)
    .reduce((first, fact) => (fact.saidAt < first.saidAt ? fact : first));
}

/**
 * What was said before a late report was true until then, and no longer until the report's own
 * successor.
 *
 * @returns the facts that were shortened
 */
export function shorten(
  late: NewRecord,
  draft: SemanticDraft,
  { successor, state }: { successor: LiveFact; state: FactState },
): readonly LiveFact[] {
  const fact: LiveFact = { ...liveFields(late), text: late.text ?? "" };
  const before = state.ended.endedBy(successor.id).filter(
    ({ key, saidAt, validFrom, ended, compared }) =>
      key === fact.key &&
      ended !== undefined &&
      saidAt < late.occurredAt &&
      ended.validTo > fact.validFrom &&
      // What never held cannot be shortened: closing it anew would give it a time in which it did.
      ended.validTo > validFrom &&
      !compared.equals(fact.compared),
  );
  state.close(before, late, { saidAt: late.occurredAt, neverHeld: corrects(draft) });
  state.ended.add({ ...fact, ended: { validTo: late.validTo ?? successor.saidAt, by: successor.id } });
  return before;
}
