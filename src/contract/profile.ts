/**
 * The input of `profile`, and what it answers: what a prompt should always have about a user,
 * without a question.
 */
import { z } from "zod";
import { filledText, metadataFilter, recordId, storedTime } from "./record.js";
import { laidDownRule } from "./rule.js";
import { readScopeFields } from "./scope.js";

/** What `profile` selects. All optional. */
export const profileInput = z.strictObject({
  ...readScopeFields,
  speaker: filledText(256).optional().describe("whose profile, by the name that they speak under"),
  filter: metadataFilter.optional().describe("only records whose metadata match"),
  token_budget: z.int().min(1).max(100_000).default(500).describe("tokens of prose, in all"),
});
export type ProfileInput = z.input<typeof profileInput>;
export type ProfileRequest = z.output<typeof profileInput>;

/** What a model may say: whose memory it is says the app. */
export const profileToolInput = profileInput.omit({ scope: true, include_unscoped: true });

/** The schema of a {@link ProfileFact}. */
export const profileFact = z.object({
  record_id: recordId,
  entity: z.string(),
  property: z.string(),
  value: z.string(),
  text: z.string().describe("the fact as a sentence with its time; where it is unsure, what was said"),
  since: storedTime.describe("when it began to be true; else when it was said"),
});
/** A current fact about the user. */
export type ProfileFact = z.infer<typeof profileFact>;

/** The schema of a {@link ProfileEvent}. */
export const profileEvent = z.object({
  record_id: recordId,
  text: z.string().describe("as it was said, with who said it and when"),
  occurred_at: storedTime.describe("when it happened, or will"),
  coming: z.boolean().describe("true: it lies ahead, or is a plan that is open"),
});
/** Something that happened lately, that is coming, or that is planned. */
export type ProfileEvent = z.infer<typeof profileEvent>;

/** The schema of a {@link ProfilePayload}. */
export const profilePayload = z.object({
  about: z.string().describe('whom it is about: a name, or "the user" where none is known'),
  semantic_memory: z.string().describe("prose: who the user is, then other current facts"),
  episodic_memory: z.string().describe("prose: what happened lately, then what is coming"),
  procedural_memory: z.string().describe("prose: standing rules, newest first"),
  facts: z.array(profileFact).describe("most important first"),
  events: z.array(profileEvent).describe("oldest first"),
  rules: z.array(laidDownRule).describe("rules without a condition, newest first"),
  tokens: z.int().describe("of the prose"),
});
/** What `profile` answers; every field is empty where nothing is known. */
export type ProfilePayload = z.infer<typeof profilePayload>;
