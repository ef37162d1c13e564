/**
 * What the mappings share: schemas and conversions of texts, times, labels and relations. The
 * schemas check the fields that are used and ignore others.
 */
import { z } from "zod";
import { type Metadata, timestamp } from "../contract/record.js";

/** A text that is not only white space. */
export const someText = z
  .string("must be a text")
  .refine((text) => text.trim().length > 0, "must not be empty");
/** An id: a text or a number. */
export const foreignId = z.union([z.string().min(1), z.number()], "must be an id").transform(String);
/** A name that may be missing, or null, or empty. */
export const maybeText = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text : undefined))
  .catch(undefined);
/** An object of anything. */
export const anyObject = z.record(z.string(), z.unknown());

/** The fields of an object; none for any other value. For checks before a record is parsed. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Larger numbers are milliseconds, microseconds or nanoseconds: 2e10 s is the year 2603. */
const mostSeconds = 2e10;

/**
 * Parses a time of another system: ISO 8601, Python's `str(datetime)` with a space, or seconds,
 * milli-, micro- or nanoseconds since 1970.
 *
 * @returns ISO 8601 in UTC with milliseconds; `undefined` if there is no valid time
 */
export function momentOf(value: unknown): string | undefined {
  if (typeof value === "number") return momentOfEpoch(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const iso = value
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, "$1T")
    .replace(/(\.\d{3})\d+/, "$1")
    .replace(/ ?UTC$/i, "Z");
  const read = timestamp.safeParse(iso);
  return read.success ? read.data : undefined;
}

function momentOfEpoch(epoch: number): string | undefined {
  let seconds = epoch;
  if (!Number.isFinite(seconds)) return undefined;
  while (Math.abs(seconds) > mostSeconds) seconds /= 1000;
  const read = timestamp.safeParse(new Date(Math.round(seconds * 1000)));
  return read.success ? read.data : undefined;
}

/** Limits of a record's labels: see `contract/record`. */
const most = { labels: 64, key: 128, text: 16_384, items: 256 };

/**
 * Converts values into labels: scalars and lists of scalars as they are, anything else as JSON.
 * Null and undefined are omitted.
 *
 * @returns the labels, and the names of those that exceed the limits
 */
export function labelsOf(given: Readonly<Record<string, unknown>>): {
  readonly labels: Metadata;
  readonly tooBig: readonly string[];
} {
  const labels: Metadata = {};
  const tooBig: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const label = labelOf(value);
    if (label === undefined || !fitsKey(key) || Object.keys(labels).length >= most.labels) tooBig.push(key);
    else labels[key] = label;
  }
  return { labels, tooBig };
}

function fitsKey(key: string): boolean {
  return key.length > 0 && key.length <= most.key && isPlain(key);
}

function labelOf(value: unknown): Metadata[string] | undefined {
  if (isScalar(value)) return value;
  if (Array.isArray(value) && value.length <= most.items && value.every(isScalar)) return value;
  const json = typeof value === "object" ? JSON.stringify(value) : undefined;
  return json !== undefined && isScalar(json) ? json : undefined;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === "string") return value.length <= most.text && isPlain(value);
  return (
    value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A name as people write it: "works at" for `works_at` and `WORKS_AT`. */
export function wordsOf(name: string): string {
  return name
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase();
}

/** Adds a name in front of a text that does not contain it. */
export function about(name: string, text: string): string {
  const plain = (words: string) => words.toLowerCase().replaceAll("_", " ");
  return plain(text).includes(plain(name)) ? text : `${name}: ${text}`;
}

/** The first problem of a record, as a reason that several records can share. */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return "it does not match the format";
  const place = issue.path.filter((key) => typeof key === "string").join(".");
  const rule = issue.message.replace(/^Invalid input: /, "");
  return place === "" ? rule : `${place}: ${rule}`;
}

const predicates: Readonly<Record<string, readonly string[]>> = {
  home: ["lives in", "live in", "lives at", "resides in", "residence", "residing in", "has residence in"],
  employer: ["works at", "works for", "work at", "work for", "employed by", "employed at", "is employed by"],
  "former employer": ["worked at", "worked for", "formerly employed by"],
  occupation: ["works as", "has occupation", "profession", "has job title", "job title"],
  birthplace: ["born in", "was born in", "place of birth"],
  hometown: ["is from", "comes from", "from"],
  partner: ["married to", "is married to", "spouse", "spouse of", "partner of", "is partner of"],
  likes: ["like", "loves", "enjoys", "is fond of"],
  dislikes: ["dislike", "hates"],
  prefers: ["prefer", "has preference for"],
  owns: ["own", "is owner of", "owner of"],
  pet: ["has pet", "owns pet"],
  school: ["studies at", "enrolled at", "is enrolled at", "student at"],
  education: ["graduated from", "alumnus of"],
  "field of study": ["studies", "majors in"],
  language: ["speaks", "speaks language"],
  nationality: ["has nationality", "citizen of"],
  allergy: ["allergic to", "is allergic to", "has allergy", "has allergy to"],
  visited: ["has visited", "traveled to", "travelled to"],
  member: ["member of", "is member of", "belongs to group"],
  founded: ["founder of", "is founder of", "co founded", "cofounded"],
  manages: ["manager of", "is manager of"],
};

const properties = new Map(
  Object.entries(predicates).flatMap(([property, names]) => names.map((name) => [name, property] as const)),
);

/**
 * The property for a relation of another system.
 *
 * @returns the property in keepsake's words and, if they differ, the original name as a label
 */
export function propertyOf(relation: string): {
  readonly property: string;
  readonly labels: { readonly predicate?: string };
} {
  const words = wordsOf(relation);
  const property = properties.get(words.replaceAll("-", " ")) ?? words;
  return { property, labels: property === relation ? {} : { predicate: relation } };
}
