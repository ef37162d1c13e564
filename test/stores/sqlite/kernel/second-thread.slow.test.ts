import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { segmentLength } from "../../../../src/stores/sqlite/filters/passage-set.js";
import { CodeSegments } from "../../../../src/stores/sqlite/kernel/code-segments.js";
import {
  type Kernel,
  scanHead,
  scanSegment,
  scanStride,
} from "../../../../src/stores/sqlite/kernel/kernel.js";
import { makeKernel } from "../../../../src/stores/sqlite/kernel/make-kernel.js";
import { PlainKernel } from "../../../../src/stores/sqlite/kernel/plain-kernel.js";
import { SecondThread } from "../../../../src/stores/sqlite/kernel/second-thread.js";

const codeBytes = 32;

/** Pseudorandom bytes that are always the same. */
function bytesOf(count: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** Makes a table of segments that any thread may scan. @returns its address, and a histogram's */
function openTable(kernel: Kernel, segments: number): { readonly table: number; readonly histogram: number } {
  const [table, histogram] = [kernel.allocate((segments + 1) * scanStride * 4), kernel.allocate(65_536 * 4)];
  const [query, weights, rows] = [
    kernel.allocate(codeBytes),
    kernel.allocate(1024),
    kernel.allocate(codeBytes * 512),
  ];
  kernel.bytes.set(bytesOf(codeBytes, 1), query);
  kernel.ints.set(
    Int32Array.from(bytesOf(256, 2), (byte) => byte - 128),
    weights / 4,
  );
  kernel.tabulate(weights, codeBytes, rows);
  for (let segment = 0; segment < segments; segment += 1) {
    const at = table / 4 + scanStride * (segment + 1);
    const codes = kernel.allocate(64 * codeBytes + 1024);
    const [mask, slots, scores] = [kernel.allocate(8), kernel.allocate(128), kernel.allocate(128)];
    kernel.bytes.set(bytesOf(64 * codeBytes, segment + 3), codes);
    kernel.bytes.fill(255, mask, mask + 8);
    kernel.ints[at + scanSegment.codes] = codes;
    kernel.ints[at + scanSegment.mask] = mask;
    kernel.ints[at + scanSegment.slots] = slots;
    kernel.ints[at + scanSegment.scores] = scores;
  }
  const head = { next: 0, done: 0, segments, codes: 64, groups: 1, query, table: rows, limit: 128 };
  for (const [name, place] of Object.entries(scanHead))
    kernel.ints[table / 4 + place] = head[name as keyof typeof head];
  return { table, histogram };
}

/** The selected codes of each segment with their scores, and the histogram of scores. */
function resultOf(kernel: Kernel, { table, histogram }: ReturnType<typeof openTable>, segments: number) {
  const selected = Array.from({ length: segments }, (_, segment) => {
    const at = table / 4 + scanStride * (segment + 1);
    const count = kernel.ints[at + scanSegment.selected]!;
    const list = (address: number) => [...kernel.shorts.subarray(address / 2, address / 2 + count)];
    return {
      slots: list(kernel.ints[at + scanSegment.slots]!),
      scores: list(kernel.ints[at + scanSegment.scores]!),
    };
  });
  return { selected, histogram: [...kernel.ints.subarray(histogram / 4, histogram / 4 + 65_536)] };
}

async function scanInThread(kernel: Kernel, thread: SecondThread, segments: number) {
  const opened = openTable(kernel, segments);
  thread.scan(opened.table, opened.histogram);
  const done = opened.table / 4 + scanHead.done;
  await vi.waitUntil(() => Atomics.load(kernel.ints, done) === segments, { timeout: 10_000, interval: 5 });
  return resultOf(kernel, opened, segments);
}

function scanHere(kernel: Kernel, segments: number) {
  const opened = openTable(kernel, segments);
  kernel.scan(opened.table, opened.histogram);
  return resultOf(kernel, opened, segments);
}

describe("SecondThread", () => {
  it("scans all segments of a table that no other thread scans, with the results of PlainKernel", async () => {
    const kernel = makeKernel();
    const thread = new SecondThread(kernel);
    const expected = scanHere(new PlainKernel(), 5);
    expect(expected.selected.every(({ slots }) => slots.length > 10 && slots.length < 54)).toBe(true);
    expect(await scanInThread(kernel, thread, 5)).toEqual(expected);
    expect(scanHere(kernel, 5)).toEqual(expected);
    thread.close();
  });

  it("scans memory that has grown since, memory of another kernel, and memory that it forgot before", async () => {
    const [one, other] = [makeKernel(), makeKernel()];
    const threads = [new SecondThread(one), new SecondThread(other)] as const;
    const expected = scanHere(new PlainKernel(), 3);
    expect(await scanInThread(one, threads[0], 3)).toEqual(expected);
    one.allocate(4 * 1024 * 1024);
    expect(await scanInThread(one, threads[0], 3)).toEqual(expected);
    expect(await scanInThread(other, threads[1], 3)).toEqual(expected);
    threads[0].close();
    expect(await scanInThread(one, threads[0], 3)).toEqual(expected);
    for (const thread of threads) thread.close();
  });
});

describe("CodeSegments with enough segments for two threads", () => {
  afterEach(() => {
    vi.doUnmock("node:worker_threads");
    vi.resetModules();
  });

  const count = 33;
  const asked = { vector: Float32Array.from(bytesOf(256, 7), (byte) => byte - 128), code: bytesOf(32, 8) };

  function filled(segments: CodeSegments): CodeSegments {
    const present = new Uint8Array(segmentLength / 8).fill(255);
    for (let segment = 0; segment < count; segment += 1)
      segments.putSegment(segment, { present, codes: bytesOf(segmentLength * codeBytes, segment + 1) });
    return segments;
  }

  const search = (segments: CodeSegments) => segments.closest(asked, 100, { rescored: 2000 });

  /** Imports the same code with another `Worker` in place of Node's. */
  async function codeRunsWith(Worker: new () => object): Promise<typeof CodeSegments> {
    vi.resetModules();
    vi.doMock("node:worker_threads", () => ({ Worker }));
    return (await import("../../../../src/stores/sqlite/kernel/code-segments.js")).CodeSegments;
  }

  const expected = search(filled(new CodeSegments(new PlainKernel(), codeBytes)));

  it("finds the same passages with and without the second thread, from the first call on", async () => {
    expect(expected.length).toBeGreaterThanOrEqual(100);
    const shared = filled(new CodeSegments(makeKernel(), codeBytes));
    for (let call = 0; call < 20; call += 1) {
      expect(search(shared)).toEqual(expected);
      // Meanwhile the thread starts.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    shared.close();
  });

  it("finds the same passages if no thread can be started", async () => {
    const Alone = await codeRunsWith(
      class {
        constructor() {
          throw new Error("threads are forbidden");
        }
      },
    );
    const alone = filled(new Alone(makeKernel(), codeBytes));
    for (let call = 0; call < 2; call += 1) expect(search(alone)).toEqual(expected);
    alone.close();
  });

  it("finds the same passages if the thread takes a segment and never finishes it", async () => {
    const kernel = makeKernel();
    let posted = 0;
    const Losing = await codeRunsWith(
      class extends EventEmitter {
        postMessage({ table }: { readonly table: number }): void {
          posted += 1;
          Atomics.add(kernel.ints, table / 4 + scanHead.next, 1);
        }
        unref(): void {}
        terminate(): void {}
      },
    );
    const segments = filled(new Losing(kernel, codeBytes));
    for (let call = 0; call < 3; call += 1) expect(search(segments)).toEqual(expected);
    expect(posted).toBe(1);
    segments.close();
  });
});
