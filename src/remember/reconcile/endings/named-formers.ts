/**
 * Facts that are over because a text names their value as the former one: "traded the Amazone in
 * for a Horsch" after "he has a 24 metre Amazone". The former value may have been stored under
 * another property than the new one. The owner and the value must agree, and only one fact may be
 * meant: a wrong ending costs more trust than an old value.
 */
import type { SemanticDraft } from "../../../extractors/extractor.js";
import { ComparedValue, unitOf } from "../../../text/same-value.js";
import { indexWords } from "../../../text/words.js";
import { isSemantic } from "../changes.js";
import type { Candidate } from "../plan.js";
import { formerOf } from "../replaced-facts.js";
import { isBefore, type KnownFacts, type StatedFact } from "./known-facts.js";
import type { Succession } from "./succession.js";

/** The facts whose value the drafts of a passage name as the former one. */
export async function namedFormers(candidate: Candidate, known: KnownFacts): Promise<readonly Succession[]> {
  const { decision, passage } = candidate;
  const found: Succession[] = [];
  for (const draft of decision.keep ? decision.drafts.filter(isSemantic) : []) {
    const former = draft.polarity === "holds" ? formerOf(draft) : undefined;
    if (former === undefined) continue;
    const facts = await known.of([draft.entity]);
    const meant = facts.filter((fact) => isBefore(fact, passage) && isFormer(fact, draft, former));
    if (meant.length === 1) found.push({ former: meant[0]!.id, by: draft });
  }
  return found;
}

/** A fact of the draft's own property is left to the planner, which compares more of it. */
function isFormer({ property, value }: StatedFact, draft: SemanticDraft, former: string): boolean {
  if (property === draft.property || indexWords(former).length === 0) return false;
  if (isMeasure(former) && !namesProperty(`${property} ${value}`, draft.property)) return false;
  const stored = new ComparedValue(value);
  return stored.isNamedBy(new ComparedValue(former)) && !stored.sharesWords(new ComparedValue(draft.value));
}

/**
 * A number says little by itself: "my score went from 72 to 78" does not end "72 % of my target".
 */
function isMeasure(value: string): boolean {
  return !/\p{L}/u.test(value) || unitOf(value) !== null;
}

/** Whether a fact has all words of a property, in its own or in its value. */
function namesProperty(stated: string, property: string): boolean {
  const words = new Set(indexWords(stated));
  return indexWords(property).every((word) => words.has(word));
}
