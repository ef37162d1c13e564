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

/** The size of a convolution, and its states, weights and bias. */
interface Convolved {
  readonly rows: number;
  readonly from: number;
  readonly width: number;
  readonly reach: number;
  readonly numbers: Float32Array;
}

/** The states after a convolution. */
function convolved(multiplier: Multiplier, { numbers, ...size }: Convolved): Float32Array {
  const { rows, width } = size;
  const w = rows * width;
  const b = w + 3 * width * width;
  const free = b + width;
  multiplier.reserve(free + rows * (2 * width + 26));
  multiplier.floats.set(numbers);
  multiplier.convolve({ ...size, states: 0, w, b, free });
  expect([...multiplier.floats.subarray(w, free)]).toEqual([...numbers.subarray(w)]);
  return multiplier.floats.slice(0, w);
}

const convolutions = fc
  .record({
    rows: fc.integer({ min: 0, max: 6 }),
    from: fc.integer({ min: 0, max: 3 }),
    width: fc.constantFrom(24, 48),
    reach: fc.constantFrom(1, 2, 4, 8),
    seed: fc.array(fc.oneof(float, fc.constant(0)), { minLength: 60, maxLength: 60 }),
  })
  .map(({ seed, ...size }): Convolved => {
    const length = (size.rows + 3 * size.width + 1) * size.width;
    const numbers = Float32Array.from({ length }, (_, at) => seed[(at * at + 7 * at) % seed.length]!);
    return { ...size, numbers };
  });

describe("convolve()", () => {
  it("gives to the bit what the floor gives", () => {
    const [fast, plain] = [makeMultiplier(), new PlainMultiplier()];
    fc.assert(
      fc.property(convolutions, (one) => {
        expect(bitsOf(convolved(fast, one))).toEqual(bitsOf(convolved(plain, one)));
      }),
      { seed: 20_261_123, numRuns: 60 },
    );
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

    it("adds the positive products of the rows before, at and after each row", () => {
      const width = 24;
      const numbers = new Float32Array((3 + 3 * width + 1) * width);
      // Only column 0 of each matrix and of the bias is used.
      const [states, w, b] = [0, 3 * width, 3 * width + 3 * width * width];
      numbers.set([1], states);
      numbers.set([0], states + width);
      numbers.set([3], states + 2 * width);
      [10, 100, -1000].forEach((weight, tap) => {
        numbers[w + tap * width * width] = weight;
      });
      numbers[b] = 5;
      const first = (from: number) => {
        const found = convolved(make(), { rows: 3, from, width, reach: 1, numbers });
        return [found[0], found[width], found[2 * width]];
      };
      // 1 + (5 + 100); 0 + max(0, 5 + 10 - 3000); 3 + (5 + 300).
      expect(first(0)).toEqual([106, 0, 308]);
      expect(first(2)).toEqual([1, 0, 308]);
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
