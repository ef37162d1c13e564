/** The input of `recall`, and the search payload that it returns (specification, section 2.4). */
import { z } from "zod";
import {
  filledText,
  laidDownRule,
  metadataFilter,
  plainText,
  recordId,
  recordType,
  storedTime,
  timestamp,
} from "./record.js";
import { readScopeFields } from "./scope.js";

/** Maximum number of characters of one question. */
export const maxQueryChars = 32_768;

/** The object form of a {@link RecallInput}, as it is sent over HTTP. */
export const recallObject = z.strictObject({
  ...readScopeFields,
  query: filledText(maxQueryChars).describe("the question, in natural language"),
  previous_context: plainText(1_048_576)
    .optional()
    .describe("the conversation so far; counts less than the query"),
  speaker: filledText(512)
    .optional()
    .describe("name of the person who asks: 'I', 'my' and 'we' in the query refer to them"),
  as_of: timestamp.optional().describe("answer with what was true at this time"),
  types: z.array(recordType).min(1).optional().describe("only records of these types"),
  filter: metadataFilter.optional().describe("only records whose metadata match every condition"),
  token_budget: z.int().min(1).max(100_000).default(1000).describe("most tokens of prose in total"),
  limit: z.int().min(1).max(1000).default(50).describe("most records in the answer"),
  rules: z
    .enum(["standing", "relevant", "none"])
    .default("standing")
    .describe(
      "the user's rules in the answer: standing adds every rule without a condition, relevant only rules that the question is about, none no rules",
    ),
  explain: z.boolean().default(false).describe("return records[] too, with each ranking signal"),
  trace: z
    .boolean()
    .optional()
    .describe("return trace too: what was considered, and why each part of it was returned or left out"),
});

/**
 * The input of a model's tool call: without a scope, which the app sets, and without a trace, which
 * contains what recall decided not to return.
 */
export const recallToolInput = recallObject.omit({
  scope: true,
  include_unscoped: true,
  trace: true,
});

/** The schema of a {@link RecallInput}. */
export const recallInput = z.preprocess(
  (input) => (typeof input === "string" ? { query: input } : input),
  recallObject,
);
// Members generated from `recallObject` by npm run build:types.
/** The object form of a {@link RecallInput}. */
export interface RecallObject {
  /** Whose memory it is: labels such as user, agent, session, app. */
  scope?: z.input<typeof recallObject>["scope"];
  /** With a scope: also read what was remembered without one. */
  include_unscoped?: z.input<typeof recallObject>["include_unscoped"];
  /** The question, in natural language. */
  query: z.input<typeof recallObject>["query"];
  /** The conversation so far; counts less than the query. */
  previous_context?: z.input<typeof recallObject>["previous_context"];
  /** Name of the person who asks: 'I', 'my' and 'we' in the query refer to them. */
  speaker?: z.input<typeof recallObject>["speaker"];
  /** Answer with what was true at this time. */
  as_of?: z.input<typeof recallObject>["as_of"];
  /** Only records of these types. */
  types?: z.input<typeof recallObject>["types"];
  /** Only records whose metadata match every condition. */
  filter?: z.input<typeof recallObject>["filter"];
  /**
   * Most tokens of prose in total.
   *
   * @default 1000
   */
  token_budget?: z.input<typeof recallObject>["token_budget"];
  /**
   * Most records in the answer.
   *
   * @default 50
   */
  limit?: z.input<typeof recallObject>["limit"];
  /**
   * The user's rules in the answer: standing adds every rule without a condition, relevant only
   * rules that the question is about, none no rules.
   *
   * @default "standing"
   */
  rules?: z.input<typeof recallObject>["rules"];
  /**
   * Return records[] too, with each ranking signal.
   *
   * @default false
   */
  explain?: z.input<typeof recallObject>["explain"];
  /** Return trace too: what was considered, and why each part of it was returned or left out. */
  trace?: z.input<typeof recallObject>["trace"];
}
/** The input of `recall`. A string is short for `{ query }`. */
export type RecallInput = string | RecallObject;
/** A parsed {@link RecallInput}. */
export type RecallRequest = z.output<typeof recallObject>;

