/**
 * JSON Lines of a whole store, for `export` and `import`: a header, then a line a source. Ids, times and supersession survive the trip; vectors
 * and index words are made again, so a store can move to another embedder; the audit trail stays with the store whose trail it is.
 */
import { z } from "zod";
import { memoryRecord, plainText, recordId, storedTime } from "./record.js";
import { maxContentChars } from "./remember.js";

/** The first line. */
export const exchangeHeader = z.object({
  format: z.literal("keepsake"),
  version: z.literal(1),
  name: z.string(),
  exported_at: storedTime,
});
export type ExchangeHeader = z.infer<typeof exchangeHeader>;

/** What a record keeps on the line of its passage: what the passage says once is not repeated. */
const exchangedRecord = memoryRecord.omit({ source_id: true, speaker: true });

const exchangedPassage = z.object({
  text: plainText(maxContentChars),
  prompt: plainText(maxContentChars).nullable(),
  message: z.int().min(0),
  speaker: z.string().nullable(),
  role: z.enum(["user", "assistant", "system", "tool"]),
  said_at: storedTime,
  mentions: z.array(z.string()),
  records: z.array(exchangedRecord).min(1),
});

/** Every line after the first. */
export const exchangedSource = z.object({
  source: z.object({ id: recordId, created_at: storedTime, passages: z.array(exchangedPassage).min(1) }),
});
export type ExchangedSource = z.infer<typeof exchangedSource>["source"];
