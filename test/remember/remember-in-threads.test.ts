/** A long `rememberMany` whose inputs are extracted ahead in threads. */
import { Memory, type RememberInput, ruleExtractor } from "keepsake";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ExtractionThread } from "../../src/extractors/threads/extraction-thread.js";
import { sharedPool } from "../../src/extractors/threads/rules-ahead.js";
import { passage, saidOfAllKinds } from "../extractors/extractor.contract.js";

/** Inputs of every kind, of two scopes, in an order that differs in each round. */
function inputs(count: number): RememberInput[] {
  return Array.from({ length: count }, (_, at): RememberInput => {
    const text = saidOfAllKinds[(at * 7 + Math.floor(at / saidOfAllKinds.length)) % saidOfAllKinds.length]!;
    if (at % 11 === 3) return text;
    if (at % 13 === 5)
      return [
        { role: "user", name: "Tom", content: `Where do you live, ${at}?` },
        { role: "user", name: "Ana", content: text },
      ];
    return {
      content: text,
      speaker: at % 3 === 0 ? "Ana" : "Tom",
      ...(at % 5 === 0 ? { previous_context: "My landlady is Mrs Okafor. Tom has a dog called Rex." } : {}),
      ...(at % 4 === 1 ? { occurred_at: `2026-0${1 + (at % 9)}-12T09:00:00Z` } : {}),
      ...(at % 50 < 10 ? { scope: { user: "u1" } } : {}),
      ...(at % 37 === 0 ? { idempotency_key: `k${at % 74}` } : {}),
      ...(at % 41 === 0 ? { dry_run: true } : {}),
      ...(at % 23 === 0 ? { metadata: { round: at } } : {}),
    };
  });
}

/** As many inputs as make the bundled extractor use threads, and more. */
const many = inputs(560);

function memoryWith(workers: number): Memory {
  let id = 0;
  return new Memory({
    extractor: ruleExtractor({ workers }),
    clock: () => new Date("2026-05-05T10:00:00.000Z"),
    ids: () => `018f0000-0000-7000-8000-${String(++id).padStart(12, "0")}`,
  });
}

async function linesOf(memory: Memory): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines;
}

/** Starts the threads: without it, the main thread might extract all before they are loaded. */
beforeAll(async () => {
  const sent = vi.spyOn(ExtractionThread.prototype, "send");
  const ahead = await ruleExtractor({ workers: 2 }).ahead?.(10_000);
  const begun = ahead?.begin({ passages: [passage("Hello, I am Ana.")], previousContext: null });
  await vi.waitFor(() => expect(sent).toHaveBeenCalled(), 30_000);
  await begun?.result();
  sent.mockRestore();
});
afterAll(() => sharedPool().end());

describe("rememberMany() with threads", () => {
  it("returns and saves what it returns and saves with one thread, byte for byte", async () => {
    const sent = vi.spyOn(ExtractionThread.prototype, "send");
    await using threads = memoryWith(2);
    const payloads = await threads.rememberMany(many);
    expect(sent.mock.calls.length).toBeGreaterThan(50);
    sent.mockClear();
    await using alone = memoryWith(0);
    const expected = await alone.rememberMany(many);
    expect(sent).not.toHaveBeenCalled();
    expect(payloads.map((payload) => JSON.stringify(payload))).toEqual(
      expected.map((payload) => JSON.stringify(payload)),
    );
    expect(await linesOf(threads)).toEqual(await linesOf(alone));
    expect(await threads.audit({ limit: 1000 })).toEqual(await alone.audit({ limit: 1000 }));
  });

  it("reads a bounded number of inputs ahead", async () => {
    await using memory = memoryWith(2);
    let read = 0;
    let most = 0;
    let done = 0;
    function* counted(): Generator<RememberInput> {
      for (const input of many) {
        read += 1;
        most = Math.max(most, read - done);
        yield input;
      }
    }
    for await (const _ of memory.rememberMany(counted())) done += 1;
    expect(done).toBe(many.length);
    expect(most).toBeLessThanOrEqual(513);
  });

  it("stops when it is aborted, and saves nothing more", async () => {
    const abort = new AbortController();
    await using memory = memoryWith(2);
    let done = 0;
    const batch = memory.rememberMany(many, {
      signal: abort.signal,
      onProgress: ({ done: now, total }) => {
        expect(total).toBe(many.length);
        done = now;
        if (now === 70) abort.abort(new Error("enough"));
      },
    });
    await expect(batch).rejects.toThrow("enough");
    const { saved } = { saved: (await memory.audit({ limit: 1000 })).items.length };
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await memory.audit({ limit: 1000 })).items.length).toBe(saved);
    expect(done).toBeLessThan(many.length);
  });

  it("saves the inputs before an invalid one", async () => {
    await using memory = memoryWith(2);
    const broken = [...many.slice(0, 530), { content: "x", speaker: 7 as unknown as string }];
    let done = 0;
    const reading = (async () => {
      for await (const _ of memory.rememberMany(broken)) done += 1;
    })();
    await expect(reading).rejects.toMatchObject({ code: "invalid_input" });
    expect(done).toBe(530);
  });
});

it("ruleExtractor() uses no threads for few passages, with workers: 0, and refuses other numbers", async () => {
  expect(await ruleExtractor({ workers: 1 }).ahead?.(511)).toBeUndefined();
  expect(await ruleExtractor({ workers: 0 }).ahead?.(10_000)).toBeUndefined();
  for (const workers of [-1, 1.5, 65, Number.NaN])
    expect(() => ruleExtractor({ workers })).toThrow(/workers must be a whole number from 0 to 64/);
});
