/** Records of a file of JSON or JSON Lines, one at a time, read as a stream: the file may be larger than memory. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { JSONParser } from "@streamparser/json";
import { invalid, unreadable } from "./file-errors.js";
import type { Found } from "./mapping.js";

interface FileOptions {
  readonly name: string;
  readonly collections: readonly string[];
}

/** Bytes of the beginning that show what a file is: the first line of JSON Lines must fit into them. */
const headBytes = 1_048_576;

/**
 * Every record of the lists that are named, of a plain list, or of the lines.
 *
 * @throws {MemoryError} `invalid_input` with the line or the position where it is not JSON; `unreadable_file`
 */
export async function* fileRecords(path: string, { name, collections }: FileOptions): AsyncGenerator<Found> {
  const head = await headOf(path, name);
  if (head.trim() === "") throw invalid(name, "it must hold JSON, and it is empty");
  if (isLines(head, collections)) yield* lineRecords(path, { name, collection: "" });
  else yield* listRecords(path, { name, collections: head.trimStart().startsWith("[") ? [] : collections });
}

async function headOf(path: string, name: string): Promise<string> {
  const handle = await open(path).catch((cause) => Promise.reject(unreadable(name, cause)));
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes) });
    return withoutMark(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** JSON Lines: the first line is an object by itself, and others follow, or it is no object of lists. */
function isLines(head: string, collections: readonly string[]): boolean {
  const [first = "", ...rest] = head.trimStart().split("\n", 3);
  if (!first.startsWith("{")) return false;
  let value: unknown;
  try {
    value = JSON.parse(first);
  } catch {
    // An object that goes on in the next line: one document, not a record a line.
    return false;
  }
  const hasLists = typeof value === "object" && value !== null && collections.some((name) => name in value);
  return rest.some((line) => line.trim() !== "") || !hasLists;
}

async function* listRecords(path: string, { name, collections }: FileOptions): AsyncGenerator<Found> {
  const paths = collections.length === 0 ? ["$.*"] : collections.map((collection) => `$.${collection}.*`);
  const parser = new JSONParser({ paths, keepStack: false });
  const ready: Found[] = [];
  parser.onValue = ({ value, key, stack }) => {
    const collection = String(stack[1]?.key ?? "");
    ready.push({ collection, at: `${collection}[${key}]`, value });
  };
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (cause) {
      throw invalid(name, `it must be JSON: ${(cause as Error).message}`, cause);
    }
  };
  let first = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    // RFC 8259 forbids a byte order mark and lets a reader ignore it; exports that passed through Windows have one.
    const bytes = first && chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk;
    first = false;
    guarded(() => (parser.isEnded ? onlySpace(bytes) : parser.write(bytes)));
    yield* ready.splice(0);
  }
  if (!parser.isEnded) throw invalid(name, "it must be whole, and it ends in the middle of its JSON");
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function onlySpace(bytes: Buffer): void {
  if (bytes.toString("utf8").trim() !== "") throw new Error("something follows the end of the document");
}

interface LineOptions {
  readonly name: string;
  readonly collection: string;
}

/** A record a line. @throws {MemoryError} `invalid_input` naming the line */
export async function* lineRecords(path: string, { name, collection }: LineOptions): AsyncGenerator<Found> {
  const handle = await open(path);
  let number = 0;
  for await (const line of handle.readLines()) {
    number += 1;
    const text = number === 1 ? withoutMark(line) : line;
    if (text.trim() !== "")
      yield { collection, at: placeOf(number, collection), value: parsed(text, { name, number }) };
  }
}

function placeOf(number: number, collection: string): string {
  return collection === "" ? `line ${number}` : `${collection}, line ${number}`;
}

/** A line as a value. @throws {MemoryError} `invalid_input` naming the line */
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