/** The schema of a {@link FileExtract}. */
export const fileExtract = z.object({
  file_id: recordId,
  name: z.string(),
  media_type: z.string(),
  text: z.string(),
  page: z.int().optional(),
  heading: z.string().optional(),
  score: z.number(),
});
/** A passage of a file that answers the question. */
export type FileExtract = z.infer<typeof fileExtract>;

/** The schema of an {@link ExplainedRecord}. */
export const explainedRecord = z.object({
  record_id: recordId,
  type: recordType,
  text: z.string(),
  score: z.number().describe("estimated probability that it answers the question, 0 to 1"),
  signals: z.record(z.string(), z.number()).describe("the contribution of each ranking signal"),
  source_id: recordId,
  occurred_at: storedTime,
  occurred_until: storedTime.nullable(),
});
/** A record in the answer, with its ranking signals. */
export type ExplainedRecord = z.infer<typeof explainedRecord>;

/** Why a candidate is in the answer or not. */
export const candidateOutcomes = [
  "returned",
  "in_rules",
  "no_room",
  "repeated",
  "replaced",
  "far_below_best",
  "no_answer_likely",
  "unlike",
  "about_others",
] as const;
/** One of {@link candidateOutcomes}. */
export type CandidateOutcome = (typeof candidateOutcomes)[number];

/** The schema of a {@link RecallCandidate}. */
export const recallCandidate = z.object({
  record_ids: z.array(recordId).describe("the records of the passage"),
  type: recordType,
  text: z.string().describe("the passage, verbatim"),
  speaker: z.string().nullable(),
  source_id: recordId,
  said_at: storedTime,
  outcome: z.enum(candidateOutcomes),
  why: z.string().describe("the outcome in words"),
  score: z.number().describe("estimated probability that it answers the question, 0 to 1"),
  because: z.array(z.string()).describe("its strongest signals in words, strongest first"),
  signals: z.record(z.string(), z.number()).describe("the contribution of each ranking signal"),
  tokens: z.int().describe("tokens of its lines in the prose; 0 where it was left out"),
});
/** A passage that recall considered. */
export type RecallCandidate = z.infer<typeof recallCandidate>;

/** The schema of a {@link RecallTrace}. */
export const recallTrace = z.object({
  answerable: z.number().describe("estimated probability that memory contains an answer, 0 to 1"),
  considered: z.int().describe("passages that were ranked"),
  note: z.string().optional().describe("why nothing was searched, where that is so"),
  candidates: z.array(recallCandidate).describe("best first, those that were returned before the others"),
});
/** How an answer came about: the candidates, best first, at most `limit`. */
export type RecallTrace = z.infer<typeof recallTrace>;

/** The schema of {@link Confidence}. */
export const confidence = z.enum(["none", "weak", "found"]);
/**
 * How sure recall is that memory contains the answer. `none`: nothing is returned. `weak`: memory
 * may have no answer; the reader of the payload must judge whether it answers the question.
 * `found`: memory has an answer; this is wrong for at most one in 20 of the questions that memory
 * has no answer to.
 */
export type Confidence = z.infer<typeof confidence>;

/** The schema of a {@link SearchPayload}. */
export const searchPayload = z.object({
  semantic_memory: z.string(),
  episodic_memory: z.string(),
  procedural_memory: z.string(),
  relevant_file_ids: z.array(z.string()),
  file_memory: z.array(fileExtract),
  tokens: z.int(),
  cost: z.number(),
  wallet_balance: z.number(),
  confidence: confidence
    .optional()
    .describe(
      "weak: memory may have no answer: the payload is related to the question, and its reader must judge whether it answers the question",
    ),
  rules: z
    .array(laidDownRule)
    .optional()
    .describe(
      "the user's rules: those without a condition, newest first, then those whose condition the question meets",
    ),
  records: z
    .array(explainedRecord)
    .optional()
    .describe("with explain: the records in the answer, best first"),
  trace: recallTrace.optional().describe("with trace: how the answer came about"),
});
/** What `recall` returns. */
export type SearchPayload = z.infer<typeof searchPayload>;
