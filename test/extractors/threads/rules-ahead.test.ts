/** Requests that threads extract before their turn. */
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BegunExtraction, ExtractRequest } from "../../../src/extractors/extractor.js";
import type { ExtractorPart } from "../../../src/extractors/rule-extractor.js";
import { extract } from "../../../src/extractors/rules/extract.js";
import { ExtractionThread } from "../../../src/extractors/threads/extraction-thread.js";
import { RulesAhead } from "../../../src/extractors/threads/rules-ahead.js";
import { ThreadPool } from "../../../src/extractors/threads/thread-pool.js";
import { temporaryFile } from "../../temporary-file.js";
import { passage, saidOfAllKinds } from "../extractor.contract.js";

const parts: ReadonlySet<ExtractorPart> = new Set(["grammar", "tagger"]);
const pools: ThreadPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.end();
  vi.restoreAllMocks();
});

function aheadOf(program?: string, workers = 2) {
  const pool = new ThreadPool(program);
  pools.push(pool);
  return { pool, ahead: new RulesAhead({ parts, workers, pool }) };
}

/** A program that fails to extract. */
const failing =
  "parentPort.on('message', ({ id }) => parentPort.postMessage({ kind: 'answer', id, extraction: null }));";

/** A program for a thread that says it is ready, and then does what the code says. */
function programOf(code: string): string {
  const path = temporaryFile("program.mjs");
  const start =
    'import { parentPort } from "node:worker_threads"; parentPort.postMessage({ kind: "ready" });';
  writeFileSync(path, `${start}\n${code}`);
  return path;
}

const request = fc
  .record({
    texts: fc.array(fc.constantFrom(...saidOfAllKinds), { minLength: 1, maxLength: 4 }),
    speakers: fc.array(fc.constantFrom("Ana", "Tom", null), { minLength: 4, maxLength: 4 }),
    previousContext: fc.constantFrom(null, "My landlady is Mrs Okafor.", "Tom has a dog called Rex."),
  })
  .map(
    ({ texts, speakers, previousContext }): ExtractRequest => ({
      passages: texts.map((text, message) => passage(text, { message, speaker: speakers[message] ?? null })),
      previousContext,
    }),
  );

const results = (begun: readonly BegunExtraction[]) => Promise.all(begun.map((one) => one.result()));
const alone = (requests: readonly ExtractRequest[]) =>
  Promise.all(requests.map((one) => extract(one, parts, {})));
const some = saidOfAllKinds.map(
  (text): ExtractRequest => ({ passages: [passage(text)], previousContext: null }),
);

describe("RulesAhead", () => {
  it("decides the same in threads as in the main thread", async () => {
    const { ahead, pool } = aheadOf();
    const sent = vi.spyOn(ExtractionThread.prototype, "send");
    // Threads have no request until they are loaded.
    const [warm] = [ahead.begin(some[0]!)];
    await vi.waitFor(() => expect(sent).toHaveBeenCalled(), 20_000);
    await warm.result();
    expect(pool.size).toBe(2);
    sent.mockClear();
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
        expect(await results(requests.map((one) => ahead.begin(one)))).toEqual(await alone(requests));
      }),
      { numRuns: 25 },
    );
    expect(sent.mock.calls.length).toBeGreaterThan(25);
  });

  it("extracts in the main thread while no thread is loaded", async () => {
    const { ahead } = aheadOf();
    const sent = vi.spyOn(ExtractionThread.prototype, "send");
    expect(await results([ahead.begin(some[0]!)])).toEqual(await alone(some.slice(0, 1)));
    expect(sent).not.toHaveBeenCalled();
  });

  it("extracts later requests while a thread has the one whose turn it is", async () => {
    const { ahead } = aheadOf(programOf("parentPort.on('message', () => {});"), 1);
    const sent = vi.spyOn(ExtractionThread.prototype, "send");
    const begun = Array.from({ length: 20 }, (_, at) => ahead.begin(some[at % some.length]!));
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(16), 20_000);
    const stop = new AbortController();
    const waiting = begun[0]!.result({ signal: stop.signal });
    // The thread never answers the first 16.
    const last = await begun[19]!.result();
    expect(last).toEqual((await alone([some[19 % some.length]!]))[0]);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  it.each([
    ["ends at once", "process.exit(1);"],
    ["fails at once", "throw new Error('no');"],
    ["ends when it has work", "parentPort.on('message', () => process.exit(1));"],
    ["fails to extract", failing],
  ])("extracts in the main thread what a thread that %s leaves", async (_, code) => {
    const { ahead } = aheadOf(programOf(code));
    expect(await results(some.map((one) => ahead.begin(one)))).toEqual(await alone(some));
  });

  it("starts no further thread after one that has ended by itself", async () => {
    const { ahead, pool } = aheadOf(programOf("process.exit(1);"));
    ahead.begin(some[0]!);
    await vi.waitFor(() => expect(pool.canStart).toBe(false), 20_000);
    await ahead.begin(some[1]!).result();
    await vi.waitFor(() => expect(pool.size).toBe(0), 20_000);
  });

  it("can start no thread without a program, as in a bundle", async () => {
    const { ahead, pool } = aheadOf("/nowhere/program.js");
    expect(pool.canStart).toBe(false);
    expect(await results(some.map((one) => ahead.begin(one)))).toEqual(await alone(some));
    expect(pool.size).toBe(0);
  });

  it("sends no request that was dropped, or whose batch has ended", async () => {
    const { ahead } = aheadOf(programOf(failing));
    const sent = vi.spyOn(ExtractionThread.prototype, "send");
    ahead.begin(some[0]!).drop();
    ahead.begin(some[1]!);
    ahead.end();
    const wanted = ahead.begin(some[2]!);
    await vi.waitFor(() => expect(sent).toHaveBeenCalled(), 20_000);
    await wanted.result();
    expect(sent.mock.calls.map(([job]) => job.request)).toEqual([some[2]]);
  });
});
