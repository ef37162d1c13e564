/**
 * Streams the values directly under the root of a JSON file. Only one value is in memory at a time,
 * whatever the size of the file.
 */
import { JSONParser } from "../../bundled/streamparser-json.js";
import { refuseOver, textChunks } from "../decode.js";
import type { FileSource } from "../reader.js";
import { counted, unreadable } from "../reader.js";

/**
 * Maximum number of bytes of one value, which is kept in memory as a whole. It is also the limit of
 * a file whose root is an object, because readers keep the values of an object together.
 */
const maxValueBytes = 128 * 1024 * 1024;

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** One value directly under the root. */
export interface JsonMember {
  /** Its key, or its index in an array, from 0. Absent if the root itself is a plain value. */
  readonly key?: string | number;
  readonly value: Json;
  /** Bytes of the file read so far. */
  readonly readBytes: number;
}

/**
 * Yields the members of the root value, in the file's order.
 *
 * @throws {MemoryError} `unreadable_file` if the file is not JSON, ends too early, or has a value
 * over a limit
 */
export async function* jsonMembers(
  file: FileSource,
  options: { readonly signal?: AbortSignal | undefined },
): AsyncGenerator<JsonMember> {
  const found: { key?: string | number; value: Json }[] = [];
  const parser = new JSONParser({ paths: ["$", "$.*"], keepStack: false });
  parser.onValue = ({ key, value, stack }) => {
    const json = value as Json;
    if (stack.length === 1 && key !== undefined) found.push({ key, value: json });
    else if (stack.length === 0 && (json === null || typeof json !== "object")) found.push({ value: json });
  };
  const shape = new JsonShape();
  let readBytes = 0;
  let yieldedBytes = 0;
  for await (const chunk of textChunks(file, options)) {
    readBytes = chunk.readBytes;
    const passed = shape.take(chunk.text);
    if (passed === "too deep") throw unreadable(file, `nests values deeper than ${maxJsonNesting} levels`);
    if (passed === "too many")
      throw unreadable(file, `has a value of more than ${counted(maxJsonValues)} values; split it`);
    attempt(file, () => parser.write(chunk.text));
    const isOfObject = found.some(({ key }) => typeof key === "string");
    if (isOfObject) refuseOver(file, maxValueBytes);
    else if (found.length > 0) shape.release();
    if (found.length > 0) yieldedBytes = readBytes;
    else if (readBytes - yieldedBytes > maxValueBytes)
      throw unreadable(file, `has a value of more than ${counted(maxValueBytes)} bytes; split it`);
    for (const member of found.splice(0)) yield { ...member, readBytes };
  }
  if (!parser.isEnded) attempt(file, () => parser.end());
  for (const member of found.splice(0)) yield { ...member, readBytes };
}

function attempt(file: FileSource, step: () => void): void {
  try {
    step();
  } catch (error) {
    throw unreadable(
      file,
      `is not JSON, or is cut off: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a member that is an object; otherwise `undefined`. */
export function objectAt(value: JsonObject, key: string): JsonObject | undefined {
  const member = value[key];
  return isObject(member) ? member : undefined;
}

/** Returns a member that is a non-blank string; otherwise `undefined`. */
export function textAt(value: JsonObject, key: string): string | undefined {
  const member = value[key];
  return typeof member === "string" && member.trim() !== "" ? member : undefined;
}

/** Returns a member that is an array; otherwise an empty array. */
export function arrayAt(value: JsonObject, key: string): readonly Json[] {
  const member = value[key];
  return Array.isArray(member) ? member : [];
}

/** Maximum nesting of values. A parser's cost grows with it. */
export const maxJsonNesting = 100;
/**
 * Maximum number of values inside one parsed value. As objects with one small number each, they
 * take 200 MB. A conversation has some thousand, a year of weather data a million.
 */
export const maxJsonValues = 2_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Follows a JSON text character by character. It may misread invalid JSON, which the parser
 * refuses.
 */
export class JsonShape {
  #depth = 0;
  #values = 0;
  #isInText = false;
  #isEscaped = false;

  /**
   * Takes the next characters.
   *
   * @returns `"too many"` when there are more than {@link maxJsonValues} values since the last
   * `release`; `"too deep"` when they nest deeper than twice {@link maxJsonNesting}. The bound of a
   * single value applies first, except to files that were made to be deep.
   */
  take(text: string): "too deep" | "too many" | undefined {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#isInText) this.#takeInText(code);
      else if (code === quote) this.#isInText = true;
      else if (code === comma) this.#values += 1;
      else if (code === 0x5b || code === 0x7b) this.#open();
      else if (code === 0x5d || code === 0x7d) this.#depth -= 1;
      if (this.#depth > 2 * maxJsonNesting) return "too deep";
    }
    return this.#values > maxJsonValues ? "too many" : undefined;
  }

  /** Resets the count of values, once the values so far are no longer kept in memory. */
  release(): void {
    this.#values = 0;
  }

  #open(): void {
    this.#depth += 1;
    this.#values += 1;
  }

  #takeInText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#isInText = false;
  }
}
