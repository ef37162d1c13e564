/**
 * The memory record, a rule as payloads state it, and the small schemas that every verb shares:
 * times, metadata, pages.
 */
import { z } from "zod";
import { calendarTime, maxMetadataKeys, outsideCalendar, predicates } from "./plain/predicates.js";
import { readScopeFields } from "./scope.js";
import { filledText, plainText } from "./text.js";

/** The four types of memory (specification, section 1). */
export const recordTypes = ["semantic", "episodic", "procedural", "file"] as const;
/** The schema of {@link RecordType}. */
export const recordType = z
  .enum(recordTypes)
  .describe("semantic: a fact; episodic: an event; procedural: a rule; file: an extract");
/** A type of memory: a fact, an event, a rule, or an extract of a file. */
export type RecordType = z.infer<typeof recordType>;

export { filledText, plainText } from "./text.js";

/** An id: one that keepsake or an injected id source generated. */
export const recordId = filledText(128);

/**
 * A time: an ISO 8601 string (a date without a time is midnight; without an offset it is UTC) or a
 * `Date`. It is returned as ISO 8601 in UTC with milliseconds.
 */
export const timestamp = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date(), z.date()], {
    error: "must be a Date or an ISO 8601 time such as 2026-05-03T10:00:00Z",
  })
  .transform((value, context) => {
    const time = calendarTime(value);
    if (time !== undefined) return time;
    context.addIssue({ code: "custom", message: outsideCalendar });
    return z.NEVER;
  });

/** A stored time: ISO 8601, UTC, milliseconds. */
export const storedTime = z.iso.datetime({ precision: 3 });

const metadataScalar = z.union([plainText(16_384), z.number(), z.boolean(), z.null()]);
const metadataKey = z.string().min(1).max(128).refine(predicates.plainKey, "must be plain text");

/**
 * The caller's own labels on a record: a flat object. Its values are scalars or arrays of scalars.
 */
export const metadata = z
  .record(metadataKey, z.union([metadataScalar, z.array(metadataScalar).max(256)]))
  .refine(predicates.fewKeys, `must have at most ${maxMetadataKeys} keys`);
/** The caller's own labels on a record. */
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
    .refine(predicates.someKey, "must name at least one of gt, gte, lt, lte, ne"),
]);

/**
 * A condition on metadata; a record must match every key. A scalar matches an equal value, or an
 * array that contains it. An array matches any of its items. An object sets bounds (`gt`, `gte`,
 * `lt`, `lte`) and `ne`.
 */
export const metadataFilter = z.record(metadataKey, metadataCondition);
/** A condition on metadata: see {@link metadataFilter}. */
export type MetadataFilter = z.infer<typeof metadataFilter>;

/** The schema of a {@link MemoryRecord}. */
export const memoryRecord = z.object({
  id: recordId,
  type: recordType,
  text: z.string().describe("the verbatim passage, or the statement drawn from it"),
  entity: z.string().nullable().describe("the person or thing it is about"),
  property: z.string().nullable(),
  value: z.string().nullable(),
  trigger: z.string().nullable().describe("the condition of a rule"),
  speaker: z.string().nullable().describe("the person who said it"),
  source_id: z.string(),
  occurred_at: storedTime.describe("when it happened or was said; the start of a period"),
  occurred_until: storedTime
    .nullable()
    .describe("the exclusive end of a period such as a day or a month; null for an instant"),
  valid_from: storedTime.nullable().describe("when it became true"),
  valid_to: storedTime.nullable().describe("when it stopped being true"),
  created_at: storedTime.describe("when it was recorded"),
  superseded_by: z.string().nullable().describe("id of the record that replaced it"),
  expires_at: storedTime.nullable(),
  metadata,
  certainty: z.number().min(0).max(1).optional().describe("the extractor's confidence, where it is below 1"),
  file_id: recordId.optional().describe("of a file record: the file it came from"),
  page: z.int().min(1).optional().describe("of a file record: the page, where the format has pages"),
  heading: z.string().optional().describe("of a file record: the headings above it, outermost first"),
});
/** A memory record as every interface returns it. */
export type MemoryRecord = z.infer<typeof memoryRecord>;

/** The position after the last item of a page, as the page returned it. Opaque. */
export const cursor = z.string().min(1).max(256).describe("the next_cursor of the previous page");
/** Maximum number of items of one page. */
export const pageLimit = z.int().min(1).max(1000).default(100).describe("most items of one page");

