/** The input of `remember`, and the add payload that it returns (specification, section 2.5). */
import { z } from "zod";
import { maxContentChars, predicates } from "./plain/predicates.js";
import { filledText, metadata, plainText, recordId, storedTime, timestamp } from "./record.js";
import { scopeField } from "./scope.js";

export { maxContentChars } from "./plain/predicates.js";

const maxMessages = 10_000;

/** The schema of a {@link ChatMessage}. */
export const chatMessage = z.strictObject({
  role: z.enum(["user", "assistant", "system", "tool"]).describe("who wrote the message"),
  content: plainText(maxContentChars).describe("the text of the message"),
  name: filledText(256).optional().describe("name of the speaker; without it, only the role is known"),
  at: timestamp.optional().describe("when it was said"),
});
// Members generated from `chatMessage` by npm run build:types.
/** One message of a chat, as `remember` accepts it. */
export interface ChatMessageInput {
  /** Who wrote the message. */
  role: z.input<typeof chatMessage>["role"];
  /** The text of the message. */
  content: z.input<typeof chatMessage>["content"];
  /** Name of the speaker; without it, only the role is known. */
  name?: z.input<typeof chatMessage>["name"];
  /** When it was said. */
  at?: z.input<typeof chatMessage>["at"];
}
/** One message of a chat, parsed. */
export type ChatMessage = z.infer<typeof chatMessage>;

const messages = z
  .array(chatMessage)
  .min(1, "must contain at least one message")
  .max(maxMessages, `must contain at most ${maxMessages} messages`)
  .refine(predicates.someMessage, "must contain a message that is not empty")
  .refine(predicates.shortMessages, `must be at most ${maxContentChars} characters in total`);

/** The object form of a {@link RememberInput}, as it is sent over HTTP. */
export const rememberObject = z.strictObject({
  ...scopeField,
  content: z.union([filledText(maxContentChars), messages]).describe("a text, or a list of chat messages"),
  previous_context: plainText(maxContentChars)
    .optional()
    .describe("the conversation so far; helps to understand the content and is not stored"),
  occurred_at: timestamp.optional().describe("when it was said or happened; without it, now"),
  speaker: filledText(256).optional().describe("name of the person who says it: 'I' and 'my' refer to them"),
  metadata: metadata.optional().describe("your own labels"),
  expires_at: timestamp.optional().describe("erased automatically after this time"),
  idempotency_key: filledText(256)
    .optional()
    .describe("a repeated call with the same key returns the first answer and writes nothing"),
  dry_run: z
    .boolean()
    .optional()
    .describe("return what would be stored, replaced and skipped; nothing is written, counted or charged"),
});

/** The input of a model's tool call: without a scope, which the app sets. */
export const rememberToolInput = rememberObject.omit({ scope: true });

/** The schema of a {@link RememberInput}. */
export const rememberInput = z.preprocess(
  (input) => (typeof input === "string" || Array.isArray(input) ? { content: input } : input),
  rememberObject,
);
// Members generated from `rememberObject` by npm run build:types.
/** The object form of a {@link RememberInput}. */
export interface RememberObject {
  /** Whose memory it is: labels such as user, agent, session, app. */
  scope?: z.input<typeof rememberObject>["scope"];
  /** A text, or a list of chat messages. */
  content: z.input<typeof rememberObject>["content"];
  /** The conversation so far; helps to understand the content and is not stored. */
  previous_context?: z.input<typeof rememberObject>["previous_context"];
  /** When it was said or happened; without it, now. */
  occurred_at?: z.input<typeof rememberObject>["occurred_at"];
  /** Name of the person who says it: 'I' and 'my' refer to them. */
  speaker?: z.input<typeof rememberObject>["speaker"];
  /** Your own labels. */
  metadata?: z.input<typeof rememberObject>["metadata"];
  /** Erased automatically after this time. */
  expires_at?: z.input<typeof rememberObject>["expires_at"];
  /** A repeated call with the same key returns the first answer and writes nothing. */
  idempotency_key?: z.input<typeof rememberObject>["idempotency_key"];
  /** Return what would be stored, replaced and skipped; nothing is written, counted or charged. */
  dry_run?: z.input<typeof rememberObject>["dry_run"];
}
/** The input of `remember`. A string, or a list of chat messages, is short for `{ content }`. */
export type RememberInput = string | readonly ChatMessageInput[] | RememberObject;
/** A parsed {@link RememberInput}. */
export type RememberRequest = z.output<typeof rememberObject>;

