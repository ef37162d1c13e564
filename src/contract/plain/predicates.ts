/**
 * The conditions of inputs that a type does not express, by name, and times as inputs give them.
 * The schemas use them, and so does the HTTP client, which checks inputs by the same conditions
 * without zod (`client/parser.ts`).
 */

/** The fields of a selector of `forget`, at least one of which is required. */
export const forgetConditions = [
  "ids",
  "file_id",
  "entity",
  "type",
  "before",
  "after",
  "filter",
  "query",
  "all",
] as const;

interface Selection {
  readonly all?: true | undefined;
  readonly confirm: boolean;
  readonly filter?: object | undefined;
  readonly speaker?: string | undefined;
  readonly query?: string | undefined;
}

interface FileInput {
  readonly path?: string | undefined;
  readonly data?: Uint8Array | undefined;
  readonly name?: string | undefined;
}

type Messages = readonly { readonly content: string }[];

/**
 * Maximum number of characters of the content of one call: 1 MiB of ASCII, which is also the HTTP
 * limit of a body.
 */
export const maxContentChars = 1_048_576;
/** Maximum number of labels of a scope. */
export const maxLabels = 8;
/** Maximum number of keys of the metadata of a record. */
export const maxMetadataKeys = 64;

const keysOf = (object: object) => Object.keys(object);

/** Every condition, by name. */
export const predicates = {
  filled: (text: string) => text.trim().length > 0,
  wellFormed: (text: string) => text.isWellFormed(),
  withoutNul: (text: string) => !text.includes("\0"),
  plainKey: (key: string) => key.isWellFormed() && !key.includes("\0"),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  withoutFolder: (name: string) => !/[/\\\u0000-\u001f]/.test(name),
  labelNames: (labels: object) => keysOf(labels).every((name) => /^[a-z][a-z0-9_]{0,63}$/.test(name)),
  someKey: (object: object) => keysOf(object).length > 0,
  fewLabels: (labels: object) => keysOf(labels).length <= maxLabels,
  fewKeys: (object: object) => keysOf(object).length <= maxMetadataKeys,
  someMessage: (messages: Messages) => messages.some(({ content }) => content.trim().length > 0),
  shortMessages: (messages: Messages) =>
    messages.reduce((sum, { content }) => sum + content.length, 0) <= maxContentChars,
  bytes: (value: unknown) => value instanceof Uint8Array,
  pathOrData: ({ path, data }: FileInput) => (path === undefined) !== (data === undefined),
  namedData: ({ data, name }: FileInput) => data === undefined || name !== undefined,
  selective: (selection: object) =>
    forgetConditions.some((name) => Reflect.get(selection, name) !== undefined),
  speakerWithQuery: ({ speaker, query }: Selection) => speaker === undefined || query !== undefined,
  confirmedAll: ({ all, confirm }: Selection) => all === undefined || confirm,
  someFilter: ({ filter }: Selection) => filter === undefined || keysOf(filter).length > 0,
  callable: (value: unknown) => typeof value === "function",
  address: (value: unknown) =>
    (typeof value === "string" || value instanceof URL) && /^https?:\/\/[^/?#]+[^?#]*$/.test(String(value)),
};
/** The name of a condition. */
export type Predicate = keyof typeof predicates;

const calendarYears = {
  min: Date.parse("0001-01-01T00:00:00Z"),
  max: Date.parse("9999-12-31T23:59:59.999Z"),
};

/**
 * An ISO 8601 string or a `Date` as ISO 8601 in UTC with milliseconds; `undefined` if it is not
 * between the years 1 and 9999.
 */
export function calendarTime(value: string | Date): string | undefined {
  const ms = typeof value === "string" ? Date.parse(inUtc(value)) : value.getTime();
  return ms >= calendarYears.min && ms <= calendarYears.max ? new Date(ms).toISOString() : undefined;
}

/** The message for a time that {@link calendarTime} does not accept. */
export const outsideCalendar = "must be a time between the years 1 and 9999";

/**
 * JavaScript reads a date-time without an offset as local time; the content of a store must not
 * depend on the machine that wrote it.
 */
function inUtc(text: string): string {
  return /T/.test(text) && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? `${text}Z` : text;
}
