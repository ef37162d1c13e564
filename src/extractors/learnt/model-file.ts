/**
 * Reads the tagger's file, which `training/extractor` writes. Little endian:
 *
 *   4 bytes   "KTAG"
 *   u32       version, 1
 *   u32       length of the header in bytes
 *   header    JSON: { properties, dimensions, dilations, tensors: [tensor, …] }, where a tensor is
 *             { name, rows, columns, type, at }
 *   data      tensors, each at its offset: "int8" (an f32 scale for each row, then the rows), "u16"
 *             or "f32"
 */
import { endianness } from "node:os";
import { z } from "zod";

const magic = "KTAG";
const version = 1;

/** Bytes of one number of a tensor. */
const numberBytes = { int8: 1, u16: 2, f32: 4 } as const;

const header = z.object({
  dimensions: z.int().positive(),
  dilations: z.array(z.int().positive()),
  properties: z.array(z.string()),
  tensors: z.array(
    z.object({
      name: z.string(),
      rows: z.int().positive(),
      columns: z.int().positive(),
      type: z.enum(["int8", "u16", "f32"]),
      at: z.int().nonnegative(),
    }),
  ),
});

/** Rows in 8 bits, each with a scale. */
export interface Int8Table {
  readonly columns: number;
  /** One scale per row. */
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/** A model in memory. It is not changed after it is read. */
export interface TaggerModel {
  /** Width of a token's state. */
  readonly dimensions: number;
  /** Distance of the neighbours of each convolution. */
  readonly dilations: readonly number[];
  /** Names of the properties that it was trained on; the first represents all others. */
  readonly properties: readonly string[];
  /** A table of 8-bit rows. @throws if the model has no tensor of that name */
  table(name: string): Int8Table;
  /** The numbers of a "u16" tensor. @throws if the model has no tensor of that name */
  numbers(name: string): Uint16Array;
  /** The numbers of a tensor, row by row. @throws if the model has no tensor of that name */
  floats(name: string): Float32Array;
}

/**
 * Reads a model from the bytes of its file. @throws {Error} if the bytes are not a model of this
 * version; the message says why
 */
export function readModel(bytes: Uint8Array): TaggerModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || Buffer.from(bytes.subarray(0, 4)).toString("latin1") !== magic)
    throw new Error(`the file must start with ${magic}`);
  if (view.getUint32(4, true) !== version)
    throw new Error(`the file's version must be ${version}, got ${view.getUint32(4, true)}`);
  const dataAt = 12 + view.getUint32(8, true);
  if (dataAt > bytes.length) throw new Error("the file is cut short");
  const parsed = header.parse(JSON.parse(Buffer.from(bytes.subarray(12, dataAt)).toString("utf8")));
  // Checked once, here: a view on a part of a larger buffer could read the bytes after the file.
  if (parsed.tensors.some((tensor) => dataAt + endOf(tensor) > bytes.length))
    throw new Error("the file is cut short");
  const tensors = new Map(parsed.tensors.map((tensor) => [tensor.name, tensor]));
  const named = (name: string) => {
    const tensor = tensors.get(name);
    if (tensor === undefined) throw new Error(`the file must hold the tensor ${name}`);
    return tensor;
  };
  const table = (name: string): Int8Table => {
    const { rows, columns, at } = named(name);
    const scales = readFloats(bytes, dataAt + at, rows);
    const start = bytes.byteOffset + dataAt + at + 4 * rows;
    return { columns, scales, rows: new Int8Array(bytes.buffer, start, rows * columns) };
  };
  return {
    dimensions: parsed.dimensions,
    dilations: parsed.dilations,
    properties: parsed.properties,
    table,
    numbers(name) {
      const { rows, columns, at } = named(name);
      return Uint16Array.from({ length: rows * columns }, (_, place) =>
        view.getUint16(dataAt + at + 2 * place, true),
      );
    },
    floats(name) {
      const { rows, columns, at, type } = named(name);
      return type === "f32" ? readFloats(bytes, dataAt + at, rows * columns) : widened(table(name));
    },
  };
}

/** The end of a tensor within the data. The scales of an "int8" tensor precede its rows. */
function endOf({ rows, columns, type, at }: z.infer<typeof header>["tensors"][number]): number {
  return at + (type === "int8" ? 4 * rows : 0) + rows * columns * numberBytes[type];
}

/** `Float32Array.from` with a function takes eight times as long, each time a process starts. */
function widened({ columns, scales, rows }: Int8Table): Float32Array {
  const floats = new Float32Array(rows.length);
  for (let at = 0; at < floats.length; ) {
    const scale = scales[at / columns]!;
    for (const end = at + columns; at < end; at++) floats[at] = rows[at]! * scale;
  }
  return floats;
}

/** Copies floats, because the bytes may be unaligned, and swaps bytes on a big-endian machine. */
function readFloats(bytes: Uint8Array, at: number, count: number): Float32Array {
  const copy = Buffer.from(bytes.slice(at, at + 4 * count));
  if (endianness() === "BE") copy.swap32();
  return new Float32Array(copy.buffer, copy.byteOffset, count);
}
