/** Shapes that the exports share: texts, moments, labels. Schemas take what they need and let the rest be. */
import { z } from "zod";
import { type Metadata, timestamp } from "../contract/record.js";

/** A text with something in it. */
export const someText = z
  .string("must be a text")
  .refine((text) => text.trim().length > 0, "must not be empty");
/** An id: systems write it as a text or as a number. */
export const foreignId = z.union([z.string().min(1), z.number()], "must be an id").transform(String);
/** A name that may be missing, or null, or empty. */
export const maybeText = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text : undefined))
  .catch(undefined);
/** An object of anything. */
export const anyObject = z.record(z.string(), z.unknown());

/** The fields of an object, and none of anything else: for telling shapes apart before one is read. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Epochs past this many seconds are milliseconds, microseconds or nanoseconds: 2e10 s is the year 2603. */
const mostSeconds = 2e10;

/**
 * A moment as the systems write it: ISO 8601, Python's `str(datetime)` with a space, or seconds, milli-, micro- or nanoseconds since 1970.
 *
 * @returns ISO 8601 in UTC with milliseconds; `undefined` where there is none, or none that can be read.
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

/** Labels and characters of one label that a record can hold: see `contract/record`. */
const most = { labels: 64, key: 128, text: 16_384, items: 256 };

/**
 * Labels from anything: scalars and lists of scalars as they are, anything deeper as its JSON. Null and nothing are left out.
 *
 * @returns The labels, and the names of those that a record cannot hold.
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

/** `works_at` and `WORKS_AT` as people write them: "works at". */
export function wordsOf(name: string): string {
  return name
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase();
}

/** A text that says whom it is about: the name is put before it where it does not stand in it already. */
export function about(name: string, text: string): string {
  const plain = (words: string) => words.toLowerCase().replaceAll("_", " ");
  return plain(text).includes(plain(name)) ? text : `${name}: ${text}`;
}

/** The first thing that is wrong with a record, as a reason that records can share. */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return "it is not what the format says";
  const place = issue.path.filter((key) => typeof key === "string").join(".");
  const rule = issue.message.replace(/^Invalid input: /, "");
  return place === "" ? rule : `${place}: ${rule}`;
}