/** The schema of a {@link Page}. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: cursor.nullable() });

/** One page of a listing; `next_cursor` is null on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/**
 * What `records` selects. A record must match every condition; without conditions, every current
 * record matches.
 */
export const recordsInput = z.strictObject({
  ...readScopeFields,
  ids: z.array(recordId).max(1000).optional().describe("the records with these ids"),
  types: z.array(recordType).min(1).optional().describe("only records of these types"),
  entity: filledText(512).optional().describe("records about this person or thing"),
  property: filledText(512).optional().describe("facts with this property, for instance home"),
  source_id: recordId.optional().describe("records of one call of remember"),
  after: timestamp.optional().describe("records whose occurred_at is at or after this time"),
  before: timestamp.optional().describe("records whose occurred_at is before this time"),
  filter: metadataFilter.optional().describe("records whose metadata match every condition"),
  speaker: filledText(512).optional().describe("records that this person said; case and accents are ignored"),
  text: filledText(1024)
    .optional()
    .describe("records whose text contains this; case and accents are ignored"),
  as_of: timestamp.optional().describe("records that were true at this time"),
  include_superseded: z.boolean().default(false).describe("also return records that were replaced"),
  order: z.enum(["oldest", "newest"]).optional().describe("which is first, as recorded; without it, oldest"),
  cursor: cursor.optional(),
  limit: pageLimit,
});
// Members generated from `recordsInput` by npm run build:types.
/** The input of `records`. */
export interface RecordsInput {
  /** Whose memory it is: labels such as user, agent, session, app. */
  scope?: z.input<typeof recordsInput>["scope"];
  /** With a scope: also read what was remembered without one. */
  include_unscoped?: z.input<typeof recordsInput>["include_unscoped"];
  /** The records with these ids. */
  ids?: z.input<typeof recordsInput>["ids"];
  /** Only records of these types. */
  types?: z.input<typeof recordsInput>["types"];
  /** Records about this person or thing. */
  entity?: z.input<typeof recordsInput>["entity"];
  /** Facts with this property, for instance home. */
  property?: z.input<typeof recordsInput>["property"];
  /** Records of one call of remember. */
  source_id?: z.input<typeof recordsInput>["source_id"];
  /** Records whose occurred_at is at or after this time. */
  after?: z.input<typeof recordsInput>["after"];
  /** Records whose occurred_at is before this time. */
  before?: z.input<typeof recordsInput>["before"];
  /** Records whose metadata match every condition. */
  filter?: z.input<typeof recordsInput>["filter"];
  /** Records that this person said; case and accents are ignored. */
  speaker?: z.input<typeof recordsInput>["speaker"];
  /** Records whose text contains this; case and accents are ignored. */
  text?: z.input<typeof recordsInput>["text"];
  /** Records that were true at this time. */
  as_of?: z.input<typeof recordsInput>["as_of"];
  /**
   * Also return records that were replaced.
   *
   * @default false
   */
  include_superseded?: z.input<typeof recordsInput>["include_superseded"];
  /** Which is first, as recorded; without it, oldest. */
  order?: z.input<typeof recordsInput>["order"];
  /** The next_cursor of the previous page. */
  cursor?: z.input<typeof recordsInput>["cursor"];
  /**
   * Most items of one page.
   *
   * @default 100
   */
  limit?: z.input<typeof recordsInput>["limit"];
}
/** A parsed {@link RecordsInput}. */
export type RecordsRequest = z.output<typeof recordsInput>;

/** The input of a model's tool call: without a scope, which the app sets. */
export const recordsToolInput = recordsInput.omit({ scope: true, include_unscoped: true });

/** The schema of a {@link LaidDownRule}. */
export const laidDownRule = z.object({
  record_id: recordId,
  text: z.string().describe("the sentences that state it, verbatim"),
  trigger: z.string().optional().describe("the condition, where it has one"),
  standing: z
    .boolean()
    .describe("true: it applies to every question; false: the question meets its condition"),
  said_by: z.string().nullable().describe("name of the person who stated it; null where none was given"),
  said_at: storedTime,
});
/**
 * A rule that a user stated, with the person and the time, so that a prompt can pass it on as that
 * person's instruction.
 */
export type LaidDownRule = z.infer<typeof laidDownRule>;
