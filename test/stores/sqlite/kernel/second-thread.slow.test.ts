import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runLength } from "../../../../src/stores/sqlite/filters/passage-set.js";
import { type Kernel, scanHead, scanRun, scanStride } from "../../../../src/stores/sqlite/kernel/kernel.js";
import { makeKernel } from "../../../../src/stores/sqlite/kernel/make-kernel.js";
import { PlainKernel } from "../../../../src/stores/sqlite/kernel/plain-kernel.js";
import { SecondThread } from "../../../../src/stores/sqlite/kernel/second-thread.js";
import { CodeRuns } from "../../../../src/stores/sqlite/vectors/code-runs.js";

const codeBytes = 32;

/** Bytes that look like chance and are always the same. */
function bytesOf(count: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** A table of some runs, open to whoever scans. @returns its address, and that of a histogram */
function openTable(kernel: Kernel, runs: number): { readonly table: number; readonly histogram: number } {
  const [table, histogram] = [kernel.allocate((runs + 1) * scanStride * 4), kernel.allocate(65_536 * 4)];
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
  for (let run = 0; run < runs; run += 1) {
    const at = table / 4 + scanStride * (run + 1);
    const codes = kernel.allocate(64 * codeBytes + 1024);
    const [mask, slots, weighed] = [kernel.allocate(8), kernel.allocate(128), kernel.allocate(128)];
    kernel.bytes.set(bytesOf(64 * codeBytes, run + 3), codes);
    kernel.bytes.fill(255, mask, mask + 8);
    kernel.ints[at + scanRun.codes] = codes;
    kernel.ints[at + scanRun.mask] = mask;
    kernel.ints[at + scanRun.slots] = slots;
    kernel.ints[at + scanRun.weights] = weighed;
  }
  const head = { next: 0, done: 0, runs, codes: 64, groups: 1, query, table: rows, limit: 128 };
  for (const [name, place] of Object.entries(scanHead))
    kernel.ints[table / 4 + place] = head[name as keyof typeof head];
  return { table, histogram };
}

/** What was told of each run, and how often each weight occurs. */
function told(kernel: Kernel, { table, histogram }: ReturnType<typeof openTable>, runs: number) {
  const picked = Array.from({ length: runs }, (_, run) => {
    const at = table / 4 + scanStride * (run + 1);
    const count = kernel.ints[at + scanRun.picked]!;
    const list = (address: number) => [...kernel.shorts.subarray(address / 2, address / 2 + count)];
    return {
      slots: list(kernel.ints[at + scanRun.slots]!),
      weights: list(kernel.ints[at + scanRun.weights]!),
    };
  });
  return { picked, histogram: [...kernel.ints.subarray(histogram / 4, histogram / 4 + 65_536)] };
}

async function scannedByIt(kernel: Kernel, thread: SecondThread, runs: number) {
  const opened = openTable(kernel, runs);
  thread.scan(opened.table, opened.histogram);
  const done = opened.table / 4 + scanHead.done;
  await vi.waitUntil(() => Atomics.load(kernel.ints, done) === runs, { timeout: 10_000, interval: 5 });
  return told(kernel, opened, runs);
}

function scannedHere(kernel: Kernel, runs: number) {
  const opened = openTable(kernel, runs);
  kernel.scan(opened.table, opened.histogram);
  return told(kernel, opened, runs);
}

describe("SecondThread", () => {
  it("scans all runs of a table that nobody else scans, to the bit as the floor does", async () => {
    const kernel = makeKernel();
    const thread = new SecondThread(kernel);
    const floor = scannedHere(new PlainKernel(), 5);
    expect(floor.picked.every(({ slots }) => slots.length > 10 && slots.length < 54)).toBe(true);
    expect(await scannedByIt(kernel, thread, 5)).toEqual(floor);
    expect(scannedHere(kernel, 5)).toEqual(floor);
    thread.close();
  });

  it("scans in memory that has grown since, in that of another kernel, and after it was let go of", async () => {
    const [one, other] = [makeKernel(), makeKernel()];
    const threads = [new SecondThread(one), new SecondThread(other)] as const;
    const floor = scannedHere(new PlainKernel(), 3);
    expect(await scannedByIt(one, threads[0], 3)).toEqual(floor);
    one.allocate(4 * 1024 * 1024);
    expect(await scannedByIt(one, threads[0], 3)).toEqual(floor);
    expect(await scannedByIt(other, threads[1], 3)).toEqual(floor);
    threads[0].close();
    expect(await scannedByIt(one, threads[0], 3)).toEqual(floor);
    for (const thread of threads) thread.close();
  });
});

describe("CodeRuns over so many runs that they are shared out", () => {
  afterEach(() => {
    vi.doUnmock("node:worker_threads");
    vi.resetModules();
  });

  const count = 33;
  const asked = { vector: Float32Array.from(bytesOf(256, 7), (byte) => byte - 128), code: bytesOf(32, 8) };

  function filled(runs: CodeRuns): CodeRuns {
    const held = new Uint8Array(runLength / 8).fill(255);
    for (let run = 0; run < count; run += 1)
      runs.set(run, { held, codes: bytesOf(runLength * codeBytes, run + 1) });
    return runs;
  }

  const search = (runs: CodeRuns) => runs.closest(asked, 100, { weighed: 2000 });

  /** The same code with another `Worker` in the place of Node's. */
  async function codeRunsWith(Worker: new () => object): Promise<typeof CodeRuns> {
    vi.resetModules();
    vi.doMock("node:worker_threads", () => ({ Worker }));
    return (await import("../../../../src/stores/sqlite/vectors/code-runs.js")).CodeRuns;
  }

  const floor = search(filled(new CodeRuns(new PlainKernel(), codeBytes)));

  it("finds the same alone and with the second thread, from its first call on", async () => {
    expect(floor.length).toBeGreaterThanOrEqual(100);
    const shared = filled(new CodeRuns(makeKernel(), codeBytes));
    for (let call = 0; call < 20; call += 1) {
      expect(search(shared)).toEqual(floor);
      // The thread wakes up meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    shared.close();
  });

  it("finds the same where no thread can be started", async () => {
    const Alone = await codeRunsWith(
      class {
        constructor() {
          throw new Error("threads are forbidden");
        }
      },
    );
    const alone = filled(new Alone(makeKernel(), codeBytes));
    for (let call = 0; call < 2; call += 1) expect(search(alone)).toEqual(floor);
    alone.close();
  });

  it("finds the same where the thread takes a run and is lost", async () => {
    const kernel = makeKernel();
    let told = 0;
    const Losing = await codeRunsWith(
      class extends EventEmitter {
        postMessage({ table }: { readonly table: number }): void {
          told += 1;
          Atomics.add(kernel.ints, table / 4 + scanHead.next, 1);
        }
        unref(): void {}
        terminate(): void {}
      },
    );
    const runs = filled(new Losing(kernel, codeBytes));
    for (let call = 0; call < 3; call += 1) expect(search(runs)).toEqual(floor);
    expect(told).toBe(1);
    runs.close();
  });
});
