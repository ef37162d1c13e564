/**
 * JSON and JSON Lines: one section per object, with its path as heading. Arrays of any length are
 * streamed.
 */
import { textLines } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../reader.js";
import {
  isObject,
  type Json,
  type JsonObject,
  JsonShape,
  jsonMembers,
  maxJsonNesting,
  maxJsonValues,
} from "./json-stream.js";

/** Reads JSON files. */
export const jsonReader: Reader = { mediaType: "application/json", read: readJson };
/** Reads JSON Lines files. */
export const jsonLinesReader: Reader = { mediaType: "application/jsonl", read: readLines };

async function* readJson(
  file: FileSource,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<Section> {
  let plain: [string, Json][] = [];
  let readBytes = 0;
  for await (const { key, value, readBytes: read } of jsonMembers(file, options)) {
    readBytes = read;
    if (typeof key !== "string")
      yield* sectionsOf(file, { value, path: key === undefined ? [] : [String(key + 1)], readBytes });
    else if (typeof value !== "object" || value === null) plain.push([key, value]);
    else {
      yield* sectionsOf(file, { value: Object.fromEntries(plain), path: [], readBytes });
      plain = [];
      yield* sectionsOf(file, { value, path: [key], readBytes });
    }
  }
  yield* sectionsOf(file, { value: Object.fromEntries(plain), path: [], readBytes });
}

async function* readLines(
  file: FileSource,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<Section> {
  let number = 0;
  for await (const { text, readBytes } of textLines(file, options)) {
    number += 1;
    if (text.trim() === "") continue;
    yield* sectionsOf(file, { value: parsed(file, text, number), path: [String(number)], readBytes });
  }
}

function parsed(file: FileSource, line: string, number: number): Json {
  const passed = line.length > maxJsonValues ? new JsonShape().take(line) : undefined;
  if (passed !== undefined)
    throw unreadable(
      file,
      `has more than ${counted(maxJsonValues)} values, or too deep ones, in line ${counted(number)}`,
    );
  try {
    return JSON.parse(line) as Json;
  } catch (error) {
    throw unreadable(file, `is not JSON in line ${counted(number)}, or is cut off there`, error);
  }
}

function* sectionsOf(
  file: FileSource,
  {
    value,
    path,
    readBytes,
  }: { readonly value: Json; readonly path: readonly string[]; readonly readBytes: number },
): Generator<Section> {
  try {
    for (const section of jsonSections(value, path)) yield { ...section, readBytes };
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
    throw unreadable(file, `nests values deeper than ${maxJsonNesting} levels`, error);
  }
}

/**
 * Maximum number of characters of an object that becomes one section, with everything inside it. A
 * longer object has a section for each of its parts.
 */
const wholeChars = 2000;

/**
 * Maximum number of characters of a key. A longer one is cut, because it is repeated for each value
 * below it.
 */
const maxKeyChars = 200;
/** Maximum number of characters of a dotted path of keys. */
const maxNameChars = 400;

/** Thrown for a value that is nested deeper than {@link maxJsonNesting}. */
export class NestedTooDeep extends Error {}

/**
 * Yields the sections of a JSON value, without `readBytes`.
 *
 * @throws {NestedTooDeep}
 */
export function* jsonSections(
  value: Json,
  path: readonly string[] = [],
): Generator<Omit<Section, "readBytes">> {
  if (path.length > maxJsonNesting) throw new NestedTooDeep();
  if (!isNested(value)) yield* sectionOf(linesOf(value, "", 0), path);
  else if (isObject(value)) yield* ofObject(value, path);
  else for (const [key, item] of entries(value)) yield* jsonSections(item, [...path, key]);
}

/**
 * The plain values of an object stay together, however long they are. Nested values join them if
 * the whole object is short.
 */
function* ofObject(value: JsonObject, path: readonly string[]): Generator<Omit<Section, "readBytes">> {
  const lines = linesOf(value, "", 0);
  const chars = lines.reduce((sum, line) => sum + line.length, 0);
  if (chars <= wholeChars) return yield* sectionOf(lines, path);
  const members = entries(value);
  const plain = members.filter(([, member]) => !isNested(member));
  yield* sectionOf(
    plain.flatMap(([key, member]) => linesOf(member, key, 0)),
    path,
  );
  for (const [key, member] of members) if (isNested(member)) yield* jsonSections(member, [...path, key]);
}

function* sectionOf(
  lines: readonly string[],
  path: readonly string[],
): Generator<Omit<Section, "readBytes">> {
  if (lines.length > 0)
    yield { text: lines.join("\n"), ...(path.length > 0 ? { heading: path.join(" › ") } : {}) };
}

/** True for an object, and for an array that contains more than plain values. */
function isNested(value: Json): boolean {
  return Array.isArray(value)
    ? value.some((item) => typeof item === "object" && item !== null)
    : isObject(value);
}

/** Members with their keys. Array elements are counted from 1. */
function entries(value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.map((item: Json, place) => [String(place + 1), item]);
  return isObject(value)
    ? Object.entries(value).map(([key, member]) => [key.slice(0, maxKeyChars), member ?? null])
    : [];
}

/** One line per plain value, such as `address.city: Lisbon`. Null and empty values are left out. */
function linesOf(value: Json, name: string, depth: number): string[] {
  if (depth > maxJsonNesting) throw new NestedTooDeep();
  if (isNested(value))
    return entries(value).flatMap(([key, member]) =>
      linesOf(member, name === "" || name.length > maxNameChars ? key : `${name}.${key}`, depth + 1),
    );
  const text = Array.isArray(value)
    ? value.filter((item) => item !== null).join(", ")
    : value === null
      ? ""
      : String(value);
  if (text.trim() === "" || isObject(value)) return [];
  return [name === "" ? text : `${name}: ${text}`];
}
