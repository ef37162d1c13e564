/**
 * Reads the records of a JSON or JSON Lines file as a stream, so that the file may be larger than
 * memory.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { JSONParser } from "@streamparser/json";
import { invalid, readable, unreadable } from "./file-errors.js";
import type { Found } from "./mapping.js";

interface FileOptions {
  readonly name: string;
  /** Names of lists. A single line with one of these is a document, not a record. */
  readonly collections: readonly string[];
}

/** Bytes that are read to determine the format. They must contain the first line of JSON Lines. */
const headBytes = 1_048_576;

/**
 * Yields every element of a list, or of every list in one object, or every line.
 *
 * @throws {MemoryError} `invalid_input` with the line or the position if the file is not JSON;
 * `unreadable_file`
 */
export async function* fileRecords(path: string, { name, collections }: FileOptions): AsyncGenerator<Found> {
  const head = await headOf(path, name);
  if (head.trim() === "") throw invalid(name, "it must contain JSON, and it is empty");
  if (isLines(head, collections)) yield* lineRecords(path, { name, collection: "" });
  else yield* listRecords(path, { name, isList: head.trimStart().startsWith("[") });
}

async function headOf(path: string, name: string): Promise<string> {
  const handle = await opened(path, name);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes) });
    return withoutMark(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

function opened(path: string, name: string): Promise<FileHandle> {
  return open(path).catch((cause) => Promise.reject(unreadable(name, cause)));
}

/**
 * Whether a file is JSON Lines: the first line is a whole object, and others follow, or the object
 * has no known list.
 */
function isLines(head: string, collections: readonly string[]): boolean {
  const [first = "", ...rest] = head.trimStart().split("\n", 3);
  if (!first.startsWith("{")) return false;
  let value: unknown;
  try {
    value = JSON.parse(first);
  } catch {
    // The object continues on the next line: the file is one document.
    return false;
  }
  const hasLists = typeof value === "object" && value !== null && collections.some((name) => name in value);
  return rest.some((line) => line.trim() !== "") || !hasLists;
}

interface ListOptions {
  readonly name: string;
  /** Whether the document is a list; otherwise it is an object of lists. */
  readonly isList: boolean;
}

async function* listRecords(path: string, { name, isList }: ListOptions): AsyncGenerator<Found> {
  const parser = new JSONParser({ paths: [isList ? "$.*" : "$.*.*"], keepStack: false });
  const ready: Found[] = [];
  parser.onValue = ({ value, key, stack }) => {
    const collection = String(stack[1]?.key ?? "");
    // A key that is not a number belongs to an object, such as settings.
    if (typeof key === "number") ready.push({ collection, at: `${collection}[${key}]`, value });
  };
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (cause) {
      throw invalid(name, `it must be JSON: ${(cause as Error).message}`, cause);
    }
  };
  let first = true;
  for await (const chunk of readable<Buffer>(createReadStream(path), name)) {
    // RFC 8259 forbids a byte order mark and allows readers to ignore one; files written on Windows
    // often have one.
    const bytes = first && chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk;
    first = false;
    guarded(() => (parser.isEnded ? onlySpace(bytes) : parser.write(bytes)));
    yield* ready.splice(0);
  }
  if (!parser.isEnded) throw invalid(name, "it must be complete, and it ends in the middle of its JSON");
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function onlySpace(bytes: Buffer): void {
  if (bytes.toString("utf8").trim() !== "") throw new Error("something follows the end of the document");
}

interface LineOptions {
  readonly name: string;
  readonly collection: string;
}

/**
 * Yields one record per line.
 *
 * @throws {MemoryError} `invalid_input` with the line number; `unreadable_file`
 */
export async function* lineRecords(path: string, { name, collection }: LineOptions): AsyncGenerator<Found> {
  const handle = await opened(path, name);
  let number = 0;
  try {
    for await (const line of readable(handle.readLines(), name)) {
      number += 1;
      const text = number === 1 ? withoutMark(line) : line;
      if (text.trim() === "") continue;
      yield { collection, at: placeOf(number, collection), value: parsed(text, { name, number }) };
    }
  } finally {
    // The caller may stop before the end.
    await handle.close();
  }
}

function placeOf(number: number, collection: string): string {
  return collection === "" ? `line ${number}` : `${collection}, line ${number}`;
}

/**
 * Parses a line.
 *
 * @throws {MemoryError} `invalid_input` with the line number
 */
export function parsed(
  line: string,
  { name, number }: { readonly name: string; readonly number: number },
): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw invalid(name, `line ${number} must be JSON`, cause);
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}
