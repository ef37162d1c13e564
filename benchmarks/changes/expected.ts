/** What the labels of a dialog say that each message changes. Pure. */
import type { LabelledFact, LabelledMessage } from "../../training/extractor/examples/talk-message.js";
import { sameValue } from "../understanding/match.js";

/** A labelled fact, with the index of its message in the dialog. */
export interface Stated {
  readonly message: number;
  readonly fact: LabelledFact;
}

/** A change that a person states. */
export interface Change {
  readonly fact: LabelledFact;
  /**
   * The earlier facts that are over: those with the former value, or else the latest of the
   * property. Empty if the dialog did not state it before.
   */
  readonly over: readonly Stated[];
  /** All earlier values of the property, and those of {@link over}. */
  readonly earlier: readonly Stated[];
}

const changing: ReadonlySet<LabelledFact["change"]> = new Set(["replaces", "ends", "corrects"]);

/** The changes that each message of a dialog states. */
export function changesIn(messages: readonly LabelledMessage[]): readonly (readonly Change[])[] {
  const before: Stated[] = [];
  return messages.map(({ facts, role }, message) => {
    const stated = role === "user" ? facts.filter(({ change }) => changing.has(change)) : [];
    const changes = stated.map((fact) => changeOf(fact, before));
    before.push(...facts.map((fact) => ({ message, fact })));
    return changes;
  });
}

function changeOf(fact: LabelledFact, before: readonly Stated[]): Change {
  const former = fact.former ?? (fact.change === "ends" ? fact.value : null);
  const own = before.filter((one) => one.fact.entity === fact.entity);
  const named = former === null ? [] : own.filter((one) => sameValue(one.fact.value, former));
  const ofProperty = own.filter(
    (one) => one.fact.property === fact.property && !sameValue(one.fact.value, fact.value),
  );
  const over = named.length > 0 ? named : ofProperty.slice(-1);
  return { fact, over, earlier: [...named, ...ofProperty] };
}
