/** The selector of `forget`, and what it answers. */
import { z } from "zod";
import { maxQueryChars } from "./recall.js";
import { filledText, metadataFilter, recordId, recordType, timestamp } from "./record.js";
import { scopeField } from "./scope.js";

const conditions = ["ids", "file_id", "entity", "type", "before", "after", "filter", "query", "all"] as const;

const selector = z.strictObject({
  ids: z.array(recordId).min(1).max(10_000).optional().describe("these records"),
  file_id: recordId.optional().describe("what came from a file"),
  entity: filledText(512).optional().describe("whoever or whatever a record is about, was said by, or names"),
  type: recordType.optional().describe("records of one type"),
  before: timestamp.optional().describe("occurred_at before"),
  after: timestamp.optional().describe("occurred_at at or after"),
  filter: metadataFilter.optional().describe("records whose metadata match"),
  query: filledText(maxQueryChars)
    .optional()
    .describe(
      "what states what this asks about, rules only where it names rules; only previews unless confirm",
    ),
  speaker: filledText(512)
    .optional()
    .describe("name of the person who asks: whom 'I' and 'my' in the query mean"),
  all: z.literal(true).optional().describe("everything; needs confirm"),
  confirm: z.boolean().default(false).describe("forget what query or all selects"),
  reason: filledText(2000).optional().describe("kept as given in the audit trail: put no content in it"),
});

type Chosen = {
  readonly all?: true | undefined;
  readonly confirm: boolean;
  readonly filter?: object | undefined;
};

function checked<Schema extends z.ZodType<Chosen>>(schema: Schema): Schema {
  return schema
    .refine(
      (chosen) => conditions.some((name) => Reflect.get(chosen, name) !== undefined),
      `must name at least one of ${conditions.join(", ")}`,
    )
    .refine(
      (chosen) => Reflect.get(chosen, "speaker") === undefined || Reflect.get(chosen, "query") !== undefined,
      "speaker needs a query: it says whom 'I' in it means",
    )
    .refine(({ all, confirm }) => all === undefined || confirm, "all: true needs confirm: true")
    .refine(
      ({ filter }) => filter === undefined || Object.keys(filter).length > 0,
      "filter must name at least one key",
    );
}

/** Several conditions mean all of them. `query` only previews and `all` is refused unless `confirm: true`. */
export const forgetInput = checked(selector.extend(scopeField));
/** The same from a model: whose memory it is says the app. */
export const forgetToolInput = checked(selector);
export type ForgetInput = z.input<typeof forgetInput>;
export type ForgetRequest = z.output<typeof forgetInput>;

/** A record that would go, and why. */
export const forgetPreview = z.object({
  record_id: recordId,
  type: recordType,
  text: z.string(),
  because: z.enum(["selected", "ancestor", "shares_passage"]).describe("why it goes"),
  why: z.string().optional().describe("the same in words: what of it the selector asks for"),
});
export type ForgetPreview = z.infer<typeof forgetPreview>;

/** What `forget` answers. */
export const forgetResult = z.object({
  forgotten: z.int().describe("records removed; 0 for a preview"),
  ids: z.array(recordId).describe("records removed, or that would be"),
  preview: z.array(forgetPreview).describe("what would go; empty once it is gone"),
  freed_bytes: z.int(),
  verified: z
    .boolean()
    .describe("every index was asked again, and no byte that belongs to no row is other than zero"),
});
export type ForgetResult = z.infer<typeof forgetResult>;
