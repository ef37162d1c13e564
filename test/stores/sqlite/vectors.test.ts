import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codeBytes, lengthOf, toCode, toInt8, toWeights } from "../../../src/stores/formats/quantise.js";
import { PassageSet, segmentLength } from "../../../src/stores/sqlite/filters/passage-set.js";
import { CodeSegments } from "../../../src/stores/sqlite/kernel/code-segments.js";
import { type Kernel, scanHead, scanSegment, scanStride } from "../../../src/stores/sqlite/kernel/kernel.js";
import { makeKernel } from "../../../src/stores/sqlite/kernel/make-kernel.js";
import { PlainKernel } from "../../../src/stores/sqlite/kernel/plain-kernel.js";
import { blockLength, VectorBlockCache } from "../../../src/stores/sqlite/kernel/vector-block-cache.js";
import { kernelFiles, kernelModule } from "../../../tools/kernel/build-kernel.js";

/** Pseudorandom numbers between -1 and 1 that are always the same. */
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
  it("preserves the cosine to two decimal indexes at 256 dimensions, at any scale", () => {
    const [one, other] = [numbers(256, 1), numbers(256, 2)];
    const small = other.map((component) => component * 0.001);
    expect(cosine(one, toInt8(small)!)).toBeCloseTo(cosine(one, other), 2);
    expect(cosine(one, toInt8(one)!)).toBeGreaterThan(0.9999);
  });

  it("returns undefined for a vector without direction", () => {
    expect([
      toInt8(new Float32Array(8)),
      toInt8(Float32Array.of(Number.NaN)),
      toInt8(new Float32Array(0)),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe("toCode()", () => {
  it("subtracts the mean from the unit vector before it takes signs", () => {
    const vector = toInt8(Float32Array.of(0.5, 0.1, -0.2))!;
    expect(toCode(vector, { dimensions: 3, mean: undefined })[0]).toBe(0b011);
    expect(toCode(vector, { dimensions: 3, mean: Float32Array.of(0.95, 0, -0.5) })[0]).toBe(0b110);
  });
});

describe("toWeights()", () => {
  it("returns integers proportional to a query that add up to at most a total", () => {
    const weights = toWeights(Float32Array.of(0.5, -0.25, 0.1), 1000);
    expect([...weights.subarray(0, 4)]).toEqual([588, -294, 117, 0]);
    expect(weights).toHaveLength(codeBytes(3) * 8);
    const total = toWeights(numbers(256, 1), 8192).reduce((sum, weight) => sum + Math.abs(weight), 0);
    expect(total).toBeGreaterThan(8192 - 256);
    expect(total).toBeLessThanOrEqual(8192);
  });
});

for (const [name, kernelOf] of kernels) {
  describe(`CodeSegments over ${name}`, () => {
    const dimensions = 70;
    const length = codeBytes(dimensions);
    const vectorOf = (passage: number) => numbers(dimensions, passage + 1);
    const codeOf = (passage: number) => toCode(toInt8(vectorOf(passage))!, { dimensions, mean: undefined });
    const asking = (passage: number) => ({ vector: vectorOf(passage), code: codeOf(passage) });
    const bits = (one: Uint8Array, other: Uint8Array) =>
      one.reduce((sum, byte, index) => sum + bitsOf(byte ^ other[index]!), 0);
    /** The sum of the query's weights at the bits that differ from it. */
    const against = (code: Uint8Array, weights: Int32Array) =>
      weights.reduce((sum, weight, at) => {
        const isSet = ((code[at >> 3]! >> (at & 7)) & 1) === 1;
        return sum + (isSet === weight > 0 ? 0 : Math.abs(weight));
      }, 0);
    const odd = (segment: number) => {
      const present = new Uint8Array(segmentLength / 8).fill(0b10101010);
      const codes = new Uint8Array(segmentLength * length);
      for (let slot = 1; slot < segmentLength; slot += 2)
        codes.set(codeOf(segment * segmentLength + slot), slot * length);
      return { present, codes };
    };
    const filled = () => {
      const segments = new CodeSegments(kernelOf(), length);
      for (const segment of [0, 2]) segments.putSegment(segment, odd(segment));
      return segments;
    };
    const passages = [0, 2].flatMap((segment) =>
      Array.from({ length: segmentLength / 2 }, (_, at) => segment * segmentLength + 2 * at + 1),
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

    it("finds the codes whose differing bits have the lowest weights, with all that tie", () => {
      const asked = 2 * segmentLength + 35;
      expect(filled().size).toBe(segmentLength);
      const found = filled().closest(asking(asked), 10, { rescored: segmentLength });
      expect(found).toEqual(byWeight(asked, 10, passages));
      expect(found).not.toEqual(byBits(asked, 10));
      expect(filled().closest(asking(asked), 1, { rescored: segmentLength })).toEqual([asked]);
    });

    it("rescores only the codes that differ in the fewest bits", () => {
      const few = byBits(35, 50);
      const found = filled().closest(asking(35), 10, { rescored: 50 });
      expect(found).toEqual(byWeight(35, 10, few));
      expect(found).not.toEqual(byWeight(35, 10, passages));
      const more = filled().closest(asking(35), 60, { rescored: 50 });
      expect(more).toEqual(byWeight(35, 60, byBits(35, 60)));
    });

    it("rescores about the wanted number of codes, estimated from a sample", () => {
      const rescored = 2048;
      const found = filled().closest(asking(35), 10, { rescored });
      expect(found).toEqual(byWeight(35, 10, passages));
      expect(filled().closest(asking(35), rescored, { rescored }).length).toBeGreaterThanOrEqual(rescored);
    });

    it("measures all codes if the sample was not representative", () => {
      const segments = new CodeSegments(kernelOf(), length);
      const { present, codes } = odd(0);
      const far = codeOf(35).map((byte) => ~byte);
      // All sampled codes (one group of 32 in four) are very near, but too few.
      for (let slot = 0; slot < segmentLength; slot += 1)
        codes.set((slot >> 5) % 4 === 0 ? codeOf(35) : far, slot * length);
      segments.putSegment(0, { present, codes });
      expect(segments.closest(asking(35), 3000, { rescored: 3000 }).length).toBeGreaterThanOrEqual(3000);
    });

    it("finds only allowed passages", () => {
      const allowed = new PassageSet(3 * segmentLength);
      for (const passage of [3, 4, 7, 2 * segmentLength + 35]) allowed.add(passage);
      const within = { rescored: 99, allowed };
      expect(filled().closest(asking(7), 1, within)).toEqual([7]);
      expect(filled().closest(asking(7), 99, within)).toEqual([3, 7, 2 * segmentLength + 35]);
    });

    it("scans only as many of the newest segments as asked for", () => {
      const rescored = segmentLength;
      expect(filled().closest(asking(35), 1, { rescored, segments: 2 })).toEqual([35]);
      const newest = passages.filter((number) => number >= segmentLength);
      expect(filled().closest(asking(35), 1, { rescored, segments: 1 })).toEqual(byWeight(35, 1, newest));
    });

    it("forget() removes a code and overwrites it with zeros", () => {
      const kernel = kernelOf();
      const segments = new CodeSegments(kernel, length);
      segments.putSegment(0, odd(0));
      const code = Buffer.from(codeOf(35));
      const hasCode = () => Buffer.from(kernel.bytes).includes(code);
      expect(hasCode()).toBe(true);
      segments.forget(35);
      expect(hasCode()).toBe(false);
      expect(segments.closest(asking(37), segmentLength, { rescored: segmentLength })).not.toContain(35);
      expect(segments.size).toBe(segmentLength / 2 - 1);
    });
  });

  describe(`VectorBlockCache over ${name}`, () => {
    const dimensions = 40;
    const vectorOf = (passage: number) => numbers(dimensions, passage + 1);
    const read = (block: number) => {
      if (block > 2) return undefined;
      const bytes = new Int8Array(blockLength * 48);
      // Passage 5 has no vector.
      for (let at = 0; at < blockLength; at += 1)
        if (block * blockLength + at !== 5) bytes.set(toInt8(vectorOf(block * blockLength + at))!, at * 48);
      return new Uint8Array(bytes.buffer);
    };

    it("returns the cosine with a stored vector, and NaN without one", () => {
      const blocks = new VectorBlockCache(kernelOf(), dimensions, read);
      blocks.setQuery(vectorOf(90));
      const [same, other, ...none] = blocks.cosines([90, 40, 5, 200]);
      expect(same).toBeCloseTo(1, 4);
      expect(other).toBeCloseTo(cosine(vectorOf(90), toInt8(vectorOf(40))!), 4);
      expect(none).toEqual([Number.NaN, Number.NaN]);
      blocks.close();
    });

    it("returns one cosine per passage in their order, whichever blocks are cached", () => {
      const blocks = new VectorBlockCache(kernelOf(), dimensions, read);
      blocks.setQuery(vectorOf(7));
      const asked = Array.from({ length: 700 }, (_, at) => (at * 41) % 100);
      const alone = asked.map((passage) => blocks.cosines([passage])[0]);
      expect([...blocks.cosines(asked)]).toEqual(alone);
      expect(blocks.cosines([])).toHaveLength(0);
      blocks.close();
      const fresh = new VectorBlockCache(kernelOf(), dimensions, read);
      fresh.setQuery(vectorOf(7));
      expect([...fresh.cosines(asked)]).toEqual(alone);
      fresh.close();
    });

    it("overwrites a vector in its block, and reads a dropped block again", () => {
      const blocks = new VectorBlockCache(kernelOf(), dimensions, read);
      blocks.setQuery(vectorOf(40));
      expect(blocks.cosines([40])[0]).toBeCloseTo(1, 4);
      blocks.forget(40);
      expect(blocks.cosines([40])[0]).toBeNaN();
      blocks.drop(1);
      expect(blocks.cosines([40])[0]).toBeCloseTo(1, 4);
      blocks.close();
    });
  });
}

describe("VectorBlockCache beyond its budget", () => {
  it("compares every passage with its own vector, though later blocks evict earlier ones", () => {
    // A process caches at most 128 blocks of 2 MiB.
    const dimensions = 65_536;
    const bytes = new Uint8Array(blockLength * dimensions);
    let reads = 0;
    const blocks = new VectorBlockCache(makeKernel(), dimensions, (block) => {
      reads += 1;
      bytes[0] = 1 + (block % 2);
      bytes[1] = block;
      return bytes;
    });
    const query = new Float32Array(dimensions);
    query[0] = 1;
    blocks.setQuery(query);
    const asked = Array.from({ length: 131 }, (_, block) => block * blockLength);
    const expected = asked.map((_, block) => {
      const [one, other] = [1 + (block % 2), (block << 24) >> 24];
      return one / Math.hypot(one, other);
    });
    for (const [block, found] of blocks.cosines(asked).entries())
      expect(found).toBeCloseTo(expected[block]!, 4);
    expect(reads).toBe(131);
    expect(blocks.cosines([130 * blockLength, 0])[1]).toBeCloseTo(expected[0]!, 4);
    expect(reads).toBe(132);
    blocks.close();
  });
});

/** An array of numbers, set by their names. */
function numbersOf<Name extends string>(
  indexes: Readonly<Record<Name, number>>,
  values: Partial<Record<NoInfer<Name>, number>> & Record<string, number>,
): Int32Array {
  const numbers = new Int32Array(scanStride);
  for (const [name, index] of Object.entries<number>(indexes)) numbers[index] = values[name] ?? 0;
  return numbers;
}

const bitsOf = (byte: number) => byte.toString(2).replaceAll("0", "").length;

/** Counts how often each number from 0 to the highest occurs. */
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

  it("computes the same inner products as PlainKernel, bit for bit", () => {
    const [stride, count] = [256, 50];
    const vectors = Int8Array.from(numbers(stride * count, 3), (component) => Math.round(component * 127));
    const query = Int16Array.from(numbers(stride, 4), (component) => Math.round(component * 2000));
    const results = both().map((kernel) => {
      const at = put(kernel, vectors);
      const asked = put(kernel, query);
      // Not in order.
      const indexes = Int32Array.from({ length: count }, (_, index) => at + ((index * 7) % count) * stride);
      const [addresses, out] = [put(kernel, indexes), kernel.allocate(count * 8)];
      kernel.products({ addresses, count, stride, query: asked, out });
      return [...kernel.ints.subarray(out / 4, out / 4 + 2 * count)];
    });
    expect(results[0]).toEqual(results[1]);
    expect(results[0]!.some((product) => product < 0)).toBe(true);
    const seventh = vectors.subarray(7 * stride, 8 * stride);
    expect(results[0]![2]).toBe(seventh.reduce((sum, one, index) => sum + one * query[index]!, 0));
  });

  for (const groups of [1, 2])
    it(`computes the same distances and scores as PlainKernel, bit for bit, for codes of ${32 * groups} bytes`, () => {
      const [stride, count, longest] = [32 * groups, 64, 32 * groups * 255];
      const byte = (number: number) => Math.floor((number + 1) * 128);
      const codes = Uint8Array.from(numbers(stride * count, 5), byte);
      const query = Uint8Array.from(numbers(stride, 6), byte);
      const table = Uint16Array.from(numbers(stride * 256, 7), byte);
      // All of the first 32 are measured, and every second one of the others.
      const mask = Uint8Array.of(255, 255, 255, 255, 85, 85, 85, 85);
      const limit = 128 * groups;
      const results = both().map((kernel) => {
        const listed = { codes: put(kernel, codes), count, groups };
        const asked = { ...listed, query: put(kernel, query), mask: put(kernel, mask) };
        const histogram = () => kernel.allocate(longest * 4 + 4);
        const histograms = [histogram(), histogram(), histogram()] as const;
        const [slots, scores] = [kernel.allocate(count * 2), kernel.allocate(count * 2)];
        kernel.measure({ ...asked, every: 1, histogram: histograms[0] });
        kernel.measure({ ...asked, every: 2, histogram: histograms[2] });
        const head = put(kernel, new Int32Array(2 * scanStride));
        const at = { query: asked.query, mask: asked.mask, table: put(kernel, table) };
        put(kernel, new Uint8Array(1024));
        kernel.ints.set(numbersOf(scanHead, { segments: 1, codes: count, groups, limit, ...at }), head / 4);
        const segment = head / 4 + scanStride;
        kernel.ints.set(
          numbersOf(scanSegment, { codes: listed.codes, mask: at.mask, slots, scores }),
          segment,
        );
        kernel.scan(head, histograms[1]);
        expect(kernel.ints[head / 4 + scanHead.done]).toBe(1);
        const found = kernel.ints[segment + scanSegment.selected]!;
        const list = (at: number) => [...kernel.shorts.subarray(at / 2, at / 2 + found)];
        const counts = histograms.map((at) => [...kernel.ints.subarray(at / 4, at / 4 + longest + 1)]);
        return { slots: list(slots), scores: list(scores), counts };
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
      const scoreOf = (slot: number) =>
        codeOf(slot).reduce((total, value, at) => total + table[at * 256 + value]!, 0);
      expect(results[0]).toEqual({
        slots: within,
        scores: within.map(scoreOf),
        counts: [measured.map(bits), within.map(scoreOf), measured.slice(0, 32).map(bits)].map((numbers) =>
          tallied(numbers, longest),
        ),
      });
    });
});
