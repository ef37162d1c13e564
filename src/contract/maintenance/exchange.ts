/**
 * The JSON Lines of `export` and `import`: a header, then one line per source. Ids, times and
 * supersession are preserved. Vectors and index words are not exported but computed again on
 * import, so a store can move to another embedder. The audit trail stays with the store that wrote
 * it.
 *
 * A source that came from a file names the file (`file`), and each of its passages has its `page`
 * and `heading` if the format has them. One file may have several sources: one for each version
 * that added passages. A long source is written as several lines with the same id.
 */
import { z } from "zod";
import { filledText, memoryRecord, plainText, recordId, storedTime } from "../record.js";
import { maxContentChars } from "../remember.js";
import { maxFileNameChars, maxMediaTypeChars } from "../remember-file.js";
import { scope } from "../scope.js";

/**
 * Maximum number of characters of a name: of a speaker, an entity or a property. `remember` accepts
 * 256 for a speaker; files contain longer names.
 */
const maxNameChars = 1024;
const name = plainText(maxNameChars);
/**
 * The limit of the records of a passage, of the names in it, and of the passages of a line: more
 * than any export has.
 */
const maxRecords = 10_000;
const maxPassages = 100_000;

/** The schema of the first line. */
export const exchangeHeader = z.object({
  format: z.literal("keepsake"),
  version: z.literal(1),
  name: plainText(maxNameChars),
  exported_at: storedTime,
});
/** The first line of an export. */
export type ExchangeHeader = z.infer<typeof exchangeHeader>;

/** A record on the line of its passage, without the fields that the passage already gives. */
const exchangedRecord = memoryRecord
  .omit({ source_id: true, speaker: true, file_id: true, page: true, heading: true })
  // Versions that did not store the end of a period export no such field.
  .extend({ occurred_until: memoryRecord.shape.occurred_until.default(null) })
  // The same limits as for `remember`: a store only receives text that it can store and count.
  .extend({
    text: plainText(maxContentChars),
    entity: name.nullable(),
    property: name.nullable(),
    value: plainText(maxContentChars).nullable(),
    trigger: plainText(maxContentChars).nullable(),
    superseded_by: recordId.nullable(),
  });

/**
 * The file that the passages of a source came from, as it is now. `digest` is the SHA-256 of its
 * newest version's bytes, base64url.
 */
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
  speaker: name.nullable(),
  role: z.enum(["user", "assistant", "system", "tool"]),
  said_at: storedTime,
  page: z.int().min(1).optional(),
  heading: plainText(maxContentChars).optional(),
  digest: filledText(64)
    .optional()
    .describe("of a file passage: identifies the same passage in a newer version"),
  mentions: z.array(name).max(maxRecords),
  records: z.array(exchangedRecord).min(1).max(maxRecords),
});

/** The schema of every line after the first. */
export const exchangedSource = z.object({
  source: z.object({
    id: recordId,
    created_at: storedTime,
    scope: scope.optional(),
    file: exchangedFile.optional(),
    passages: z.array(exchangedPassage).min(1).max(maxPassages),
  }),
});
/** One line of an export: a source, or a part of a long one. */
export type ExchangedSource = z.infer<typeof exchangedSource>["source"];

/** The schema of an {@link ImportResult}. */
export const importResult = z.object({ sources: z.int(), records: z.int(), skipped: z.int() });
/**
 * How many sources and records an import added, and how many records it skipped because the store
 * already had their ids.
 */
export type ImportResult = Readonly<z.infer<typeof importResult>>;
