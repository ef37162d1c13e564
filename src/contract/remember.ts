/** The input of `remember`, and the add payload (specification, section 2.5) that answers it. */
import { z } from "zod";
import { filledText, metadata, plainText, recordId, storedTime, timestamp } from "./record.js";

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

/** A string is short for `{ content }`; so is a list of chat messages. */
export const rememberInput = z.preprocess(
  (input) => (typeof input === "string" || Array.isArray(input) ? { content: input } : input),
  rememberObject,
);
export type RememberInput = string | readonly z.input<typeof chatMessage>[] | z.input<typeof rememberObject>;
export type RememberRequest = z.output<typeof rememberObject>;

const operation = z.enum(["CREATE", "UPDATE"]);
const itemBase = {
  operation,
  reason: z.string(),
  record_id: recordId,
  source_id: recordId,
  message: z.int().describe("which message of the content it stands in, from 0; 0 for a plain text"),
};

/** What an update replaced: of a fact its value, of a rule its text. */
const previous = z.object({ record_id: recordId, value: z.string() });

/** A fact that was kept. */
export const semanticItem = z.object({
  ...itemBase,
  entity: z.string(),
  property: z.string(),
  value: z.string(),
  text: z.string(),
  previous: previous.optional(),
});
/** An event that was kept. */
export const episodicItem = z.object({
  ...itemBase,
  document: z.string(),
  occurred_at: storedTime,
  participants: z.array(z.string()),
});
/** A rule, a preference about how to work or a step that was kept. */
export const proceduralItem = z.object({
  ...itemBase,
  document: z.string(),
  trigger: z.string().optional(),
  previous: previous.optional(),
});
/** A text that was not kept, and why. */
export const skippedItem = z.object({ text: z.string(), reason: z.string() });

export type SemanticItem = z.infer<typeof semanticItem>;
export type EpisodicItem = z.infer<typeof episodicItem>;
export type ProceduralItem = z.infer<typeof proceduralItem>;
export type SkippedItem = z.infer<typeof skippedItem>;

const decision = <Item extends z.ZodType>(item: Item) => z.object({ use: z.boolean(), items: z.array(item) });

/** What was written, by type: these three keys and no other, so that a loop over them meets decisions only. */
export const memoryDecisions = z.object({
  semantic: decision(semanticItem),
  episodic: decision(episodicItem),
  procedural: decision(proceduralItem),
});
export type MemoryDecisions = z.infer<typeof memoryDecisions>;

const consideredRecord = z.object({ record_id: recordId, text: z.string() });
export type ConsideredRecord = z.infer<typeof consideredRecord>;

/** What the decision was made of. The contexts are prior records that were considered. */
export const resolvedQuery = z.object({
  datetime: storedTime,
  previous_context: z.string(),
  current_context: z.string(),
  semantic_context: z.array(consideredRecord),
  episodic_context: z.array(consideredRecord),
  procedural_context: z.array(consideredRecord),
});

/** The add payload. */
export const addPayload = z.object({
  stored: z.boolean(),
  bytes: z.int().describe("UTF-8 bytes of the content"),
  embedding_bytes: z.int(),
  total_storage_bytes: z.int().describe("what this call added to memory.storage_used"),
  data: z.object({
    status: z.int(),
    success: z.boolean(),
    data: z.object({
      should_store_memory: z.boolean(),
      memory_decisions: memoryDecisions,
      skipped: z.array(skippedItem).describe("texts that were not kept, and why"),
    }),
    query: resolvedQuery,
  }),
  tokens: z.int(),
  cost: z.number(),
  wallet_balance: z.number(),
});
export type AddPayload = z.infer<typeof addPayload>;
