/** The input of `recall`, and the search payload (specification, section 2.4) that answers it. */
import { z } from "zod";
import {
  filledText,
  metadataFilter,
  plainText,
  recordId,
  recordType,
  storedTime,
  timestamp,
} from "./record.js";
import { laidDownRule } from "./rule.js";
import { readScopeFields } from "./scope.js";

/** Characters of one question. */
export const maxQueryChars = 32_768;

/** The object form: what a wire carries. */
export const recallObject = z.strictObject({
  ...readScopeFields,
  query: filledText(maxQueryChars).describe("the natural-language question"),
  previous_context: plainText(1_048_576).optional().describe("what came before; weighs less than the query"),
  speaker: filledText(512)
    .optional()
    .describe("name of the person who asks: whom 'I', 'my' and 'we' in the query mean"),
  as_of: timestamp.optional().describe("answer with what was true then"),
  types: z.array(recordType).min(1).optional().describe("only these types"),
  filter: metadataFilter.optional().describe("only records whose metadata match"),
  token_budget: z.int().min(1).max(100_000).default(1000).describe("tokens of prose, in all"),
  limit: z.int().min(1).max(1000).default(50).describe("records told at most"),
  rules: z
    .enum(["standing", "relevant", "none"])
    .default("standing")
    .describe(
      "standing: rules without a condition come with every answer; relevant: only what the question is about; none",
    ),
  explain: z.boolean().default(false).describe("adds records[] with each ranking signal"),
});

/** What a model may say: whose memory it is says the app. */
export const recallToolInput = recallObject.omit({ scope: true, include_unscoped: true });

/** A string is short for `{ query }`. */
export const recallInput = z.preprocess(
  (input) => (typeof input === "string" ? { query: input } : input),
  recallObject,
);
export type RecallInput = string | z.input<typeof recallObject>;
export type RecallRequest = z.output<typeof recallObject>;

/** A stretch of a file that was found. */
export const fileExtract = z.object({
  file_id: recordId,
  name: z.string(),
  media_type: z.string(),
  text: z.string(),
  page: z.int().optional(),
  heading: z.string().optional(),
  score: z.number(),
});
export type FileExtract = z.infer<typeof fileExtract>;

/** A record that was found, with what the ranking saw in it. */
export const explainedRecord = z.object({
  record_id: recordId,
  type: recordType,
  text: z.string(),
  score: z.number().describe("estimated chance that it answers, 0 to 1"),
  signals: z.record(z.string(), z.number()).describe("what each ranking signal gave"),
  source_id: recordId,
  occurred_at: storedTime,
  occurred_until: storedTime.nullable(),
});
export type ExplainedRecord = z.infer<typeof explainedRecord>;

/** How sure recall is that memory holds the answer: `none` where nothing is told, `weak` where what is told is most likely only near the question. */
export const confidence = z.enum(["none", "weak", "found"]);
export type Confidence = z.infer<typeof confidence>;

/** The search payload. */
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
    .describe("weak: memory most likely holds no answer, and what is told is only near the question"),
  rules: z
    .array(laidDownRule)
    .optional()
    .describe("what the user laid down for every answer, newest first, then what this question meets"),
  records: z.array(explainedRecord).optional().describe("with explain: best first"),
});
export type SearchPayload = z.infer<typeof searchPayload>;
