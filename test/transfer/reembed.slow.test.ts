import { existsSync, readFileSync } from "node:fs";
import { MemoryError } from "keepsake";
import { describe, expect, it } from "vitest";
import { toInt8 } from "../../src/stores/formats/quantise.js";
import {
  filled,
  former,
  latter,
  openMemory,
  pairEmbedder,
  sentence,
  temporaryPath,
} from "./reembed-fixture.js";

const question = `Where does ${sentence(3).speaker} live?`;
const observed = /Linz/;

async function proseOf(memory: ReturnType<typeof openMemory>): Promise<string> {
  const { semantic_memory, episodic_memory } = await memory.recall(question);
  return `${semantic_memory} ${episodic_memory}`;
}

describe("reembed()", () => {
  it("answers at every moment, reports its progress, and then uses the new embedder", async () => {
    const path = temporaryPath();
    const memory = openMemory({ path, embedder: former });
    await filled(memory, 300);
    const during: string[] = [];
    const reported: unknown[] = [];
    const embedder = latter(async () => void during.push(await proseOf(memory)));
    const result = await memory.reembed(embedder, { onProgress: (progress) => reported.push(progress) });
    const { items } = await memory.records({ limit: 1000 });
    const passages = new Set(items.map(({ source_id }) => source_id)).size;
    expect(result).toEqual({ embedder: "latter@1", passages });
    expect(during).toHaveLength(Math.ceil(passages / 128));
    for (const prose of during) expect(prose).toMatch(observed);
    expect(await proseOf(memory)).toMatch(observed);
    expect(reported[0]).toEqual({ done: 0, total: passages });
    expect(reported.at(-1)).toEqual({ done: passages, total: passages });
    await memory.close();
    expect(await proseOf(openMemory({ path, embedder: latter() }))).toMatch(observed);
  });

  it("moves a store whose former embedder is gone, and answers by words until it has moved", async () => {
    const path = temporaryPath();
    const writer = openMemory({ path, embedder: former });
    await filled(writer, 200);
    await writer.close();
    const during: string[] = [];
    const memory = openMemory({
      path,
      embedder: latter(async (texts) => {
        if (texts.length === 128) {
          during.push(await proseOf(memory));
          await memory.remember({ content: "I live in Tromsø by the harbour.", speaker: "Ylva" });
        }
      }),
    });
    await expect(memory.recall(question)).rejects.toMatchObject({ code: "embedder_mismatch" });
    await expect(memory.remember("The mill is shut.")).rejects.toMatchObject({ code: "embedder_mismatch" });
    expect((await memory.records({ limit: 5 })).items).toHaveLength(5);
    const { storage_used } = (await memory.details()).memory;
    expect((await memory.reembed()).passages).toBeGreaterThanOrEqual(201);
    expect(during).toHaveLength(1);
    expect(during[0]).toMatch(observed);
    expect(await proseOf(memory)).toMatch(observed);
    expect((await memory.recall("Where does Ylva live?")).semantic_memory).toMatch(/Tromsø/);
    expect((await memory.details()).memory.storage_used).toBeGreaterThan(storage_used);
    const { forgotten } = await memory.forget({ all: true, confirm: true });
    expect(forgotten).toBeGreaterThan(200);
    expect((await memory.details()).memory.storage_used).toBe(0);
  });

  it("continues after an abort, and does not embed again what is done", async () => {
    const memory = openMemory({ path: temporaryPath(), embedder: former });
    await filled(memory, 400);
    const interrupt = new AbortController();
    let embedded = 0;
    const counting = latter((texts) => {
      embedded += texts.length;
      if (embedded > 200) interrupt.abort(new Error("enough"));
    });
    await expect(memory.reembed(counting, { signal: interrupt.signal })).rejects.toThrow("enough");
    expect(await proseOf(memory)).toMatch(observed);
    const steps: number[] = [];
    const { passages } = await memory.reembed(counting, { onProgress: ({ done }) => steps.push(done) });
    expect(steps[0]).toBe(128);
    // The batch in hand at the abort is embedded twice; beside it nothing.
    expect(embedded).toBeLessThanOrEqual(passages + 128);
  });

  it("keeps what is done if the embedder fails, and says so", async () => {
    const memory = openMemory({ path: temporaryPath(), embedder: former });
    await filled(memory, 300);
    let batches = 0;
    const failing = latter(() => {
      batches += 1;
      if (batches === 2) throw new MemoryError("embedder_failed", "Cannot embed: out of memory", {});
    });
    await expect(memory.reembed(failing)).rejects.toMatchObject({ code: "embedder_failed" });
    expect(await proseOf(memory)).toMatch(observed);
    const steps: number[] = [];
    await memory.reembed(latter(), { onProgress: ({ done }) => steps.push(done) });
    expect(steps[0]).toBe(128);
  });

  it.each([
    ["too short", (count: number) => Array.from({ length: count }, () => new Float32Array(5).fill(1))],
    ["too few", (count: number) => Array.from({ length: count - 1 }, () => new Float32Array(128).fill(1))],
    [
      "no numbers",
      (count: number) => Array.from({ length: count }, () => new Float32Array(128).fill(Number.NaN)),
    ],
  ])("refuses vectors that are %s, and changes nothing", async (_, vectors) => {
    const memory = openMemory({ path: temporaryPath(), embedder: former });
    await filled(memory, 10);
    const before = await memory.details();
    const embedder = {
      ...latter(),
      embed: async (texts: readonly string[]) => (texts.length === 0 ? [] : vectors(texts.length)),
    };
    await expect(memory.reembed(embedder)).rejects.toMatchObject({
      code: "embedder_failed",
      message: expect.stringMatching(/latter@1.*128/),
    });
    expect(await memory.details()).toEqual(before);
    expect(await proseOf(memory)).toMatch(observed);
    expect((await memory.audit({ operation: "REEMBED" })).items).toEqual([]);
  });

  it("refuses an invalid embedder before any work", async () => {
    const memory = openMemory({});
    await expect(memory.reembed({} as never)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("includes what this process and another remember and forget meanwhile", async () => {
    const path = temporaryPath();
    const memory = openMemory({ path, embedder: former });
    const other = openMemory({ path, embedder: former });
    await filled(memory, 300);
    const gone = [sentence(2), sentence(290)];
    let batches = 0;
    const embedder = latter(async () => {
      batches += 1;
      if (batches === 1) await other.remember({ content: "I live in Oulu by the locks.", speaker: "Oskari" });
      if (batches !== 2) return;
      await memory.remember({ content: "I live in Tartu by the bridge.", speaker: "Triin" });
      for (const { speaker } of gone)
        expect(await other.forget({ entity: speaker })).toMatchObject({ verified: true });
    });
    await memory.reembed(embedder);
    expect((await memory.recall("Where does Oskari live?")).semantic_memory).toMatch(/Oulu/);
    expect((await memory.recall("Where does Triin live?")).semantic_memory).toMatch(/Tartu/);
    for (const { speaker } of gone) expect((await memory.records({ entity: speaker })).items).toEqual([]);
    await expect(other.recall(question)).rejects.toMatchObject({
      code: "embedder_mismatch",
      data: { stored: "latter@1", given: "former@1" },
    });
    await expect(other.remember("The mill burnt down.")).rejects.toMatchObject({ code: "embedder_mismatch" });
    expect((await other.forget({ entity: sentence(5).speaker })).forgotten).toBeGreaterThan(0);
    await other.close();
    const left = await memory.forget({ all: true, confirm: true });
    expect(left.verified).toBe(true);
    expect((await memory.details()).memory.storage_used).toBe(0);
    expect(await memory.verifyAudit()).toMatchObject({ valid: true });
  });

  it("leaves no byte of a new vector of what was forgotten before the switch", async () => {
    const path = temporaryPath();
    const memory = openMemory({ path, embedder: former });
    await filled(memory, 200);
    let secret: Buffer | undefined;
    let batches = 0;
    const embedder = latter(async (texts) => {
      batches += 1;
      if (batches === 1) {
        const [vector] = await latter().embed([texts[40]!], { kind: "passage" });
        secret = Buffer.from(toInt8(vector!)!);
      } else if (batches === 2) {
        const bytes = () =>
          ["", "-wal"]
            .map((end) => path + end)
            .filter(existsSync)
            .map((file) => readFileSync(file));
        expect(bytes().some((content) => content.includes(secret!))).toBe(true);
        const { items } = await memory.records({ limit: 1000 });
        const ids = items
          .filter(({ speaker }) => texts.length > 0 && speaker === sentence(40).speaker)
          .map(({ id }) => id);
        expect(await memory.forget({ ids })).toMatchObject({ verified: true });
        expect(bytes().some((content) => content.includes(secret!))).toBe(false);
      }
    });
    await memory.reembed(embedder);
    expect(batches).toBe(2);
  });

  it("completes a call that started with the former embedder with the new one", async () => {
    const memory = openMemory({
      path: temporaryPath(),
      embedder: pairEmbedder("former@1", 96, async (texts) => {
        if (!texts.some((text) => text.includes("slow"))) return;
        await memory.reembed(latter());
      }),
    });
    await filled(memory, 20);
    const { stored } = await memory.remember({ content: "My slow boat is called Mara.", speaker: "Ana" });
    expect(stored).toBe(true);
    expect((await memory.recall("What is Ana's boat called?")).tokens).toBeGreaterThan(0);
    expect((await memory.audit({ operation: "REEMBED" })).items).toHaveLength(1);
    const { items } = await memory.audit({ operation: "REMEMBER" });
    expect(items).toHaveLength(21);
  });

  it("continues an import batch that was in progress", async () => {
    const from = openMemory({});
    await filled(from, 10);
    const lines: string[] = [];
    for await (const line of from.export()) lines.push(line);
    let moved = false;
    const memory = openMemory({
      embedder: pairEmbedder("former@1", 96, async () => {
        if (moved) return;
        moved = true;
        await memory.reembed(latter());
      }),
    });
    expect((await memory.import(lines)).skipped).toBe(0);
    expect(await proseOf(memory)).toMatch(observed);
  });

  it("changes nothing if the store already uses that embedder, and drops a move to another", async () => {
    const memory = openMemory({ path: temporaryPath(), embedder: former });
    await filled(memory, 150);
    const interrupt = new AbortController();
    await expect(
      memory.reembed(latter(), {
        signal: interrupt.signal,
        onProgress: ({ done }) => done > 0 && interrupt.abort(),
      }),
    ).rejects.toThrow();
    expect(await memory.reembed()).toEqual({ embedder: "former@1", passages: 0 });
    const steps: number[] = [];
    await memory.reembed(latter(), { onProgress: ({ done }) => steps.push(done) });
    expect(steps[0]).toBe(0);
  });

  it("refuses vectors that would exceed the plan's storage before any work", async () => {
    const path = temporaryPath();
    const writer = openMemory({ path, embedder: former });
    await filled(writer, 20);
    const { storage_used } = (await writer.details()).memory;
    const plan = { name: "tight", storage_gb: (storage_used + 100) / 1e9, token_rate: 0 };
    const asked: number[] = [];
    const memory = openMemory({ path, embedder: former, plan });
    await expect(memory.reembed(latter((texts) => void asked.push(texts.length)))).rejects.toMatchObject({
      code: "storage_limit_reached",
    });
    expect(asked).toEqual([]);
  });
});
