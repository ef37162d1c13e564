/**
 * Reads an embedding table in the SEMB layout, little endian:
 *
 *   offset       type        what
 *   0            4 bytes     "SEMB"
 *   4            u32         version, 1
 *   8            u32         n, tokens
 *   12           u32         D, dimensions
 *   16           f32[n]      scale of each row: its int8 step times its token's learnt weight
 *   16 + 4n      f32[D]      mean of ordinary sentence vectors
 *   16 + 4n + 4D int8[n·D]   the rows
 */
import { readFileSync } from "node:fs";
import { endianness } from "node:os";
import { howToShipAssets } from "../assets/find-asset.js";
import { MemoryError } from "../contract/errors.js";
import { WordPiece } from "../text/word-piece.js";

/** The first bytes of a table. */
export const tableMagic = "SEMB";
/** The version of the file format that this code reads. */
export const tableVersion = 1;
/** Number of bytes before the scales. */
export const tableHeaderBytes = 16;

/** The files of a table, and its id. */
export interface StaticTableFiles {
  /** Name and version, for instance `keepsake-static-en@1`. */
  readonly id: string;
  readonly model: URL;
  readonly vocabulary: URL;
}

/** A table in memory. It is read-only, so that all embedders of a process can share it. */
export interface StaticTable {
  readonly dimensions: number;
  /** `Float32Array` of n. */
  readonly scales: Float32Array;
  /** `Float32Array` of `dimensions`. */
  readonly mean: Float32Array;
  /** `Int8Array` of n · `dimensions`, row after row. */
  readonly rows: Int8Array;
  readonly pieces: WordPiece;
}

const loaded = new Map<string, StaticTable>();

/**
 * Loads a table, once per process.
 *
 * @throws {MemoryError} `embedder_failed` if a file is missing or damaged
 */
export function loadTable(files: StaticTableFiles): StaticTable {
  const key = `${files.model.href}\n${files.vocabulary.href}`;
  let table = loaded.get(key);
  if (table === undefined) {
    table = readTable(readAsset(files, "model"), readAsset(files, "vocabulary"), files.id);
    loaded.set(key, table);
  }
  return table;
}

/** Reads a table from the bytes of its two files, which it keeps. */
function readTable(model: Uint8Array, vocabulary: Uint8Array, id: string): StaticTable {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength);
  const { tokens, dimensions } = readHeader(view, id);
  const pieces = new WordPiece(vocabulary);
  if (pieces.size !== tokens)
    throw broken(id, `the vocabulary must have ${tokens} tokens, got ${pieces.size}`);
  const meanAt = tableHeaderBytes + 4 * tokens;
  const rowsAt = meanAt + 4 * dimensions;
  return {
    dimensions,
    scales: readFloats(view, tableHeaderBytes, tokens),
    mean: readFloats(view, meanAt, dimensions),
    rows: new Int8Array(model.buffer, model.byteOffset + rowsAt, tokens * dimensions),
    pieces,
  };
}

function readHeader(view: DataView, id: string): { tokens: number; dimensions: number } {
  if (view.byteLength < tableHeaderBytes || magicOf(view) !== tableMagic)
    throw broken(id, `the model file must start with ${tableMagic}`);
  const version = view.getUint32(4, true);
  if (version !== tableVersion)
    throw broken(id, `the model file's version must be ${tableVersion}, got ${version}`);
  const tokens = view.getUint32(8, true);
  const dimensions = view.getUint32(12, true);
  const size = tableHeaderBytes + 4 * tokens + 4 * dimensions + tokens * dimensions;
  if (view.byteLength !== size)
    throw broken(id, `the model file must have ${size} bytes, got ${view.byteLength}`);
  return { tokens, dimensions };
}

function magicOf(view: DataView): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(at)));
}

/** Copied, because the bytes may be unaligned; swapped on a big-endian machine. */
function readFloats(view: DataView, offset: number, count: number): Float32Array {
  const start = view.byteOffset + offset;
  const bytes = Buffer.from(view.buffer.slice(start, start + 4 * count) as ArrayBuffer);
  if (endianness() === "BE") bytes.swap32();
  return new Float32Array(bytes.buffer, bytes.byteOffset, count);
}

function readAsset(files: StaticTableFiles, part: "model" | "vocabulary"): Uint8Array {
  try {
    return readFileSync(files[part]);
  } catch (cause) {
    throw broken(files.id, `the ${part} file must be readable (${files[part].href})`, cause);
  }
}

function broken(id: string, rule: string, cause?: unknown): MemoryError<"embedder_failed"> {
  const message = `Cannot embed with ${id}: ${rule}. ${howToShipAssets}.`;
  return new MemoryError("embedder_failed", message, { cause });
}
