/**
 * Reads the tagger's file, which `training/extractor` writes. Little endian:
 *
 *   4 bytes   "KTAG"
 *   u32       version, 1
 *   u32       length of the header in bytes
 *   header    JSON: { properties, dimensions, dilations, tensors: [{ name, rows, columns, type, at }] }
 *   data      tensors, each at its place: "int8" (an f32 scale for each row, then the rows) "u16", or "f32"
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
  /** `Float32Array`, one a row. */
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/** A model in memory. Never written to once read. */
export interface TaggerModel {
  /** Width of a token's state. */
  readonly dimensions: number;
  /** Distance of the neighbours that each layer reads. */
  readonly dilations: readonly number[];
  /** Names of the properties that it was taught; the first represents every other. */
  readonly properties: readonly string[];
  /** Rows that are read one at a time. @throws where the model has none of that name */
  table(name: string): Int8Table;
  /** Of a "u16" tensor. @throws where the model has none of that name */
  numbers(name: string): Uint16Array;
  /** Row after row. @throws where the model has none of that name */
  floats(name: string): Float32Array;
}

/**
 * @throws {Error} where the bytes are no model of this version: the message says what is wrong with
 * them
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
  // Asked once, here: a view on a file that is a part of a larger buffer would read on in what
  // follows it.
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

/** Where a tensor ends among the data; the scales of an "int8" tensor come before its rows. */
function endOf({ rows, columns, type, at }: z.infer<typeof header>["tensors"][number]): number {
  return at + (type === "int8" ? 4 * rows : 0) + rows * columns * numberBytes[type];
}

function widened({ columns, scales, rows }: Int8Table): Float32Array {
  return Float32Array.from(rows, (value, at) => value * scales[Math.floor(at / columns)]!);
}

/** Copied, because the bytes may lie unaligned; turned round on the rare big-endian machine. */
function readFloats(bytes: Uint8Array, at: number, count: number): Float32Array {
  const copy = Buffer.from(bytes.slice(at, at + 4 * count));
  if (endianness() === "BE") copy.swap32();
  return new Float32Array(copy.buffer, copy.byteOffset, count);
}
