import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readModel } from "../../../src/extractors/learnt/model-file.js";

interface Tensor {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly type: "int8" | "u16" | "f32";
  readonly bytes: Uint8Array;
}

const bytesOf = (numbers: Float32Array | Uint16Array | Int8Array) => new Uint8Array(numbers.buffer);

/** Two rows with a scale each. */
const table: Tensor = {
  name: "table",
  rows: 2,
  columns: 3,
  type: "int8",
  bytes: Uint8Array.of(...bytesOf(Float32Array.of(0.5, 2)), ...bytesOf(Int8Array.of(1, -2, 127, -128, 0, 3))),
};
const numbers: Tensor = {
  name: "index",
  rows: 1,
  columns: 3,
  type: "u16",
  bytes: bytesOf(Uint16Array.of(0, 300, 65_535)),
};
const floats: Tensor = {
  name: "bias",
  rows: 2,
  columns: 2,
  type: "f32",
  bytes: bytesOf(Float32Array.of(1.5, -2.25, 0, 1e-20)),
};

/** A model's file as the format says it, for a little-endian machine. */
function fileOf(tensors: readonly Tensor[], over: Readonly<Record<string, unknown>> = {}): Uint8Array {
  let at = 0;
  const listed = tensors.map(({ bytes, ...tensor }) => {
    const place = { ...tensor, at };
    at += bytes.length;
    return place;
  });
  const header = Buffer.from(
    JSON.stringify({
      dimensions: 4,
      dilations: [1, 2],
      properties: ["other", "home"],
      tensors: listed,
      ...over,
    }),
  );
  const start = Buffer.from("KTAG\0\0\0\0\0\0\0\0");
  start.writeUInt32LE(1, 4);
  start.writeUInt32LE(header.length, 8);
  return new Uint8Array(Buffer.concat([start, header, ...tensors.map(({ bytes }) => bytes)]));
}

const file = fileOf([table, numbers, floats]);

/** A copy with one number written over. */
function changed(at: number, value: number): Uint8Array {
  const copy = file.slice();
  new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
}

describe("readModel()", () => {
  it("gives what a small file contains", () => {
    const model = readModel(file);
    expect(model).toMatchObject({ dimensions: 4, dilations: [1, 2], properties: ["other", "home"] });
    expect(model.table("table")).toEqual({
      columns: 3,
      scales: Float32Array.of(0.5, 2),
      rows: Int8Array.of(1, -2, 127, -128, 0, 3),
    });
    expect(model.numbers("index")).toEqual(Uint16Array.of(0, 300, 65_535));
    expect(model.floats("bias")).toEqual(Float32Array.of(1.5, -2.25, 0, 1e-20));
  });

  it("gives a table of 8 bits as floats, each row by its scale", () => {
    expect(readModel(file).floats("table")).toEqual(Float32Array.of(0.5, -1, 63.5, -256, 0, 6));
  });

  it("reads a file that lies anywhere in a larger buffer", () => {
    for (const offset of [1, 2, 3]) {
      const larger = new Uint8Array(file.length + 64);
      larger.set(file, offset);
      const model = readModel(larger.subarray(offset, offset + file.length));
      expect(model.table("table")).toEqual(readModel(file).table("table"));
      expect(model.numbers("index")).toEqual(readModel(file).numbers("index"));
      expect(model.floats("bias")).toEqual(readModel(file).floats("bias"));
    }
  });

  it("refuses what does not start as a model does", () => {
    const message = "the file must start with KTAG";
    expect(() => readModel(changed(0, 0))).toThrow(message);
    expect(() => readModel(new Uint8Array(0))).toThrow(message);
    expect(() => readModel(file.subarray(0, 11))).toThrow(message);
  });

  it("refuses another version and names both", () => {
    expect(() => readModel(changed(4, 2))).toThrow("the file's version must be 1, got 2");
  });

  it("refuses a file that is cut short, wherever it is cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 12, max: file.length - 1 }), (length) => {
        expect(() => readModel(file.subarray(0, length))).toThrow("the file is cut short");
        // The bytes after it belong to somebody else.
        expect(() => readModel(file.slice(0, length))).toThrow("the file is cut short");
      }),
      { seed: 20_261_122 },
    );
  });

  it("refuses a header whose length runs past the file", () => {
    expect(() => readModel(changed(8, 2 ** 31))).toThrow("the file is cut short");
  });

  it("refuses a header that lacks a field and names it", () => {
    expect(() => readModel(fileOf([], { dimensions: undefined }))).toThrow(/dimensions/);
    expect(() => readModel(fileOf([], { dilations: [0] }))).toThrow(/dilations/);
  });

  it("names a tensor that the file lacks", () => {
    const model = readModel(file);
    const message = "the file must hold the tensor layer0.weight";
    expect(() => model.table("layer0.weight")).toThrow(message);
    expect(() => model.numbers("layer0.weight")).toThrow(message);
    expect(() => model.floats("layer0.weight")).toThrow(message);
  });
});
