/**
 * The decision about a passage: what the model's records came to, completed by what the bundled
 * rules draft of it. The rules are asked where the model left something open: it could not be
 * asked, its answer could not be read, a record or an update of it was refused, or it wrote nothing
 * of the passage. Pure.
 */
import { mentionsOf } from "../../text/mentions.js";
import type { Passage } from "../../text/passage.js";
import type { Decision, Draft, EpisodicDraft } from "../extractor.js";
import type { Allowed, Judgement } from "./decide.js";
import { listed } from "./drafts.js";
import { type FactSchema, ruleOf } from "./options.js";
import { repeats } from "./repeats.js";

/**
 * Whether the rules have to decide a passage, alone or beside the model.
 *
 * @param judgement `undefined` where the model decided nothing
 * @param isOwnChoice Whether the app said what is worth keeping. A passage that the model then
 * skips with a reason stays skipped: the rules do not know what the app said.
 */
export function needsRules(judgement: Judgement | undefined, isOwnChoice: boolean): boolean {
  if (judgement === undefined || judgement.refusedTypes.size > 0) return true;
  return judgement.drafts.length === 0 && !(isOwnChoice && judgement.skipped !== undefined);
}

/** What a decision is made of. */
export interface Findings {
  readonly passage: Passage;
  /** `undefined` where the model decided nothing. */
  readonly judgement: Judgement | undefined;
  /** What the rules decided; `undefined` where they were not asked. */
  readonly ruled: Decision | undefined;
}

/**
 * The decision about one passage. The model's drafts come first and stay as they are; what was
 * refused is listed as dropped.
 */
export function decisionOf({ passage, judgement, ruled }: Findings, { facts, types }: Allowed): Decision {
  if (judgement === undefined) return ruled ?? { keep: false, reason: "nothing was drawn from it" };
  const read = [...judgement.drafts, ...addedBy(ruled, judgement, facts)];
  // The model read it wrongly, and rightly took it for worth keeping: its own words are.
  const isSaid = judgement.quoted && types.includes("episodic");
  const drafts = read.length === 0 && isSaid ? [verbatim(passage)] : read;
  const dropped = judgement.dropped.length === 0 ? {} : { dropped: judgement.dropped };
  if (drafts.length > 0)
    return { keep: true, drafts, mentions: mentionsIn(passage.text, drafts), ...dropped };
  return { keep: false, reason: whyNot(judgement, ruled), ...dropped };
}

/** What the rules draft that the model's drafts do not say. */
function addedBy(
  ruled: Decision | undefined,
  { drafts, refusedTypes }: Judgement,
  facts: FactSchema | undefined,
): Draft[] {
  if (ruled?.keep !== true) return [];
  // The passage is kept with the model's drafts: that it was said is no news beside them, unless an
  // event of it was refused.
  const hasPassage = drafts.length > 0 && !refusedTypes.has("episodic");
  const isBare = (draft: Draft) => draft.type === "episodic" && !draft.dated;
  return ruled.drafts.filter((draft) => !(hasPassage && isBare(draft)) && !repeats(draft, drafts, facts));
}

function whyNot({ skipped, dropped }: Judgement, ruled: Decision | undefined): string {
  if (skipped !== undefined) return skipped;
  if (ruled?.keep === false) return ruled.reason;
  return dropped.length > 0 ? "no record that was drawn from it stands" : "nothing was drawn from it";
}

/** A passage as it was said, and nothing read out of it. */
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
 * Names by which a passage is forgotten: those that its words show, and those that were read out of
 * them and that are in the text.
 */
function mentionsIn(text: string, drafts: readonly Draft[]): string[] {
  const read = drafts.flatMap((draft) => {
    if (draft.type === "episodic") return [draft.entity, ...draft.participants];
    return draft.type === "semantic" ? [draft.entity, draft.value] : [draft.entity];
  });
  // A word in small letters is no name; scripts without capitals show none.
  const names = read.filter((name) => /^(?!\p{Ll})\p{L}/u.test(name) && text.includes(name));
  return [...new Set([...mentionsOf(text), ...names])];
}

/**
 * What the rules decided, as far as the app allows it: they know nothing of its types and its
 * schema.
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
