/**
 * Reads the records of a JSON or JSON Lines file as a stream, so that the file may be larger than
 * memory.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { nextTurn } from "../async/next-turn.js";
import { JSONParser } from "../bundled/streamparser-json.js";
import { invalid, readable, unreadable } from "./file-errors.js";
import type { Found } from "./mapping.js";

/** Where JSON is read from: the path of a file, or the bytes of one that was sent. */
export type JsonOrigin = string | Buffer;

interface FileOptions {
  readonly name: string;
  /** Names of lists. A single line with one of these is a document, not a record. */
  readonly collections: readonly string[];
}

/**
 * Number of bytes that are read to determine the format. They must contain the first line of JSON
 * Lines.
 */
const headBytes = 1_048_576;

/**
 * Yields every element of a list, or of every list in one object, or every line.
 *
 * @throws {MemoryError} `invalid_input` with the line or the position if the file is not JSON;
 * `unreadable_file`
 */
export async function* fileRecords(
  origin: JsonOrigin,
  { name, collections }: FileOptions,
): AsyncGenerator<Found> {
  const head = await headOf(origin, name);
  if (head.trim() === "") throw invalid(name, "it must contain JSON, and it is empty");
  if (isLines(head, collections)) yield* lineRecords(origin, { name, collection: "" });
  else yield* listRecords(origin, { name, isList: head.trimStart().startsWith("[") });
}

async function headOf(origin: JsonOrigin, name: string): Promise<string> {
  if (typeof origin !== "string") return withoutMark(origin.toString("utf8", 0, headBytes));
  const path = origin;
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
 * Whether a file is JSON Lines: the first line is a complete object, and either other lines follow,
 * or the object has none of the lists in `collections`.
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

async function* listRecords(origin: JsonOrigin, { name, isList }: ListOptions): AsyncGenerator<Found> {
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
  for await (const chunk of piecesOf(origin, name)) {
    // RFC 8259 forbids a byte order mark and allows readers to ignore one; files written on Windows
    // often have one.
    const bytes = first && chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk;
    first = false;
    guarded(() => (parser.isEnded ? onlySpace(bytes) : parser.write(bytes)));
    yield* ready.splice(0);
  }
  if (!parser.isEnded) throw invalid(name, "it must be complete, and it ends in the middle of its JSON");
}

/**
 * Number of bytes that are processed in a turn of the event loop: as many as a file gives at once.
 */
const pieceBytes = 65_536;

async function* piecesOf(origin: JsonOrigin, name: string): AsyncGenerator<Buffer> {
  if (typeof origin === "string") return yield* readable<Buffer>(createReadStream(origin), name);
  for (let from = 0; from < origin.length; from += pieceBytes) {
    yield origin.subarray(from, from + pieceBytes);
    await nextTurn();
  }
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
export async function* lineRecords(
  origin: JsonOrigin,
  { name, collection }: LineOptions,
): AsyncGenerator<Found> {
  let number = 0;
  for await (const line of linesOf(origin, name)) {
    number += 1;
    const text = number === 1 ? withoutMark(line) : line;
    if (text.trim() === "") continue;
    yield { collection, at: placeOf(number, collection), value: parsed(text, { name, number }) };
  }
}

/** The lines of a file, or of bytes, without their ends. */
export async function* linesOf(origin: JsonOrigin, name: string): AsyncGenerator<string> {
  if (typeof origin !== "string") return yield* linesOfBytes(origin);
  const handle = await opened(origin, name);
  try {
    yield* readable(handle.readLines(), name);
  } finally {
    // The caller may stop before the end.
    await handle.close();
  }
}

async function* linesOfBytes(bytes: Buffer): AsyncGenerator<string> {
  let turnAt = pieceBytes;
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf("\n", from);
    const end = found < 0 ? bytes.length : found;
    yield bytes.toString("utf8", from, bytes[end - 1] === carriageReturn ? end - 1 : end);
    from = end + 1;
    if (from < turnAt) continue;
    turnAt = from + pieceBytes;
    await nextTurn();
  }
}

const carriageReturn = 13;

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
