/**
 * JSON Lines of a whole store, for `export` and `import`: a header, then a line a source. Ids, times and supersession survive the trip; vectors
 * and index words are made again, so a store can move to another embedder; the audit trail stays with the store whose trail it is.
 *
 * A source whose passages stand in a file says which (`file`), and each passage its `page` and `heading` where it has them. The passages of one
 * file may stand in several sources, one for each version that brought something new; a long source comes in several lines under one id.
 */
import { z } from "zod";
import { filledText, memoryRecord, plainText, recordId, storedTime } from "./record.js";
import { maxContentChars } from "./remember.js";
import { maxFileNameChars, maxMediaTypeChars } from "./remember-file.js";
import { scope } from "./scope.js";

/** The first line. */
export const exchangeHeader = z.object({
  format: z.literal("keepsake"),
  version: z.literal(1),
  name: z.string(),
  exported_at: storedTime,
});
export type ExchangeHeader = z.infer<typeof exchangeHeader>;

/** What a record keeps on the line of its passage: what the passage says once is not repeated. */
const exchangedRecord = memoryRecord
  .omit({ source_id: true, speaker: true, file_id: true, page: true, heading: true })
  // Exports of versions that kept no end of a period do not have it.
  .extend({ occurred_until: memoryRecord.shape.occurred_until.default(null) });

/** The file that the passages of a source stand in, as it is now. `digest`: SHA-256 of its newest version's bytes, base64url. */
const exchangedFile = z.object({
  id: recordId,
  name: filledText(maxFileNameChars),
  media_type: filledText(maxMediaTypeChars),
  digest: filledText(64),
});

const exchangedPassage = z.object({
  text: plainText(maxContentChars),
  prompt: plainText(maxContentChars).nullable(),
  message: z.int().min(0),
  speaker: z.string().nullable(),
  role: z.enum(["user", "assistant", "system", "tool"]),
  said_at: storedTime,
  page: z.int().min(1).optional(),
  heading: plainText(maxContentChars).optional(),
  digest: filledText(64)
    .optional()
    .describe("of a passage in a file: what a newer version finds it again by"),
  mentions: z.array(z.string()),
  records: z.array(exchangedRecord).min(1),
});

/** Every line after the first. */
export const exchangedSource = z.object({
  source: z.object({
    id: recordId,
    created_at: storedTime,
    scope: scope.optional(),
    file: exchangedFile.optional(),
    passages: z.array(exchangedPassage).min(1),
  }),
});
export type ExchangedSource = z.infer<typeof exchangedSource>["source"];
