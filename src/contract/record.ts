/** What a memory record is, and the small shapes that every verb shares: times, metadata, pages. */
import { z } from "zod";
import { readScopeFields } from "./scope.js";
import { filledText, plainText } from "./text.js";

/** The four types of memory (specification, section 1). */
export const recordTypes = ["semantic", "episodic", "procedural", "file"] as const;
/** The schema of {@link RecordType}. */
export const recordType = z
  .enum(recordTypes)
  .describe("semantic: a fact; episodic: an event; procedural: a rule; file: an extract");
export type RecordType = z.infer<typeof recordType>;

export { filledText, plainText } from "./text.js";

/** An id as keepsake writes it, or as an injected id source does. */
export const recordId = filledText(128);

const calendarYears = {
  min: Date.parse("0001-01-01T00:00:00Z"),
  max: Date.parse("9999-12-31T23:59:59.999Z"),
};

/**
 * A moment: an ISO 8601 string (a date alone is midnight, no offset means UTC) or a `Date`. Read as, and always answered as, ISO 8601
 * in UTC with milliseconds.
 */
export const timestamp = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date(), z.date()], {
    error: "must be a Date or an ISO 8601 time such as 2026-05-03T10:00:00Z",
  })
  .transform((value, context) => {
    const ms = typeof value === "string" ? Date.parse(inUtc(value)) : value.getTime();
    if (ms >= calendarYears.min && ms <= calendarYears.max) return new Date(ms).toISOString();
    context.addIssue({ code: "custom", message: "must be a time between the years 1 and 9999" });
    return z.NEVER;
  });

/** JavaScript reads a date-time without an offset as local time; a store must not depend on where it was written. */
function inUtc(text: string): string {
  return /T/.test(text) && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? `${text}Z` : text;
}

/** What a stored moment looks like: ISO 8601, UTC, milliseconds. */
export const storedTime = z.iso.datetime({ precision: 3 });

const metadataScalar = z.union([plainText(16_384), z.number(), z.boolean(), z.null()]);
const metadataKey = z
  .string()
  .min(1)
  .max(128)
  .refine((key) => key.isWellFormed() && !key.includes("\0"), "must be plain text");

/** The caller's own labels on a record: a flat object whose values are scalars or arrays of scalars. */
export const metadata = z
  .record(metadataKey, z.union([metadataScalar, z.array(metadataScalar).max(256)]))
  .refine((object) => Object.keys(object).length <= 64, "must have at most 64 keys");
export type Metadata = z.infer<typeof metadata>;

const comparable = z.union([plainText(16_384), z.number()]);
const metadataCondition = z.union([
  metadataScalar,
  z.array(metadataScalar).min(1).max(256),
  z
    .strictObject({
      gt: comparable.optional(),
      gte: comparable.optional(),
      lt: comparable.optional(),
      lte: comparable.optional(),
      ne: metadataScalar.optional(),
    })
    .refine((bounds) => Object.keys(bounds).length > 0, "must name at least one of gt, gte, lt, lte, ne"),
]);

/**
 * A condition on metadata; every key must hold. A scalar: equal to it, or an array holding it. An array: any one of them. An object:
 * bounds (`gt`, `gte`, `lt`, `lte`) and `ne`.
 */
export const metadataFilter = z.record(metadataKey, metadataCondition);
export type MetadataFilter = z.infer<typeof metadataFilter>;

/** A memory record as every door shows it. */
export const memoryRecord = z.object({
  id: recordId,
  type: recordType,
  text: z.string().describe("the verbatim passage, or the statement it carries"),
  entity: z.string().nullable().describe("who or what it is about"),
  property: z.string().nullable(),
  value: z.string().nullable(),
  trigger: z.string().nullable().describe("when a procedural record applies"),
  speaker: z.string().nullable().describe("who said it"),
  source_id: z.string(),
  occurred_at: storedTime.describe("when it happened or was said; the start of a period"),
  occurred_until: storedTime
    .nullable()
    .describe("of a day, a week, a month …: when it ends, exclusive; null for an instant"),
  valid_from: storedTime.nullable().describe("when it began to be true"),
  valid_to: storedTime.nullable().describe("when it stopped being true"),
  created_at: storedTime.describe("when it was recorded"),
  superseded_by: z.string().nullable().describe("the record that replaced it"),
  expires_at: storedTime.nullable(),
  metadata,
  certainty: z.number().min(0).max(1).optional().describe("how sure the extractor is, where it has a doubt"),
  file_id: recordId.optional().describe("of a file record: the file that it stands in"),
  page: z.int().min(1).optional().describe("of a file record: the page, where the format has pages"),
  heading: z.string().optional().describe("of a file record: the headings above it, outermost first"),
});
export type MemoryRecord = z.infer<typeof memoryRecord>;

/** A place in a listing, as the page before it gave it. Opaque. */
export const cursor = z.string().min(1).max(256).describe("where the page before ended");
/** Items a page, at most. */
export const pageLimit = z.int().min(1).max(1000).default(100).describe("items a page");

/** The schema of a {@link Page}. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: cursor.nullable() });

/** One page of a listing; `next_cursor` is null on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** What `records()` selects. Conditions add up; none means every record that is current. */
export const recordsInput = z.strictObject({
  ...readScopeFields,
  ids: z.array(recordId).max(1000).optional().describe("these records"),
  types: z.array(recordType).min(1).optional().describe("only these types"),
  entity: filledText(512).optional().describe("what is about it"),
  property: filledText(512).optional().describe("what says this of it, for instance home"),
  source_id: recordId.optional().describe("what one remember brought"),
  after: timestamp.optional().describe("occurred_at at or after"),
  before: timestamp.optional().describe("occurred_at before"),
  filter: metadataFilter.optional().describe("records whose metadata match"),
  include_superseded: z.boolean().default(false).describe("what was replaced, too"),
  cursor: cursor.optional(),
  limit: pageLimit,
});
export type RecordsInput = z.input<typeof recordsInput>;
export type RecordsRequest = z.output<typeof recordsInput>;

/** What a model may say: whose memory it is says the app. */
export const recordsToolInput = recordsInput.omit({ scope: true, include_unscoped: true });
