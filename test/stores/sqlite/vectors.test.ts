import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PassageSet, runLength } from "../../../src/stores/sqlite/filters/passage-set.js";
import { type Kernel, scanHead, scanRun, scanStride } from "../../../src/stores/sqlite/kernel/kernel.js";
import { makeKernel } from "../../../src/stores/sqlite/kernel/make-kernel.js";
import { PlainKernel } from "../../../src/stores/sqlite/kernel/plain-kernel.js";
import { CodeRuns } from "../../../src/stores/sqlite/vectors/code-runs.js";
import {
  codeBytes,
  lengthOf,
  toCode,
  toInt8,
  toWeights,
} from "../../../src/stores/sqlite/vectors/quantise.js";
import { pageLength, VectorPages } from "../../../src/stores/sqlite/vectors/vector-pages.js";
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
    expect(squeezed(readFileSync(kernelFiles.module, "utf8"))).toBe(
      squeezed(await kernelModule(kernelFiles)),
    );
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

describe("toWeights()", () => {
  it("keeps the proportions of a query in whole numbers that add up to a total at most", () => {
    const weights = toWeights(Float32Array.of(0.5, -0.25, 0.1), 1000);
    expect([...weights.subarray(0, 4)]).toEqual([588, -294, 117, 0]);
    expect(weights).toHaveLength(codeBytes(3) * 8);
    const total = toWeights(numbers(256, 1), 8192).reduce((sum, weight) => sum + Math.abs(weight), 0);
    expect(total).toBeGreaterThan(8192 - 256);
    expect(total).toBeLessThanOrEqual(8192);
  });
});

for (const [name, kernelOf] of kernels) {
  describe(`CodeRuns over ${name}`, () => {
    const dimensions = 70;
    const length = codeBytes(dimensions);
    const vectorOf = (passage: number) => numbers(dimensions, passage + 1);
    const codeOf = (passage: number) => toCode(toInt8(vectorOf(passage))!, { dimensions, mean: undefined });
    const asking = (passage: number) => ({ vector: vectorOf(passage), code: codeOf(passage) });
    const bits = (one: Uint8Array, other: Uint8Array) =>
      one.reduce((sum, byte, index) => sum + bitsOf(byte ^ other[index]!), 0);
    /** The sum of what a query weighs where a code goes against it. */
    const against = (code: Uint8Array, weights: Int32Array) =>
      weights.reduce((sum, weight, at) => {
        const isSet = ((code[at >> 3]! >> (at & 7)) & 1) === 1;
        return sum + (isSet === weight > 0 ? 0 : Math.abs(weight));
      }, 0);
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
    const least = (count: number, from: readonly number[], distanceOf: (passage: number) => number) => {
      const distances = new Map(from.map((passage) => [passage, distanceOf(passage)]));
      const limit = [...distances.values()].sort((one, other) => one - other)[count - 1]!;
      return from.filter((passage) => distances.get(passage)! <= limit);
    };
    const byBits = (asked: number, count: number, from = passages) =>
      least(count, from, (passage) => bits(codeOf(passage), codeOf(asked)));
    const byWeight = (asked: number, count: number, from: readonly number[]) => {
      const weights = toWeights(vectorOf(asked), length * 8 * 32);
      return least(count, from, (passage) => against(codeOf(passage), weights));
    };

    it("finds those that go against the query by the least weight, with all that tie", () => {
      const asked = 2 * runLength + 35;
      expect(filled().size).toBe(runLength);
      const found = filled().closest(asking(asked), 10, { weighed: runLength });
      expect(found).toEqual(byWeight(asked, 10, passages));
      expect(found).not.toEqual(byBits(asked, 10));
      expect(filled().closest(asking(asked), 1, { weighed: runLength })).toEqual([asked]);
    });

    it("weighs only those that differ in the fewest bits", () => {
      const few = byBits(35, 50);
      const found = filled().closest(asking(35), 10, { weighed: 50 });
      expect(found).toEqual(byWeight(35, 10, few));
      expect(found).not.toEqual(byWeight(35, 10, passages));
      const more = filled().closest(asking(35), 60, { weighed: 50 });
      expect(more).toEqual(byWeight(35, 60, byBits(35, 60)));
    });

    it("weighs about so many where a sample tells how near they lie", () => {
      const weighed = 2048;
      const found = filled().closest(asking(35), 10, { weighed });
      expect(found).toEqual(byWeight(35, 10, passages));
      expect(filled().closest(asking(35), weighed, { weighed }).length).toBeGreaterThanOrEqual(weighed);
    });

    it("measures all where the sample misled", () => {
      const runs = new CodeRuns(kernelOf(), length);
      const { held, codes } = odd(0);
      const far = codeOf(35).map((byte) => ~byte);
      // What the sample looks at, one group of 32 in four, is all very near, and not enough of it.
      for (let slot = 0; slot < runLength; slot += 1)
        codes.set((slot >> 5) % 4 === 0 ? codeOf(35) : far, slot * length);
      runs.set(0, { held, codes });
      expect(runs.closest(asking(35), 3000, { weighed: 3000 }).length).toBeGreaterThanOrEqual(3000);
    });

    it("looks only among those allowed", () => {
      const allowed = new PassageSet(3 * runLength);
      for (const passage of [3, 4, 7, 2 * runLength + 35]) allowed.add(passage);
      const within = { weighed: 99, allowed };
      expect(filled().closest(asking(7), 1, within)).toEqual([7]);
      expect(filled().closest(asking(7), 99, within)).toEqual([3, 7, 2 * runLength + 35]);
    });

    it("looks only at the newest runs, where so many are asked for", () => {
      const weighed = runLength;
      expect(filled().closest(asking(35), 1, { weighed, runs: 2 })).toEqual([35]);
      const newest = passages.filter((number) => number >= runLength);
      expect(filled().closest(asking(35), 1, { weighed, runs: 1 })).toEqual(byWeight(35, 1, newest));
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
      expect(runs.closest(asking(37), runLength, { weighed: runLength })).not.toContain(35);
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
      const [same, other, ...none] = pages.cosines([90, 40, 5, 200]);
      expect(same).toBeCloseTo(1, 4);
      expect(other).toBeCloseTo(cosine(vectorOf(90), toInt8(vectorOf(40))!), 4);
      expect(none).toEqual([Number.NaN, Number.NaN]);
      pages.close();
    });

    it("gives as many cosines as are asked for, in their order, whichever pages are held", () => {
      const pages = new VectorPages(kernelOf(), dimensions, read);
      pages.aim(vectorOf(7));
      const asked = Array.from({ length: 700 }, (_, at) => (at * 41) % 100);
      const alone = asked.map((passage) => pages.cosines([passage])[0]);
      expect([...pages.cosines(asked)]).toEqual(alone);
      expect(pages.cosines([])).toHaveLength(0);
      pages.close();
      const fresh = new VectorPages(kernelOf(), dimensions, read);
      fresh.aim(vectorOf(7));
      expect([...fresh.cosines(asked)]).toEqual(alone);
      fresh.close();
    });

    it("forgets a vector in its place, and reads a dropped page again", () => {
      const pages = new VectorPages(kernelOf(), dimensions, read);
      pages.aim(vectorOf(40));
      expect(pages.cosines([40])[0]).toBeCloseTo(1, 4);
      pages.put(40);
      expect(pages.cosines([40])[0]).toBeNaN();
      pages.drop(1);
      expect(pages.cosines([40])[0]).toBeCloseTo(1, 4);
      pages.close();
    });
  });
}

