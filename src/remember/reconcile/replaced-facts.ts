/** Finds the current facts and rules that a draft replaces or ends. */
import type { ProceduralDraft, SemanticDraft } from "../../extractors/extractor.js";
import { ComparedValue, sameValue } from "../../text/same-value.js";
import { isSemantic } from "./changes.js";
import type { FactState } from "./fact-state.js";
import { factKey, type LiveFact } from "./said-before.js";

/**
 * A date within the next year is a plan. A later one is a mistake or fiction, and must not end a
 * true fact.
 */
const farAheadMs = 366 * 86_400_000;

/** Finds what drafts replace or end, among the facts of a call. */
export class ReplacedFacts {
  readonly #facts: FactState;
  readonly #createdAt: string;

  /** @param createdAt ISO 8601 UTC: the time of the call */
  constructor(facts: FactState, createdAt: string) {
    this.#facts = facts;
    this.#createdAt = createdAt;
  }

  /**
   * What a draft replaces: the record that it names, and current facts with another value where a
   * property has one at a time. A statement of the far future neither replaces a present one nor is
   * replaced by it.
   */
  replacedBy(draft: SemanticDraft | ProceduralDraft, saidAt: string): readonly LiveFact[] {
    const ahead = (at: string) => Date.parse(at) > Date.parse(this.#createdAt) + farAheadMs;
    if (ahead(saidAt)) return [];
    const named = this.named(draft);
    const alike =
      isSemantic(draft) && mayReplace(draft)
        ? this.#outdated(draft).filter(({ id }) => id !== named?.id)
        : [];
    return [...alike, ...(named === undefined ? [] : [named])].filter((fact) => !ahead(fact.saidAt));
  }

  /** Current facts that a new value replaces. */
  #outdated(draft: SemanticDraft): readonly LiveFact[] {
    const key = factKey(draft);
    const value = new ComparedValue(draft.value);
    const former = formerOf(draft);
    const over = former === undefined ? value : new ComparedValue(former);
    return this.#facts.live.near(key, over).filter(({ compared }) => {
      if (compared.equals(value)) return false;
      if (former !== undefined && compared.sharesWords(over)) return true;
      return draft.cardinality === "one" && compared.hasUnitOf(value);
    });
  }

  /**
   * Current facts that a draft ends: all facts of the property if the text does not say which.
   */
  endedBy(draft: SemanticDraft): readonly LiveFact[] {
    const key = factKey(draft);
    if (draft.value === "") return this.#facts.live.all(key);
    const value = new ComparedValue(draft.value);
    return this.#facts.live.near(key, value).filter(({ compared }) => compared.isNamedBy(value));
  }

  /** The record that a draft names, if it is still current and says something else. */
  named(draft: SemanticDraft | ProceduralDraft): LiveFact | undefined {
    const named = this.#facts.named(draft.replaces);
    const same =
      named !== undefined && isSemantic(draft) && draft.polarity === "holds" && sameFact(named, draft);
    return same ? undefined : named;
  }
}

function sameFact(fact: LiveFact, draft: SemanticDraft): boolean {
  return fact.key === factKey(draft) && sameValue(fact.value, draft.value);
}

/** Whether a draft may replace a current value. */
function mayReplace(draft: SemanticDraft): boolean {
  return draft.cardinality === "one" || draft.former !== undefined;
}

/**
 * The former value, if it has a word and is not the new value.
 */
export function formerOf({ former, value }: SemanticDraft): string | undefined {
  if (former === undefined || !/[\p{L}\p{N}]/u.test(former)) return undefined;
  return sameValue(former, value) ? undefined : former;
}
