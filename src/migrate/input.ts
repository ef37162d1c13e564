/**
 * The records of a file, one at a time: a list, lists inside one object, or a record a line; of COGX a folder. Files are read as a stream, so a file may be
 * larger than memory, and as often as somebody asks.
 */
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { JSONParser } from "@streamparser/json";
import { MemoryError } from "../contract/errors.js";
import { cogxFiles, cogxManifest, cogxManifestFile, cogxVersion } from "./cogx.js";
import type { Found } from "./mapping.js";

/** Something that records can be read from, more than once. */
export interface Input {
  /** For messages: the file's name, without its folder. */
  readonly name: string;
  /** Every record of the lists that are named, of a plain list, or of the lines. @throws {MemoryError} `invalid_input` where it is not JSON */
  records(collections: readonly string[]): AsyncGenerator<Found>;
}

/** A value that is parsed already: what a client of the other system returned. */
export function inputOfData(data: unknown): Input {
  return {
    name: "data",
    async *records(collections) {
      if (Array.isArray(data)) yield* elementsOf("", data);
      else if (typeof data === "object" && data !== null)
        for (const collection of collections) yield* elementsOf(collection, Reflect.get(data, collection));
    },
  };
}

function* elementsOf(collection: string, list: unknown): Generator<Found> {
  if (!Array.isArray(list)) return;
  for (const [index, value] of list.entries()) yield { collection, at: `${collection}[${index}]`, value };
}

/**
 * A file of JSON or JSON Lines, or the folder of a COGX archive.
 *
 * @throws {MemoryError} `unreadable_file` where there is none; `invalid_input` where a COGX archive is too new or none
 */
export async function inputOfFile(path: string): Promise<Input> {
  const name = basename(path);
  const found = await stat(path).catch((cause) => Promise.reject(unreadable(name, cause)));
  if (found.isDirectory()) return archiveInput(path, name);
  if (/\.(?:zip|gz|tgz|tar)$/i.test(name)) throw invalid(name, "it is packed: unpack it first");
  return { name, records: (collections) => fileRecords(path, { name, collections }) };
}

interface FileOptions {
  readonly name: string;
  readonly collections: readonly string[];
}

/** Bytes of the beginning that show what a file is: the first line of JSON Lines must fit into them. */
const headBytes = 1_048_576;

async function* fileRecords(path: string, { name, collections }: FileOptions): AsyncGenerator<Found> {
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

async function* lineRecords(path: string, { name, collection }: LineOptions): AsyncGenerator<Found> {
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

function parsed(line: string, { name, number }: { readonly name: string; readonly number: number }): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw invalid(name, `line ${number} must be JSON`, cause);
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}

async function archiveInput(folder: string, name: string): Promise<Input> {
  await checkManifest(folder, name);
  return {
    name,
    async *records() {
      for (const [kind, file] of Object.entries(cogxFiles))
        if (await isFile(join(folder, file)))
          yield* lineRecords(join(folder, file), { name: file, collection: kind });
    },
  };
}

async function checkManifest(folder: string, name: string): Promise<void> {
  const text = await readFile(join(folder, cogxManifestFile), "utf8").catch((cause) =>
    Promise.reject(invalid(name, `it must be a COGX archive: a folder with a ${cogxManifestFile}`, cause)),
  );
  const read = cogxManifest.safeParse(
    parsed(text.replaceAll("\n", " "), { name: cogxManifestFile, number: 1 }),
  );
  if (!read.success) throw invalid(name, `its ${cogxManifestFile} must say its cogx_version`);
  const version = read.data.cogx_version;
  const major = Number.parseInt(version, 10);
  if (!(major <= Number.parseInt(cogxVersion, 10)))
    throw invalid(name, `its COGX version must be ${cogxVersion} or compatible, got ${version}`);
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw cause;
  });
  return found?.isFile() === true;
}

/** What is wrong with a file, before anything of it was brought in. */
export function invalid(name: string, state: string, cause?: unknown): MemoryError<"invalid_input"> {
  const message = `Cannot import ${name}: ${state}`;
  return new MemoryError("invalid_input", message, {
    cause,
    data: { issues: [{ type: "file_invalid", loc: [], msg: message }] },
  });
}

function unreadable(name: string, cause: NodeJS.ErrnoException): MemoryError<"unreadable_file"> {
  const state = cause.code ?? cause.message;
  return new MemoryError("unreadable_file", `Cannot import: ${name} must be usable, got ${state}`, { cause });
}
