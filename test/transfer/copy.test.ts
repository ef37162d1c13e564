/** `copyStore`: the copy is the store, whatever interrupts it. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { copyStore, Memory, type MemoryError } from "keepsake";
import { describe, expect, it } from "vitest";
import { GrowingConversation, linesOf } from "../../benchmarks/growth/lines.js";
import { contentsOf, fill, prune } from "./copy-fixture.js";
import { temporaryPath } from "./reembed-fixture.js";

const clock = () => new Date("2026-04-01T12:00:00Z");

async function filled(path = temporaryPath()): Promise<string> {
  await using memory = new Memory({ path, clock });
  await fill(memory);
  return path;
}

async function contentsAt(options: ConstructorParameters<typeof Memory>[0]): Promise<object> {
  await using memory = new Memory({ ...options, clock });
  return await contentsOf(memory);
}

async function failure(call: Promise<unknown>): Promise<MemoryError> {
  return call.then(
    () => expect.fail("it did not fail"),
    (error: MemoryError) => error,
  );
}

/** The bytes of a store's file and of its log. */
function filesOf(path: string): string {
  const files = [path, `${path}-wal`].filter(existsSync);
  return files.map((file) => readFileSync(file).toString("latin1")).join();
}

describe("copyStore()", () => {
  it("makes a store with the same records, vectors, usage and audit trail, under another key", async () => {
    const [from, to] = [await filled(), temporaryPath()];
    const encryption = { key: new Uint8Array(randomBytes(32)) };
    const steps: number[] = [];
    const result = await copyStore(
      { path: from },
      { path: to, encryption },
      { onProgress: ({ done, total }) => steps.push(done / total!) },
    );
    expect(result).toMatchObject({ name: "memory", resumed: false });
    expect(result.records).toBeGreaterThan(8);
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    const copied = await contentsAt({ path: to, encryption });
    expect(copied).toEqual(await contentsAt({ path: from }));
    await using memory = new Memory({ path: to, encryption, clock });
    expect((await memory.check()).ok).toBe(true);
    expect((await memory.details()).memory.id).toBe(result.id);
  });

  it("keeps the checkpoint of audit rows that were removed, and continues the chain", async () => {
    const [from, to] = [await filled(), temporaryPath()];
    {
      await using memory = new Memory({ path: from, clock: () => new Date("2026-05-01T12:00:00Z") });
      await memory.remember("Mira has a red boat.");
      await prune(memory, "2026-04-15");
    }
    await copyStore({ path: from }, { path: to });
    expect(await contentsAt({ path: to })).toEqual(await contentsAt({ path: from }));
    await using memory = new Memory({ path: to, clock: () => new Date("2026-05-02T12:00:00Z") });
    await memory.remember("Mira has a green boat.");
    expect(await memory.verifyAudit()).toMatchObject({
      valid: true,
      verified_from: "2026-04-15T00:00:00.000Z",
    });
  });

  it("goes on after each interruption, and no verb opens the copy before its end", async () => {
    const [from, to] = [await filled(), temporaryPath()];
    const many = new Memory({ path: from, clock });
    await many.import(linesOf(new GrowingConversation(1).messages(400)));
    await many.close();
    const steps: number[] = [];
    await copyStore(
      { path: from },
      { path: temporaryPath() },
      { onProgress: ({ done }) => steps.push(done) },
    );
    expect(steps.length).toBeGreaterThan(14);
    for (const stop of [0, 3, 7, 10, 13]) {
      const controller = new AbortController();
      let step = 0;
      const onProgress = () => {
        if (step++ === stop) controller.abort();
      };
      const call = copyStore({ path: from }, { path: to }, { signal: controller.signal, onProgress });
      expect((await failure(call)).name).toBe("AbortError");
      await using memory = new Memory({ path: to });
      expect(await failure(memory.records())).toMatchObject({ code: "busy" });
    }
    expect(await copyStore({ path: from }, { path: to })).toMatchObject({ resumed: true });
    expect(await contentsAt({ path: to })).toEqual(await contentsAt({ path: from }));
  });

  it("refuses to finish if the store changed meanwhile, and begins again without what was forgotten", async () => {
    const [from, to] = [await filled(), temporaryPath()];
    const controller = new AbortController();
    const onProgress = ({ done, total }: { done: number; total?: number }) => {
      if (done >= total! / 2) controller.abort();
    };
    const call = copyStore({ path: from }, { path: to }, { signal: controller.signal, onProgress });
    expect((await failure(call)).name).toBe("AbortError");
    expect(filesOf(to)).toContain("harbour");
    const writer = new Memory({ path: from, clock });
    await writer.forget({ entity: "Mira", reason: "asked" });
    await writer.remember({ content: "Olga lives in Trieste.", speaker: "Olga" });
    await writer.close();
    expect(await copyStore({ path: from }, { path: to })).toMatchObject({ resumed: false });
    expect(await contentsAt({ path: to })).toEqual(await contentsAt({ path: from }));
    expect(filesOf(to)).not.toContain("harbour");
    expect(filesOf(to)).toContain("Trieste");
  });

  it("fails if another process writes while it copies", async () => {
    const [from, to] = [await filled(), temporaryPath()];
    const writer = new Database(from);
    const onProgress = () => void writer.exec("update totals set requests = requests + 1");
    const error = await failure(copyStore({ path: from }, { path: to }, { onProgress }));
    writer.close();
    expect(error).toMatchObject({ code: "busy" });
    expect(error.message).toContain("must not change");
  });

  it("refuses a destination with contents, a missing store, and a store in memory, before any work", async () => {
    const from = await filled();
    const other = temporaryPath();
    await using memory = new Memory({ path: other });
    await memory.remember("Ana lives in Lisbon.");
    expect(await failure(copyStore({ path: from }, { path: other }))).toMatchObject({
      code: "invalid_input",
    });
    const missing = temporaryPath();
    expect(await failure(copyStore({ path: missing }, { path: temporaryPath() }))).toMatchObject({
      code: "not_found",
    });
    expect(existsSync(missing)).toBe(false);
  });
});