describe("VectorPages beyond its budget", () => {
  it("scores every passage by its own page, though later pages take the place of earlier ones", () => {
    // 128 pages of 2 MiB are all that a process holds.
    const dimensions = 65_536;
    const bytes = new Uint8Array(pageLength * dimensions);
    let reads = 0;
    const pages = new VectorPages(makeKernel(), dimensions, (page) => {
      reads += 1;
      bytes[0] = 1 + (page % 2);
      bytes[1] = page;
      return bytes;
    });
    const query = new Float32Array(dimensions);
    query[0] = 1;
    pages.aim(query);
    const asked = Array.from({ length: 131 }, (_, page) => page * pageLength);
    const expected = asked.map((_, page) => {
      const [one, other] = [1 + (page % 2), (page << 24) >> 24];
      return one / Math.hypot(one, other);
    });
    for (const [page, found] of pages.cosines(asked).entries()) expect(found).toBeCloseTo(expected[page]!, 4);
    expect(reads).toBe(131);
    expect(pages.cosines([130 * pageLength, 0])[1]).toBeCloseTo(expected[0]!, 4);
    expect(reads).toBe(132);
    pages.close();
  });
});

/** Numbers by their places. */
function numbersOf<Name extends string>(
  places: Readonly<Record<Name, number>>,
  values: Partial<Record<NoInfer<Name>, number>> & Record<string, number>,
): Int32Array {
  const numbers = new Int32Array(scanStride);
  for (const [name, place] of Object.entries<number>(places)) numbers[place] = values[name] ?? 0;
  return numbers;
}

const bitsOf = (byte: number) => byte.toString(2).replaceAll("0", "").length;

/** How often each number from 0 to the highest occurs. */
function tallied(found: readonly number[], highest: number): number[] {
  const counts = new Array<number>(highest + 1).fill(0);
  for (const number of found) counts[number]! += 1;
  return counts;
}

