/** Whether a draft of the rules says what a draft of the model says already. Pure. */
import { sameValue, sharesWords } from "../../text/same-value.js";
import { fold } from "../../text/words.js";
import type { Draft, EpisodicDraft, ProceduralDraft, SemanticDraft } from "../extractor.js";
import { isBundled } from "./drafts.js";
import { type FactSchema, ruleOf } from "./options.js";

/** Whether `draft` repeats one of `kept`, all of the same passage. */
export function repeats(draft: Draft, kept: readonly Draft[], facts: FactSchema | undefined): boolean {
  return kept.some((one) => {
    if (draft.type === "semantic") return one.type === "semantic" && repeatsFact(draft, one, facts);
    if (draft.type === "episodic") return one.type === "episodic" && repeatsEvent(draft, one);
    return one.type === "procedural" && repeatsRule(draft, one);
  });
}

/**
 * Of one property a fact is a repetition where the values share words, and where the property has
 * one value at a time: what the model read is believed, and a second value would close it at once.
 * Values under two names are a repetition where one of the names is the model's own ("town" for
 * "home"); two names of the vocabulary, or of the app's schema, mean two things: "lives in Porto"
 * and "likes Porto".
 */
function repeatsFact(draft: SemanticDraft, kept: SemanticDraft, facts: FactSchema | undefined): boolean {
  if (fold(draft.entity) !== fold(kept.entity) || draft.polarity !== kept.polarity) return false;
  const alike = sameValue(draft.value, kept.value) || sharesWords(draft.value, kept.value);
  if (draft.property === kept.property)
    return (
      alike ||
      draft.value === "" ||
      kept.value === "" ||
      (draft.polarity === "holds" && draft.cardinality === "one")
    );
  const ownWords = !isVocabulary(draft.property, facts) || !isVocabulary(kept.property, facts);
  return ownWords && draft.value !== "" && alike;
}

function isVocabulary(property: string, facts: FactSchema | undefined): boolean {
  return facts === undefined ? isBundled(property) : ruleOf(facts, property) !== undefined;
}

/** The document of both is the passage: the one may add only another day. */
function repeatsEvent(draft: EpisodicDraft, kept: EpisodicDraft): boolean {
  return !draft.dated || draft.occurredAt.slice(0, 10) === kept.occurredAt.slice(0, 10);
}

/** The document of both is the passage: the one may add only another case in which it applies. */
function repeatsRule(draft: ProceduralDraft, kept: ProceduralDraft): boolean {
  return draft.trigger === null || kept.trigger === null || sharesWords(draft.trigger, kept.trigger);
}
