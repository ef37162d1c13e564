/** The input of `remember`, and the add payload (specification, section 2.5) that answers it. */
import { z } from "zod";
import { filledText, metadata, plainText, recordId, storedTime, timestamp } from "./record.js";
import { scopeField } from "./scope.js";

/** Characters of one content: 1 MiB of ASCII, the HTTP limit for a body too. */
export const maxContentChars = 1_048_576;
const maxMessages = 10_000;

/** One message of a chat. */
export const chatMessage = z.strictObject({
  role: z.enum(["user", "assistant", "system", "tool"]),
  content: plainText(maxContentChars),
  name: filledText(256).optional().describe("who speaks; the role alone says only user or assistant"),
  at: timestamp.optional().describe("when it was said"),
});
export type ChatMessage = z.infer<typeof chatMessage>;

const messages = z
  .array(chatMessage)
  .min(1, "must hold at least one message")
  .max(maxMessages, `must hold at most ${maxMessages} messages`)
  .refine(
    (list) => list.some(({ content }) => content.trim().length > 0),
    "must hold a message that is not empty",
  )
  .refine(
    (list) => list.reduce((sum, { content }) => sum + content.length, 0) <= maxContentChars,
    `must be at most ${maxContentChars} characters in all`,
  );

/** The object form: what a wire carries. */
export const rememberObject = z.strictObject({
  ...scopeField,
  content: z.union([filledText(maxContentChars), messages]).describe("a text, or chat messages"),
  previous_context: plainText(maxContentChars)
    .optional()
    .describe("what came before; scopes, and is not stored"),
  occurred_at: timestamp.optional().describe("when it was said or happened"),
  speaker: filledText(256).optional().describe("who says it; resolves I and my"),
  metadata: metadata.optional().describe("labels of your own"),
  expires_at: timestamp.optional().describe("forgotten by itself from then on"),
  idempotency_key: filledText(256)
    .optional()
    .describe("the same key returns the first answer and writes nothing"),
});

/** What a model may say: whose memory it is says the app. */
export const rememberToolInput = rememberObject.omit({ scope: true });

/** A string is short for `{ content }`; so is a list of chat messages. */
export const rememberInput = z.preprocess(
  (input) => (typeof input === "string" || Array.isArray(input) ? { content: input } : input),
  rememberObject,
);
export type RememberInput = string | readonly z.input<typeof chatMessage>[] | z.input<typeof rememberObject>;
export type RememberRequest = z.output<typeof rememberObject>;

const earlierRecord = {
  record_id: recordId.describe("of the earlier record"),
  value: z.string().describe("of a fact its value, of a rule its text"),
};

/** The schema of a {@link ChangedRecord}. */
export const changedRecord = z.object({
  ...earlierRecord,
  change: z
    .enum(["replaced", "ended", "corrected"])
    .describe(
      "replaced: true until something else was; ended: true until it was no longer; corrected: never true",
    ),
});
/** An earlier record that a new one changed: it stays in the history and is no longer current. */
export type ChangedRecord = z.infer<typeof changedRecord>;

const itemBase = {
  operation: z.enum(["CREATE", "UPDATE"]).describe("UPDATE where it replaces an earlier record"),
  reason: z.string().describe("why it was kept"),
  record_id: recordId.describe("of the new record"),
  source_id: recordId.describe("of what this call brought"),
  message: z.int().describe("index of the message that it is from; 0 for a plain text"),
  span: z.string().describe("the verbatim part of the message that it rests on"),
  certainty: z.number().min(0).max(1).describe("how sure the extractor is; 1 where it does not say"),
  changed: z.array(changedRecord).describe("every earlier record that it changed"),
};

const previous = z.object(earlierRecord).optional().describe("the last of the records that it replaces");

/** The schema of a {@link SemanticItem}. */
export const semanticItem = z.object({
  ...itemBase,
  entity: z.string().describe("who or what it is about"),
  property: z.string().describe("what it says of it"),
  value: z.string(),
  text: z.string().describe("the fact as a sentence that can be read alone"),
  previous,
});
/** The schema of an {@link EpisodicItem}. */
export const episodicItem = z.object({
  ...itemBase,
  document: z.string().describe("the passage, verbatim"),
  occurred_at: storedTime.describe("when it happened or was said; the start of a period"),
  occurred_until: storedTime
    .nullable()
    .describe("of a day, a week, a month …: when it ends, exclusive; null for an instant"),
  participants: z.array(z.string()).describe("who took part"),
});
/** The schema of a {@link ProceduralItem}. */
export const proceduralItem = z.object({
  ...itemBase,
  document: z.string().describe("the passage, verbatim"),
  trigger: z.string().optional().describe("when it applies"),
  previous,
});
/** The schema of a {@link SkippedItem}. */
export const skippedItem = z.object({
  text: z.string().describe("verbatim"),
  reason: z.string().describe("why it was not kept"),
});

/** A fact that was kept. */
export type SemanticItem = z.infer<typeof semanticItem>;
/** An event that was kept. */
export type EpisodicItem = z.infer<typeof episodicItem>;
/** A rule, a preference about how to work or a step that was kept. */
export type ProceduralItem = z.infer<typeof proceduralItem>;
/** A text that was not kept, and why. */
export type SkippedItem = z.infer<typeof skippedItem>;

const decision = <Item extends z.ZodType>(item: Item) =>
  z.object({
    use: z.boolean().describe("whether anything of this type was written"),
    items: z.array(item),
  });

/** The schema of {@link MemoryDecisions}. */
export const memoryDecisions = z.object({
  semantic: decision(semanticItem),
  episodic: decision(episodicItem),
  procedural: decision(proceduralItem),
});
/** What was written, by type: these three keys and no other, so that a loop over them meets decisions only. */
export type MemoryDecisions = z.infer<typeof memoryDecisions>;

const consideredRecord = z.object({ record_id: recordId, text: z.string() });
/** A prior record that was considered. */
export type ConsideredRecord = z.infer<typeof consideredRecord>;

/** What the decision was made of. The contexts are prior records that were considered. */
export const resolvedQuery = z.object({
  datetime: storedTime.describe("when it was said"),
  previous_context: z.string(),
  current_context: z.string(),
  semantic_context: z.array(consideredRecord),
  episodic_context: z.array(consideredRecord),
  procedural_context: z.array(consideredRecord),
});

/** The schema of an {@link AddPayload}. */
export const addPayload = z.object({
  stored: z.boolean().describe("whether anything was written"),
  bytes: z.int().describe("UTF-8 bytes of the passages that were kept; 0 where none was"),
  embedding_bytes: z.int().describe("bytes of the vectors, as stored"),
  total_storage_bytes: z.int().describe("what this call added to memory.storage_used"),
  data: z.object({
    status: z.int().describe("200 where extraction ran"),
    success: z.boolean().describe("false where a model failed and the bundled rules decided"),
    data: z.object({
      should_store_memory: z.boolean().describe("whether anything was worth keeping"),
      memory_decisions: memoryDecisions,
      skipped: z.array(skippedItem).describe("texts that were not kept, and why"),
    }),
    query: resolvedQuery,
  }),
  tokens: z.int().describe("consumed by this call"),
  cost: z.number().describe("USD"),
  wallet_balance: z.number().describe("USD, after the call"),
});
/** What `remember` answers: what was kept, what it changed, what was skipped, and what it cost. */
export type AddPayload = z.infer<typeof addPayload>;
