/**
 * A store of 5,000 records is re-embedded by processes that are killed, and answers questions all
 * the time.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/stores/sqlite/sqlite-store.js";
import { passageText } from "../../src/text/words.js";
import { ask } from "../stores/store-fixture.js";
import { former, latter, manyLines, openMemory, sentence, temporaryPath } from "./reembed-fixture.js";

const count = 5000;
const mover = fileURLToPath(new URL("mover.ts", import.meta.url));

/**
 * Lets a mover embed this many batches, each after `meanwhile`, and kills it while it works on the
 * last. Without a number it runs to its end.
 */
async function move(path: string, { batches = Number.POSITIVE_INFINITY, meanwhile = async () => {} }) {
  const child = spawn(process.execPath, ["--import", "tsx", mover, path]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const closed = new Promise((resolve) => child.on("close", (code, signal) => resolve(signal ?? code)));
  let embedded = 0;
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    // Progress that arrives after the kill belongs to the batch that was interrupted.
    if (line !== "batch" || embedded === batches) continue;
    embedded += 1;
    await meanwhile();
    child.stdin.write("go\n");
    // Somewhere between embedding, the transaction and its commit.
    if (embedded === batches) child.kill("SIGKILL");
  }
  return { ended: await closed, embedded, last, errors };
}

it("a store of 5,000 records is complete after two kills, and answers at every moment", async () => {
  const path = temporaryPath();
  const memory = openMemory({ path, embedder: former, busyTimeoutMs: 20_000 });
  expect(await memory.import(await manyLines(count))).toMatchObject({ records: count });
  let asked = 0;
  const ask = async (of = memory) => {
    const { speaker, town } = sentence((asked * 617) % count);
    asked += 1;
    const { semantic_memory } = await of.recall(`Where does ${speaker} live?`);
    expect(semantic_memory).toMatch(new RegExp(`${speaker}.*${town}`));
  };

  await ask();
  const first = await move(path, { batches: 12, meanwhile: ask });
  expect(first).toMatchObject({ ended: "SIGKILL", embedded: 12, errors: "" });
  await ask();
  const second = await move(path, { batches: 10, meanwhile: ask });
  expect(second).toMatchObject({ ended: "SIGKILL", embedded: 10, errors: "" });
  await ask();
  expect((await memory.audit({ operation: "REEMBED" })).items).toEqual([]);
  const third = await move(path, { meanwhile: ask });
  expect(third).toMatchObject({ ended: 0, last: `done ${count}`, errors: "" });
  // 40 batches in all, and what a kill cost: the one in hand.
  expect(first.embedded + second.embedded + third.embedded).toBeLessThanOrEqual(Math.ceil(count / 128) + 2);
  await expect(memory.recall("Where?")).rejects.toMatchObject({ code: "embedder_mismatch" });

  const moved = openMemory({ path, embedder: latter() });
  await ask(moved);
  expect((await moved.audit({ operation: "REEMBED" })).items).toHaveLength(1);
  expect(await moved.verifyAudit()).toMatchObject({ valid: true });
  const made = openMemory({ embedder: latter() });
  await made.import(await manyLines(count));
  const storageOf = async (of: typeof made) => (await of.details()).memory.storage_used;
  expect(await storageOf(moved)).toBe(await storageOf(made));
  expect(await withoutVector(path)).toEqual([]);
}, 180_000);

/** Passages whose vector does not belong to their text. */
async function withoutVector(path: string): Promise<number[]> {
  const store = openSqliteStore({ path, embedder: latter(), ids: () => "unused", clock: () => new Date() });
  onTestFinished(() => store.close());
  const scope = { now: new Date().toISOString() };
  const all = await ask(store).passages(
    Array.from({ length: count }, (_, index) => index + 1),
    scope,
  );
  expect(all).toHaveLength(count);
  const vectors = await latter().embed(all.map(passageText), { kind: "query" });
  const wrong: number[] = [];
  for (const [index, { id }] of all.entries()) {
    const [[similarity] = []] = await ask(store).similarities([vectors[index]!], [id]);
    if (!(similarity! > 0.99)) wrong.push(id);
  }
  return wrong;
}
