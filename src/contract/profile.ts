/**
 * The input of `profile`, and the payload that it returns: what a prompt should always contain
 * about a user, without a question.
 */
import { z } from "zod";
import { filledText, laidDownRule, metadataFilter, recordId, storedTime } from "./record.js";
import { readScopeFields } from "./scope.js";

/** What `profile` selects. All fields are optional. */
export const profileInput = z.strictObject({
  ...readScopeFields,
  speaker: filledText(256).optional().describe("whose profile: the speaker name that their messages carry"),
  filter: metadataFilter.optional().describe("only records whose metadata match every condition"),
  token_budget: z.int().min(1).max(100_000).default(500).describe("most tokens of prose in total"),
});
// Members generated from `profileInput` by npm run build:types.
/** The input of `profile`. */
export interface ProfileInput {
  /** Whose memory it is: labels such as user, agent, session, app. */
  scope?: z.input<typeof profileInput>["scope"];
  /** With a scope: also read what was remembered without one. */
  include_unscoped?: z.input<typeof profileInput>["include_unscoped"];
  /** Whose profile: the speaker name that their messages carry. */
  speaker?: z.input<typeof profileInput>["speaker"];
  /** Only records whose metadata match every condition. */
  filter?: z.input<typeof profileInput>["filter"];
  /**
   * Most tokens of prose in total.
   *
   * @default 500
   */
  token_budget?: z.input<typeof profileInput>["token_budget"];
}
/** A parsed {@link ProfileInput}. */
export type ProfileRequest = z.output<typeof profileInput>;

/** The input of a model's tool call: without a scope, which the app sets. */
export const profileToolInput = profileInput.omit({ scope: true, include_unscoped: true });

/** The schema of a {@link ProfileFact}. */
export const profileFact = z.object({
  record_id: recordId,
  entity: z.string(),
  property: z.string(),
  value: z.string(),
  text: z
    .string()
    .describe("the fact as a sentence with its time; the original words where the fact is unsure"),
  since: storedTime.describe("when it became true; where unknown, when it was said"),
});
/** A current fact about the user. */
export type ProfileFact = z.infer<typeof profileFact>;

/** The schema of a {@link ProfileEvent}. */
export const profileEvent = z.object({
  record_id: recordId,
  text: z.string().describe("the original words, with speaker and time"),
  occurred_at: storedTime.describe("when it happened or will happen"),
  coming: z.boolean().describe("true for future events and open plans"),
});
/** A recent event, a future event, or an open plan. */
export type ProfileEvent = z.infer<typeof profileEvent>;

/** The schema of a {@link ProfilePayload}. */
export const profilePayload = z.object({
  about: z.string().describe('the person it describes: a name, or "the user" where no name is known'),
  semantic_memory: z.string().describe("prose: who the user is, then other current facts"),
  episodic_memory: z.string().describe("prose: recent events, then future ones"),
  procedural_memory: z.string().describe("prose: standing rules, newest first"),
  facts: z.array(profileFact).describe("most important first"),
  events: z.array(profileEvent).describe("oldest first"),
  rules: z.array(laidDownRule).describe("rules without a condition, newest first"),
  tokens: z.int().describe("tokens of the prose"),
});
/** What `profile` returns; every field is empty if nothing is known. */
export type ProfilePayload = z.infer<typeof profilePayload>;