describe("makeKernel()", () => {
  const both = () => [makeKernel(), new PlainKernel()];
  /** Writes numbers into memory. */
  const put = (kernel: Kernel, array: Uint8Array | Int8Array | Int16Array | Uint16Array | Int32Array) => {
    const at = kernel.allocate(array.byteLength);
    kernel.bytes.set(new Uint8Array(array.buffer), at);
    return at;
  };

  it("gives to the bit what the floor gives: inner products", () => {
    const [stride, count] = [256, 50];
    const vectors = Int8Array.from(numbers(stride * count, 3), (component) => Math.round(component * 127));
    const query = Int16Array.from(numbers(stride, 4), (component) => Math.round(component * 2000));
    const results = both().map((kernel) => {
      const at = put(kernel, vectors);
      const asked = put(kernel, query);
      // Not in their order.
      const places = Int32Array.from({ length: count }, (_, index) => at + ((index * 7) % count) * stride);
      const [addresses, out] = [put(kernel, places), kernel.allocate(count * 8)];
      kernel.products({ addresses, count, stride, query: asked, out });
      return [...kernel.ints.subarray(out / 4, out / 4 + 2 * count)];
    });
    expect(results[0]).toEqual(results[1]);
    expect(results[0]!.some((product) => product < 0)).toBe(true);
    const seventh = vectors.subarray(7 * stride, 8 * stride);
    expect(results[0]![2]).toBe(seventh.reduce((sum, one, index) => sum + one * query[index]!, 0));
  });

  for (const groups of [1, 2])
    it(`gives to the bit what the floor gives: distances and weights of codes of ${32 * groups} bytes`, () => {
      const [stride, count, longest] = [32 * groups, 64, 32 * groups * 255];
      const byte = (number: number) => Math.floor((number + 1) * 128);
      const codes = Uint8Array.from(numbers(stride * count, 5), byte);
      const query = Uint8Array.from(numbers(stride, 6), byte);
      const table = Uint16Array.from(numbers(stride * 256, 7), byte);
      // The first 32 are all measured, of the others every second.
      const mask = Uint8Array.of(255, 255, 255, 255, 85, 85, 85, 85);
      const limit = 128 * groups;
      const results = both().map((kernel) => {
        const listed = { codes: put(kernel, codes), count, groups };
        const asked = { ...listed, query: put(kernel, query), mask: put(kernel, mask) };
        const histogram = () => kernel.allocate(longest * 4 + 4);
        const histograms = [histogram(), histogram(), histogram()] as const;
        const [slots, weights] = [kernel.allocate(count * 2), kernel.allocate(count * 2)];
        kernel.measure({ ...asked, every: 1, histogram: histograms[0] });
        kernel.measure({ ...asked, every: 2, histogram: histograms[2] });
        const head = put(kernel, new Int32Array(2 * scanStride));
        const at = { query: asked.query, mask: asked.mask, table: put(kernel, table) };
        put(kernel, new Uint8Array(1024));
        kernel.ints.set(numbersOf(scanHead, { runs: 1, codes: count, groups, limit, ...at }), head / 4);
        const run = head / 4 + scanStride;
        kernel.ints.set(numbersOf(scanRun, { codes: listed.codes, mask: at.mask, slots, weights }), run);
        kernel.scan(head, histograms[1]);
        expect(kernel.ints[head / 4 + scanHead.done]).toBe(1);
        const found = kernel.ints[run + scanRun.picked]!;
        const list = (at: number) => [...kernel.shorts.subarray(at / 2, at / 2 + found)];
        const counts = histograms.map((at) => [...kernel.ints.subarray(at / 4, at / 4 + longest + 1)]);
        return { slots: list(slots), weights: list(weights), counts };
      });
      expect(results[0]).toEqual(results[1]);
      const codeOf = (slot: number) => codes.subarray(slot * stride, (slot + 1) * stride);
      const bits = (slot: number) =>
        codeOf(slot).reduce((sum, value, at) => sum + bitsOf(value ^ query[at]!), 0);
      const measured = Array.from({ length: count }, (_, slot) => slot).filter(
        (slot) => slot < 32 || slot % 2 === 0,
      );
      const within = measured.filter((slot) => bits(slot) <= limit);
      expect(within.length).toBeGreaterThan(8);
      expect(within.length).toBeLessThan(40);
      const weighs = (slot: number) =>
        codeOf(slot).reduce((total, value, at) => total + table[at * 256 + value]!, 0);
      expect(results[0]).toEqual({
        slots: within,
        weights: within.map(weighs),
        counts: [measured.map(bits), within.map(weighs), measured.slice(0, 32).map(bits)].map((numbers) =>
          tallied(numbers, longest),
        ),
      });
    });
});
