/** JSON and JSON Lines: a section an object, under the path where it stands. Arrays are streamed, of any length. */
import { textLines } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../unreadable.js";
import { jsonSections, NestedTooDeep } from "./json-sections.js";
import { JsonShape, maxJsonNesting, maxJsonValues } from "./json-shape.js";
import { type Json, jsonMembers } from "./json-stream.js";

export const jsonReader: Reader = { mediaType: "application/json", read: readJson };
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
    throw unreadable(file, `is no JSON in line ${counted(number)}, or is cut off there`, error);
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
