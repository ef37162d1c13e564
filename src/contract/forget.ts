/** The selector of `forget`, and the result that it returns. */
import { z } from "zod";
import { forgetConditions, predicates } from "./plain/predicates.js";
import { maxQueryChars } from "./recall.js";
import { filledText, metadataFilter, recordId, recordType, timestamp } from "./record.js";
import { scopeField } from "./scope.js";

const selector = z.strictObject({
  ids: z.array(recordId).min(1).max(10_000).optional().describe("the records with these ids"),
  file_id: recordId.optional().describe("everything that came from this file"),
  entity: filledText(512)
    .optional()
    .describe("records that are about, were said by, or mention this person or thing"),
  type: recordType.optional().describe("records of this type"),
  before: timestamp.optional().describe("records whose occurred_at is before this time"),
  after: timestamp.optional().describe("records whose occurred_at is at or after this time"),
  filter: metadataFilter.optional().describe("records whose metadata match every condition"),
  query: filledText(maxQueryChars)
    .optional()
    .describe(
      "records that state what the query asks about; rules only if it names rules; only a preview without confirm",
    ),
  speaker: filledText(512)
    .optional()
    .describe("name of the person who asks: 'I' and 'my' in the query refer to them"),
  all: z.literal(true).optional().describe("everything; requires confirm"),
  confirm: z.boolean().default(false).describe("erase what query or all selects, instead of a preview"),
  dry_run: z
    .boolean()
    .optional()
    .describe("only preview, whatever selects: what would be erased, and why; nothing is erased"),
  reason: filledText(2000).optional().describe("written to the audit trail as given: put no content in it"),
});

function checked<Schema extends z.ZodType<z.output<typeof selector>>>(schema: Schema): Schema {
  return schema
    .refine(predicates.selective, `must name at least one of ${forgetConditions.join(", ")}`)
    .refine(predicates.speakerWithQuery, "speaker needs a query: it says who 'I' in the query is")
    .refine(predicates.confirmedAll, "all: true needs confirm: true")
    .refine(predicates.someFilter, "filter must name at least one key");
}

/**
 * A record must match every condition that is given. A `query` only previews unless `confirm:
 * true`; `all` is refused unless `confirm: true`.
 */
export const forgetInput = checked(selector.extend(scopeField));
/** The input of a model's tool call: without a scope, which the app sets. */
export const forgetToolInput = checked(selector);
// Members generated from `forgetInput` by npm run build:types.
/** The input of `forget`. */
export interface ForgetInput {
  /** The records with these ids. */
  ids?: z.input<typeof forgetInput>["ids"];
  /** Everything that came from this file. */
  file_id?: z.input<typeof forgetInput>["file_id"];
  /** Records that are about, were said by, or mention this person or thing. */
  entity?: z.input<typeof forgetInput>["entity"];
  /** Records of this type. */
  type?: z.input<typeof forgetInput>["type"];
  /** Records whose occurred_at is before this time. */
  before?: z.input<typeof forgetInput>["before"];
  /** Records whose occurred_at is at or after this time. */
  after?: z.input<typeof forgetInput>["after"];
  /** Records whose metadata match every condition. */
  filter?: z.input<typeof forgetInput>["filter"];
  /**
   * Records that state what the query asks about; rules only if it names rules; only a preview
   * without confirm.
   */
  query?: z.input<typeof forgetInput>["query"];
  /** Name of the person who asks: 'I' and 'my' in the query refer to them. */
  speaker?: z.input<typeof forgetInput>["speaker"];
  /** Everything; requires confirm. */
  all?: z.input<typeof forgetInput>["all"];
  /**
   * Erase what query or all selects, instead of a preview.
   *
   * @default false
   */
  confirm?: z.input<typeof forgetInput>["confirm"];
  /** Only preview, whatever selects: what would be erased, and why; nothing is erased. */
  dry_run?: z.input<typeof forgetInput>["dry_run"];
  /** Written to the audit trail as given: put no content in it. */
  reason?: z.input<typeof forgetInput>["reason"];
  /** Whose memory it is: labels such as user, agent, session, app. */
  scope?: z.input<typeof forgetInput>["scope"];
}
/** A parsed {@link ForgetInput}. */
export type ForgetRequest = z.output<typeof forgetInput>;

/** The schema of a {@link ForgetPreview}. */
export const forgetPreview = z.object({
  record_id: recordId,
  type: recordType,
  text: z.string(),
  because: z.enum(["selected", "ancestor", "shares_passage"]).describe("why it would be erased"),
  why: z.string().optional().describe("the reason in words: which part of it the selector matches"),
});
/** A record that would be erased, and why. */
export type ForgetPreview = z.infer<typeof forgetPreview>;

/** The schema of a {@link ForgetResult}. */
export const forgetResult = z.object({
  forgotten: z.int().describe("number of records erased; 0 for a preview"),
  ids: z.array(recordId).describe("records that were, or would be, erased"),
  preview: z.array(forgetPreview).describe("records that would be erased; empty after an erasure"),
  freed_bytes: z.int().describe("bytes that storage_used decreased by"),
  verified: z
    .boolean()
    .describe("no index finds them any more, and every byte of the file that belongs to no row is zero"),
  unproven: z
    .string()
    .optional()
    .describe("no index finds them any more, but this store cannot prove that their bytes are gone: why"),
});
/** What `forget` returns. */
export type ForgetResult = z.infer<typeof forgetResult>;
