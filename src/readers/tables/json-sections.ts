/** A JSON value as lines that can be read, under the path where it stands. Pure. */

import type { Section } from "../reader.js";
import { maxJsonNesting } from "./json-shape.js";
import { isObject, type Json, type JsonObject } from "./json-stream.js";

/** Characters up to which an object is one section with all that is in it; what is longer has a section for each of its parts. */
const wholeChars = 2000;

/** Characters of a key, and of a dotted name of keys: what is longer is shortened, because it is repeated for each value under it. */
const maxKeyChars = 200;
const maxNameChars = 400;

/** A value nested deeper than {@link maxJsonNesting}. */
export class NestedTooDeep extends Error {}

/** Sections without how far the file was read. @throws {NestedTooDeep} */
export function* jsonSections(
  value: Json,
  path: readonly string[] = [],
): Generator<Omit<Section, "readBytes">> {
  if (path.length > maxJsonNesting) throw new NestedTooDeep();
  if (!isNested(value)) yield* told(linesOf(value, "", 0), path);
  else if (isObject(value)) yield* ofObject(value, path);
  else for (const [key, item] of entries(value)) yield* jsonSections(item, [...path, key]);
}

/** An object's plain values belong together, however long they are; what is nested in it stands with them where it is short. */
function* ofObject(value: JsonObject, path: readonly string[]): Generator<Omit<Section, "readBytes">> {
  const lines = linesOf(value, "", 0);
  const chars = lines.reduce((sum, line) => sum + line.length, 0);
  if (chars <= wholeChars) return yield* told(lines, path);
  const members = entries(value);
  const plain = members.filter(([, member]) => !isNested(member));
  yield* told(
    plain.flatMap(([key, member]) => linesOf(member, key, 0)),
    path,
  );
  for (const [key, member] of members) if (isNested(member)) yield* jsonSections(member, [...path, key]);
}

function* told(lines: readonly string[], path: readonly string[]): Generator<Omit<Section, "readBytes">> {
  if (lines.length > 0)
    yield { text: lines.join("\n"), ...(path.length > 0 ? { heading: path.join(" › ") } : {}) };
}

/** An object, or an array of more than plain values. */
function isNested(value: Json): boolean {
  return Array.isArray(value)
    ? value.some((item) => typeof item === "object" && item !== null)
    : isObject(value);
}

/** Keys as a person counts them: the first of an array is 1. */
function entries(value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.map((item: Json, place) => [String(place + 1), item]);
  return isObject(value)
    ? Object.entries(value).map(([key, member]) => [key.slice(0, maxKeyChars), member ?? null])
    : [];
}

/** `address.city: Lisbon`, a line a plain value; nothing for what is null or empty. */
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
