/**
 * Late reports: statements that were said before the current fact, but are remembered after it.
 * They are inserted into the history and replace nothing.
 */
import type { ProceduralDraft, SemanticDraft } from "../../extractors/extractor.js";
import type { NewRecord } from "../../stores/store.js";
import { corrects, isSemantic } from "./changes.js";
import type { FactState } from "./fact-state.js";
import { factKey, type LiveFact, liveFields } from "./said-before.js";

/**
 * The first statement after a late report.
 *
 * @param rivals the facts that the draft would replace if it were the latest; at least one of them
 * was said later
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
 * A fact from before a late report now ends with the report, not with the report's successor.
 *
 * @returns the facts that now end earlier
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
      // A fact that was never true is skipped: closing it again would give it a time in which it
      // was true.
      ended.validTo > validFrom &&
      !compared.equals(fact.compared),
  );
  state.close(before, late, { saidAt: late.occurredAt, wasWrong: corrects(draft) });
  state.ended.add({ ...fact, ended: { validTo: late.validTo ?? successor.saidAt, by: successor.id } });
  return before;
}
