/**
 * The decision about a passage: the model's drafts, completed by those of the bundled rules. The
 * rules run if the model left something open: it could not be asked, its answer could not be
 * read, a record or an update was refused, or it wrote nothing about the passage. Pure.
 */
import { mentionsOf } from "../../text/mentions.js";
import type { Passage } from "../../text/passage.js";
import { sameValue, sharesWords } from "../../text/same-value.js";
import { fold } from "../../text/words.js";
import type { Decision, Draft, EpisodicDraft, ProceduralDraft, SemanticDraft } from "../extractor.js";
import type { Allowed, Judgement } from "./decide.js";
import { isBundled, listed } from "./drafts.js";
import { type FactSchema, ruleOf } from "./options.js";

/**
 * Whether the rules have to decide a passage, alone or together with the model.
 *
 * @param judgement `undefined` if the model decided nothing
 * @param isOwnChoice Whether the app has its own instructions. Then a passage that the model skips
 * with a reason stays skipped, because the rules do not know the instructions.
 */
export function needsRules(judgement: Judgement | undefined, isOwnChoice: boolean): boolean {
  if (judgement === undefined || judgement.refusedTypes.size > 0) return true;
  return judgement.drafts.length === 0 && !(isOwnChoice && judgement.skipped !== undefined);
}

/** What a decision is based on. */
export interface Findings {
  readonly passage: Passage;
  /** `undefined` if the model decided nothing. */
  readonly judgement: Judgement | undefined;
  /** What the rules decided; `undefined` if they did not run. */
  readonly ruled: Decision | undefined;
}

/**
 * The decision about one passage. The model's drafts come first and stay unchanged; refused records
 * are listed as dropped.
 */
export function decisionOf({ passage, judgement, ruled }: Findings, { facts, types }: Allowed): Decision {
  if (judgement === undefined) return ruled ?? { keep: false, reason: "nothing was drawn from it" };
  const read = [...judgement.drafts, ...addedBy(ruled, judgement, facts)];
  // The model's record was wrong, but it quoted the passage, so the passage is kept verbatim.
  const isSaid = judgement.quoted && types.includes("episodic");
  const drafts = read.length === 0 && isSaid ? [verbatim(passage)] : read;
  const dropped = judgement.dropped.length === 0 ? {} : { dropped: judgement.dropped };
  if (drafts.length > 0)
    return { keep: true, drafts, mentions: mentionsIn(passage.text, drafts), ...dropped };
  return { keep: false, reason: whyNot(judgement, ruled), ...dropped };
}

/** Drafts of the rules that do not repeat a draft of the model. */
function addedBy(
  ruled: Decision | undefined,
  { drafts, refusedTypes }: Judgement,
  facts: FactSchema | undefined,
): Draft[] {
  if (ruled?.keep !== true) return [];
  // An event that only says "it was said" adds nothing to the model's drafts, unless an event of
  // the model was refused.
  const hasPassage = drafts.length > 0 && !refusedTypes.has("episodic");
  const isBare = (draft: Draft) => draft.type === "episodic" && !draft.dated;
  return ruled.drafts.filter((draft) => !(hasPassage && isBare(draft)) && !repeats(draft, drafts, facts));
}

function whyNot({ skipped, dropped }: Judgement, ruled: Decision | undefined): string {
  if (skipped !== undefined) return skipped;
  if (ruled?.keep === false) return ruled.reason;
  return dropped.length > 0 ? "no record that was drawn from it stands" : "nothing was drawn from it";
}

/** A passage kept verbatim as an event. */
function verbatim({ speaker, saidAt }: Passage): EpisodicDraft {
  return {
    type: "episodic",
    entity: speaker ?? "the user",
    participants: [],
    occurredAt: saidAt,
    dated: false,
    reason: "it was said; what was read out of it does not stand",
  };
}

/**
 * Names by which a passage can be forgotten: those that its text shows, and those of its drafts
 * that occur in the text.
 */
function mentionsIn(text: string, drafts: readonly Draft[]): string[] {
  const read = drafts.flatMap((draft) => {
    if (draft.type === "episodic") return [draft.entity, ...draft.participants];
    return draft.type === "semantic" ? [draft.entity, draft.value] : [draft.entity];
  });
  // A lower-case word is not a name. Scripts without capitals are accepted.
  const names = read.filter((name) => /^(?!\p{Ll})\p{L}/u.test(name) && text.includes(name));
  return [...new Set([...mentionsOf(text), ...names])];
}

/**
 * The decision of the rules, limited to the app's types and schema, which the rules do not know.
 */
export function asAllowed(decision: Decision, allowed: Allowed): Decision {
  if (!decision.keep) return decision;
  const drafts = decision.drafts.flatMap((draft) => draftAsAllowed(draft, allowed) ?? []);
  return drafts.length > 0 ? { ...decision, drafts } : { keep: false, reason: "nothing in it was asked for" };
}

function draftAsAllowed(draft: Draft, { facts, types }: Allowed): Draft | undefined {
  if (!types.includes(draft.type)) return undefined;
  if (draft.type !== "semantic" || facts === undefined) return draft;
  const rule = ruleOf(facts, draft.property);
  const value = rule?.values === undefined ? draft.value : listed(draft.value, ["", ...rule.values]);
  if (rule === undefined || value === undefined) return undefined;
  return { ...draft, value, cardinality: rule.single ? "one" : "many" };
}

/** Whether `draft` repeats one of `kept`, all of the same passage. */
export function repeats(draft: Draft, kept: readonly Draft[], facts: FactSchema | undefined): boolean {
  return kept.some((one) => {
    if (draft.type === "semantic") return one.type === "semantic" && repeatsFact(draft, one, facts);
    if (draft.type === "episodic") return one.type === "episodic" && repeatsEvent(draft, one);
    return one.type === "procedural" && repeatsRule(draft, one);
  });
}

/**
 * Under the same property, a fact is a repetition if the values share words. It is also one if the
 * property has one value at a time: the model's value has priority, and a second value would end it
 * at once. Under two properties, it is a repetition if one of them is the model's own word
 * ("town" for "home"). Two properties of the vocabulary, or of the app's schema, are different:
 * "lives in Porto" and "likes Porto".
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

/** Both have the text of the passage, so a second event can only add another day. */
function repeatsEvent(draft: EpisodicDraft, kept: EpisodicDraft): boolean {
  return !draft.dated || draft.occurredAt.slice(0, 10) === kept.occurredAt.slice(0, 10);
}

/** Both have the text of the passage, so a second rule can only add another condition. */
function repeatsRule(draft: ProceduralDraft, kept: ProceduralDraft): boolean {
  return draft.trigger === null || kept.trigger === null || sharesWords(draft.trigger, kept.trigger);
}