const earlierRecord = {
  record_id: recordId.describe("id of the earlier record"),
  value: z.string().describe("the value of a fact, the text of a rule"),
};

/** The schema of a {@link ChangedRecord}. */
export const changedRecord = z.object({
  ...earlierRecord,
  change: z
    .enum(["replaced", "ended", "corrected"])
    .describe(
      "replaced: another value became true; ended: it stopped being true; corrected: it was never true",
    ),
});
/** An earlier record that a new one changed. It stays in the history and is no longer current. */
export type ChangedRecord = z.infer<typeof changedRecord>;

const itemBase = {
  operation: z.enum(["CREATE", "UPDATE"]).describe("UPDATE where it replaces an earlier record, else CREATE"),
  reason: z.string().describe("why it was stored"),
  record_id: recordId.describe("id of the new record; of a dry run, of no record"),
  source_id: recordId.describe("id of the source that this call created"),
  message: z.int().describe("index of the message it came from; 0 for a plain text"),
  span: z.string().describe("the verbatim part of the message that supports it"),
  certainty: z.number().min(0).max(1).describe("the extractor's confidence; 1 where it gives none"),
  changed: z.array(changedRecord).describe("every earlier record that it changed"),
};

const previous = z.object(earlierRecord).optional().describe("the most recent record that it replaces");

/** The schema of a {@link SemanticItem}. */
export const semanticItem = z.object({
  ...itemBase,
  entity: z.string().describe("the person or thing it is about"),
  property: z.string().describe("which property of the entity it states"),
  value: z.string(),
  text: z.string().describe("the fact as a sentence that makes sense on its own"),
  previous,
});
/** The schema of an {@link EpisodicItem}. */
export const episodicItem = z.object({
  ...itemBase,
  document: z.string().describe("the passage, verbatim"),
  occurred_at: storedTime.describe("when it happened or was said; the start of a period"),
  occurred_until: storedTime
    .nullable()
    .describe("the exclusive end of a period such as a day or a month; null for an instant"),
  participants: z.array(z.string()).describe("the people who took part"),
});
/** The schema of a {@link ProceduralItem}. */
export const proceduralItem = z.object({
  ...itemBase,
  document: z.string().describe("the passage, verbatim"),
  trigger: z.string().optional().describe("the condition under which it applies"),
  previous,
});
/** The schema of a {@link SkippedItem}. */
export const skippedItem = z.object({
  text: z.string().describe("verbatim"),
  reason: z.string().describe("why it was not stored"),
});

/** A fact that was stored. */
export type SemanticItem = z.infer<typeof semanticItem>;
/** An event that was stored. */
export type EpisodicItem = z.infer<typeof episodicItem>;
/** A rule that was stored: an instruction, a preference about how to work, or a step. */
export type ProceduralItem = z.infer<typeof proceduralItem>;
/** A text that was not stored, and why. */
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
/**
 * What was written, by type. It has these three keys and no others, so a loop over them visits only
 * decisions.
 */
export type MemoryDecisions = z.infer<typeof memoryDecisions>;

const consideredRecord = z.object({ record_id: recordId, text: z.string() });
/** An existing record that was compared with the input. */
export type ConsideredRecord = z.infer<typeof consideredRecord>;

/**
 * The schema of what the decision was based on. The contexts are the existing records that were
 * considered.
 */
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
  dry_run: z.literal(true).optional().describe("present where dry_run was given: nothing was written"),
  stored: z.boolean().describe("whether anything was written"),
  bytes: z.int().describe("UTF-8 bytes of the stored passages; 0 where none was stored"),
  embedding_bytes: z.int().describe("bytes of the vectors, as stored"),
  total_storage_bytes: z.int().describe("what this call added to memory.storage_used"),
  data: z.object({
    status: z.int().describe("200 where extraction ran"),
    success: z.boolean().describe("false where a model failed and the bundled rules decided"),
    data: z.object({
      should_store_memory: z.boolean().describe("whether anything was stored or should be"),
      memory_decisions: memoryDecisions,
      skipped: z.array(skippedItem).describe("texts that were not stored, and why"),
    }),
    query: resolvedQuery,
  }),
  tokens: z.int().describe("tokens used by this call"),
  cost: z.number().describe("USD"),
  wallet_balance: z.number().describe("USD, after the call"),
});
/**
 * What `remember` returns: what was stored, what it changed, what was skipped, and what it cost.
 */
export type AddPayload = z.infer<typeof addPayload>;
