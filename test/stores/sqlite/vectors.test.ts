import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CodeRuns } from "../../../src/stores/sqlite/code-runs.js";
import { type Kernel, makeKernel, PlainKernel } from "../../../src/stores/sqlite/kernel.js";
import { PassageSet, runLength } from "../../../src/stores/sqlite/passage-set.js";
import { codeBytes, lengthOf, toCode, toInt8 } from "../../../src/stores/sqlite/quantise.js";
import { pageLength, VectorPages } from "../../../src/stores/sqlite/vector-pages.js";
import { kernelFiles, kernelModule } from "../../../tools/kernel/build-kernel.js";

/** Numbers between -1 and 1 that look like chance and are always the same. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function cosine(one: Float32Array, other: Int8Array | Float32Array): number {
  const product = one.reduce((sum, component, index) => sum + component * other[index]!, 0);
  return product / (lengthOf(one) * lengthOf(other));
}

const kernels: readonly (readonly [string, () => Kernel])[] = [
  ["makeKernel()", makeKernel],
  ["PlainKernel", () => new PlainKernel()],
];

describe("kernel-module.ts", () => {
  it("is what kernel.wat assembles to", async () => {
    const squeezed = (text: string) => text.replace(/\s+/g, "");
    expect(squeezed(readFileSync(kernelFiles.module, "utf8"))).toBe(squeezed(await kernelModule()));
  });

  it("runs on this machine", () => expect(makeKernel()).not.toBeInstanceOf(PlainKernel));
});

describe("toInt8()", () => {
  it("keeps the cosine to two places at 256 dimensions, at whatever scale", () => {
    const [one, other] = [numbers(256, 1), numbers(256, 2)];
    const small = other.map((component) => component * 0.001);
    expect(cosine(one, toInt8(small)!)).toBeCloseTo(cosine(one, other), 2);
    expect(cosine(one, toInt8(one)!)).toBeGreaterThan(0.9999);
  });

  it("gives nothing for a vector without direction", () => {
    expect([
      toInt8(new Float32Array(8)),
      toInt8(Float32Array.of(Number.NaN)),
      toInt8(new Float32Array(0)),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe("toCode()", () => {
  it("takes the mean off the unit vector before it takes signs", () => {
    const vector = toInt8(Float32Array.of(0.5, 0.1, -0.2))!;
    expect(toCode(vector, { dimensions: 3, mean: undefined })[0]).toBe(0b011);
    expect(toCode(vector, { dimensions: 3, mean: Float32Array.of(0.95, 0, -0.5) })[0]).toBe(0b110);
  });
});

for (const [name, kernelOf] of kernels) {
  describe(`CodeRuns over ${name}`, () => {
    const dimensions = 70;
    const length = codeBytes(dimensions);
    const codeOf = (passage: number) =>
      toCode(toInt8(numbers(dimensions, passage + 1))!, { dimensions, mean: undefined });
    const bits = (one: Uint8Array, other: Uint8Array) =>
      one.reduce(
        (sum, byte, index) => sum + (byte ^ other[index]!).toString(2).replaceAll("0", "").length,
        0,
      );
    const odd = (run: number) => {
      const held = new Uint8Array(runLength / 8).fill(0b10101010);
      const codes = new Uint8Array(runLength * length);
      for (let slot = 1; slot < runLength; slot += 2)
        codes.set(codeOf(run * runLength + slot), slot * length);
      return { held, codes };
    };
    const filled = () => {
      const runs = new CodeRuns(kernelOf(), length);
      for (const run of [0, 2]) runs.set(run, odd(run));
      return runs;
    };
    const passages = [0, 2].flatMap((run) =>
      Array.from({ length: runLength / 2 }, (_, at) => run * runLength + 2 * at + 1),
    );
    const nearest = (query: Uint8Array, count: number, from: readonly number[]) => {
      const distances = new Map(from.map((passage) => [passage, bits(codeOf(passage), query)]));
      const limit = [...distances.values()].sort((one, other) => one - other)[count - 1]!;
      return from.filter((passage) => distances.get(passage)! <= limit);
    };

    it("finds those that differ in the fewest bits, with all that tie", () => {
      const query = codeOf(2 * runLength + 35);
      expect(filled().size).toBe(runLength);
      expect(filled().closest(query, 10)).toEqual(nearest(query, 10, passages));
      expect(filled().closest(query, 1)).toEqual([2 * runLength + 35]);
    });

    it("looks only among those allowed", () => {
      const allowed = new PassageSet(3 * runLength);
      for (const passage of [3, 4, 7, 2 * runLength + 35]) allowed.add(passage);
      expect(filled().closest(codeOf(7), 1, { allowed })).toEqual([7]);
      expect(filled().closest(codeOf(7), 99, { allowed })).toEqual([3, 7, 2 * runLength + 35]);
    });

    it("looks only at the newest runs, where so many are asked for", () => {
      const query = codeOf(35);
      expect(filled().closest(query, 1, { runs: 2 })).toEqual([35]);
      const newest = passages.filter((number) => number >= runLength);
      expect(filled().closest(query, 1, { runs: 1 })).toEqual(nearest(query, 1, newest));
    });

    it("finds nothing that it was told to forget, and holds zeros in its place", () => {
      const kernel = kernelOf();
      const runs = new CodeRuns(kernel, length);
      runs.set(0, odd(0));
      const code = Buffer.from(codeOf(35));
      const holds = () => Buffer.from(kernel.bytes).includes(code);
      expect(holds()).toBe(true);
      runs.forget(35);
      expect(holds()).toBe(false);
      expect(runs.closest(codeOf(37), runLength)).not.toContain(35);
      expect(runs.size).toBe(runLength / 2 - 1);
    });
  });

  describe(`VectorPages over ${name}`, () => {
    const dimensions = 40;
    const vectorOf = (passage: number) => numbers(dimensions, passage + 1);
    const read = (page: number) => {
      if (page > 2) return undefined;
      const bytes = new Int8Array(pageLength * 48);
      // Passage 5 has no vector.
      for (let at = 0; at < pageLength; at += 1)
        if (page * pageLength + at !== 5) bytes.set(toInt8(vectorOf(page * pageLength + at))!, at * 48);
      return new Uint8Array(bytes.buffer);
    };

    it("gives the cosine with what is kept, and none where nothing is", () => {
      const pages = new VectorPages(kernelOf(), dimensions, read);
      pages.aim(vectorOf(90));
      expect(pages.cosine(90)).toBeCloseTo(1, 4);
      expect(pages.cosine(40)).toBeCloseTo(cosine(vectorOf(90), toInt8(vectorOf(40))!), 4);
      expect([pages.cosine(5), pages.cosine(200)]).toEqual([Number.NaN, Number.NaN]);
      const scanned: number[] = [];
      pages.scan(0, (passage) => scanned.push(passage));
      expect(scanned).toEqual(Array.from({ length: 32 }, (_, at) => at).filter((at) => at !== 5));
      pages.close();
    });

    it("forgets a vector in its place, and reads a dropped page again", () => {
      const pages = new VectorPages(kernelOf(), dimensions, read);
      pages.aim(vectorOf(40));
      expect(pages.cosine(40)).toBeCloseTo(1, 4);
      pages.put(40);
      expect(pages.cosine(40)).toBeNaN();
      pages.drop(1);
      expect(pages.cosine(40)).toBeCloseTo(1, 4);
      pages.close();
    });
  });
}

describe("makeKernel()", () => {
  it("gives to the bit what the floor gives", () => {
    const [fast, plain] = [makeKernel(), new PlainKernel()];
    const stride = 256;
    const vectors = Int8Array.from(numbers(stride * 50, 3), (component) => Math.round(component * 127));
    const query = Int16Array.from(numbers(stride, 4), (component) => Math.round(component * 2000));
    const results = [fast, plain].map((kernel) => {
      const [at, asked, out] = [vectors.length, stride * 2, 50 * 8].map((bytes) => kernel.allocate(bytes));
      kernel.bytes.set(new Uint8Array(vectors.buffer), at);
      kernel.bytes.set(new Uint8Array(query.buffer), asked);
      kernel.products(at!, { count: 50, stride, query: asked!, out: out! });
      return [...kernel.ints.subarray(out! / 4, out! / 4 + 100)];
    });
    expect(results[0]).toEqual(results[1]);
    expect(results[0]!.some((product) => product < 0)).toBe(true);
  });
});
