import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Multiplier, makeMultiplier, PlainMultiplier } from "../../../src/extractors/learnt/multiply.js";
import { kernelModule, multiplyFiles } from "../../../tools/kernel/build-kernel.js";

afterEach(() => vi.unstubAllGlobals());

/** The size of a product, and the memory before it. */
interface Matrices {
  readonly rows: number;
  readonly inputs: number;
  readonly outputs: number;
  /** `x`, `w` and `y` one after the other, then a row that must stay as it is. */
  readonly numbers: Float32Array;
}

/** The memory after y += x · w. */
function product(multiplier: Multiplier, { rows, inputs, outputs, numbers }: Matrices): Float32Array {
  const x = 0;
  const w = rows * inputs;
  const y = w + inputs * outputs;
  multiplier.reserve(numbers.length);
  multiplier.floats.set(numbers);
  multiplier.multiply({ x, w, y, rows, inputs, outputs });
  return multiplier.floats.slice(0, numbers.length);
}

/** Compared by bits: 0 is not -0. */
const bitsOf = (floats: Float32Array) => [...new Uint32Array(floats.slice().buffer)];

const float = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 });
const matrices = fc
  .record({
    rows: fc.integer({ min: 0, max: 5 }),
    inputs: fc.integer({ min: 1, max: 20 }),
    outputs: fc.constantFrom(16, 32, 48),
  })
  .chain((size) => {
    const length = size.rows * size.inputs + size.inputs * size.outputs + (size.rows + 1) * size.outputs;
    return fc
      .array(float, { minLength: length, maxLength: length })
      .map((numbers): Matrices => ({ ...size, numbers: Float32Array.from(numbers) }));
  });

describe("multiply-module.ts", () => {
  it("is what multiply.wat assembles to", async () => {
    const squeezed = (text: string) => text.replace(/\s+/g, "");
    expect(squeezed(readFileSync(multiplyFiles.module, "utf8"))).toBe(
      squeezed(await kernelModule(multiplyFiles)),
    );
  });

  it("runs on this machine", () => expect(makeMultiplier()).not.toBeInstanceOf(PlainMultiplier));
});

describe("makeMultiplier()", () => {
  it("gives to the bit what the floor gives", () => {
    const [fast, plain] = [makeMultiplier(), new PlainMultiplier()];
    fc.assert(
      fc.property(matrices, (one) => {
        expect(bitsOf(product(fast, one))).toEqual(bitsOf(product(plain, one)));
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });

  for (const rows of [0, 1])
    it(`gives to the bit what the floor gives for ${rows} rows`, () => {
      const [fast, plain] = [makeMultiplier(), new PlainMultiplier()];
      fc.assert(
        fc.property(
          matrices.filter((one) => one.rows === rows),
          (one) => {
            const found = product(fast, one);
            expect(bitsOf(found)).toEqual(bitsOf(product(plain, one)));
            if (rows === 0) expect(bitsOf(found)).toEqual(bitsOf(one.numbers));
          },
        ),
        { seed: 1, numRuns: 20 },
      );
    });

  it("gives the floor where a machine has no WebAssembly, or none with SIMD", () => {
    vi.stubGlobal("WebAssembly", { validate: () => false });
    expect(makeMultiplier()).toBeInstanceOf(PlainMultiplier);
    vi.stubGlobal("WebAssembly", undefined);
    expect(makeMultiplier()).toBeInstanceOf(PlainMultiplier);
  });
});

const multipliers: readonly (readonly [string, () => Multiplier])[] = [
  ["makeMultiplier()", makeMultiplier],
  ["PlainMultiplier", () => new PlainMultiplier()],
];

for (const [name, make] of multipliers)
  describe(name, () => {
    it("adds the product to what is there", () => {
      const multiplier = make();
      const [x, w, y] = [0, 16, 64];
      multiplier.floats.set([2, 3], x);
      multiplier.floats.set(
        Array.from({ length: 32 }, (_, at) => at),
        w,
      );
      multiplier.floats.fill(100, y, y + 17);
      multiplier.multiply({ x, w, y, rows: 1, inputs: 2, outputs: 16 });
      expect([...multiplier.floats.subarray(y, y + 17)]).toEqual([
        ...Array.from({ length: 16 }, (_, at) => 100 + 2 * at + 3 * (16 + at)),
        100,
      ]);
    });

    it("keeps what is in memory when more is reserved", () => {
      const multiplier = make();
      multiplier.floats.set([1, 2, 3], 7);
      multiplier.reserve(100_000);
      expect(multiplier.floats.length).toBeGreaterThanOrEqual(100_000);
      expect([...multiplier.floats.subarray(7, 11)]).toEqual([1, 2, 3, 0]);
      const { length } = multiplier.floats;
      multiplier.reserve(10);
      expect(multiplier.floats).toHaveLength(length);
    });
  });
