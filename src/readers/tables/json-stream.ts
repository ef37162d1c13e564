/** The values that stand directly under a JSON file's root, one after the other: a file of any size is held one value at a time. */
import { JSONParser } from "@streamparser/json";
import { refuseOver, textChunks } from "../decode.js";
import type { FileSource } from "../reader.js";
import { counted, unreadable } from "../unreadable.js";
import { JsonShape, maxJsonNesting, maxJsonValues } from "./json-shape.js";

/** Bytes of one value, which is held whole; and of a file whose root is an object, whose values readers hold together. */
const maxHeldBytes = 128 * 1024 * 1024;

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export interface JsonMember {
  /** Its name, or its place in an array, from 0; absent where the root itself is no array and no object. */
  readonly key?: string | number;
  readonly value: Json;
  readonly readBytes: number;
}

/** @throws {MemoryError} `unreadable_file` where the file is no JSON, ends too early, or has what is too large to be held */
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
  let toldBytes = 0;
  for await (const chunk of textChunks(file, options)) {
    readBytes = chunk.readBytes;
    const passed = shape.take(chunk.text);
    if (passed === "too deep") throw unreadable(file, `nests values deeper than ${maxJsonNesting} levels`);
    if (passed === "too many")
      throw unreadable(file, `has a value of more than ${counted(maxJsonValues)} values; split it`);
    attempt(file, () => parser.write(chunk.text));
    const isOfObject = found.some(({ key }) => typeof key === "string");
    if (isOfObject) refuseOver(file, maxHeldBytes);
    else if (found.length > 0) shape.release();
    if (found.length > 0) toldBytes = readBytes;
    else if (readBytes - toldBytes > maxHeldBytes)
      throw unreadable(file, `has a value of more than ${counted(maxHeldBytes)} bytes; split it`);
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
      `is no JSON, or is cut off: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member that is an object, or nothing. */
export function objectAt(value: JsonObject, key: string): JsonObject | undefined {
  const member = value[key];
  return isObject(member) ? member : undefined;
}

/** A member that is a text with something in it, or nothing. */
export function textAt(value: JsonObject, key: string): string | undefined {
  const member = value[key];
  return typeof member === "string" && member.trim() !== "" ? member : undefined;
}

/** A member that is an array; empty where it is none. */
export function arrayAt(value: JsonObject, key: string): readonly Json[] {
  const member = value[key];
  return Array.isArray(member) ? member : [];
}
