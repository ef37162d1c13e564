/** Copies between SQLite and PostgreSQL, either way, also by processes that are killed. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { copyStore, Memory } from "keepsake";
import { postgresStore } from "keepsake/stores/postgres";
import { expect, inject, it, onTestFinished } from "vitest";
import { GrowingConversation, linesOf } from "../../../benchmarks/growth/lines.js";
import { cli } from "../../cli/cli-fixture.js";
import { temporaryFile } from "../../temporary-file.js";
import { contentsOf, fill, prune, repeated } from "../../transfer/copy-fixture.js";
import { newStoreId, testPool } from "./postgres-fixture.js";
import { role } from "./server.js";

const clock = () => new Date("2026-04-01T12:00:00Z");
const copier = fileURLToPath(new URL("copier.ts", import.meta.url));

async function contentsAt(options: ConstructorParameters<typeof Memory>[0]): Promise<object> {
  await using memory = new Memory({ ...options, clock });
  return await contentsOf(memory);
}

async function filled(from = temporaryFile()): Promise<string> {
  await using memory = new Memory({ path: from, clock });
  await fill(memory);
  return from;
}

/** Returns what the store answers to the call that it answered before. */
async function remembered(path: string): Promise<unknown> {
  await using memory = new Memory({ path, clock });
  return await memory.remember(repeated);
}

async function importMany(path: string): Promise<void> {
  await using memory = new Memory({ path, clock });
  await memory.import(linesOf(new GrowingConversation(1).messages(600)));
}

function inPostgres(storeId = newStoreId()) {
  return { store: postgresStore({ pool: testPool(), storeId, partitions: 4 }) };
}

it("a store whose old audit rows were removed is the same in PostgreSQL, and the same again in a file", async () => {
  const [from, back] = [await filled(), temporaryFile()];
  const storeId = newStoreId();
  {
    await using memory = new Memory({ path: from, clock: () => new Date("2026-05-01T12:00:00Z") });
    await memory.remember("Mira has a red boat.");
    await prune(memory, "2026-04-15");
  }
  await copyStore({ path: from }, inPostgres(storeId));
  await copyStore(inPostgres(storeId), { path: back });
  const expected = await contentsAt({ path: from });
  expect(await contentsAt(inPostgres(storeId))).toEqual(expected);
  expect(await contentsAt({ path: back })).toEqual(expected);
  expect(expected).toMatchObject({ verdict: { valid: true, verified_from: "2026-04-15T00:00:00.000Z" } });
});

it("a store is the same in PostgreSQL, and the same again in a file", async () => {
  const [from, back] = [await filled(), temporaryFile()];
  const storeId = newStoreId();
  const there = await copyStore({ path: from }, inPostgres(storeId));
  expect(there.id).toBe(storeId);
  const here = await copyStore(inPostgres(storeId), { path: back });
  expect(here).toEqual(there);
  const expected = await contentsAt({ path: from });
  expect(await contentsAt(inPostgres(storeId))).toEqual(expected);
  expect(await contentsAt({ path: back })).toEqual(expected);
  const answered = await remembered(from);
  for (const options of [inPostgres(storeId), { path: back }]) {
    await using memory = new Memory({ ...options, clock });
    expect((await memory.check()).checks.filter(({ ok }) => !ok)).toEqual([]);
    // A repeated call is answered, and a new one continues the same trail and numbers.
    expect(await memory.remember(repeated)).toEqual(answered);
    await memory.remember({ content: "Olga lives in Trieste.", speaker: "Olga", scope: { user: "new" } });
    expect(await memory.verifyAudit()).toMatchObject({ valid: true });
    expect((await memory.check()).ok).toBe(true);
  }
});

it("a copy whose process is killed at any step is finished by the next, without loss", async () => {
  const from = await filled();
  await importMany(from);
  const storeId = newStoreId();
  const given = [from, inject("postgresSocket"), role, storeId];
  for (const step of [1, 4, 7, 9, 12]) expect(await copyUntil(step, given)).toBe("SIGKILL");
  await using unfinished = new Memory({ ...inPostgres(storeId) });
  await expect(unfinished.records()).rejects.toMatchObject({ code: "busy" });
  expect(await copyStore({ path: from }, inPostgres(storeId))).toMatchObject({ resumed: true });
  expect(await contentsAt(inPostgres(storeId))).toEqual(await contentsAt({ path: from }));
}, 120_000);

it("a copy that begins again removes what was forgotten since", async () => {
  const from = await filled();
  const storeId = newStoreId();
  const controller = new AbortController();
  const onProgress = ({ done, total }: { done: number; total?: number }) => {
    if (done >= total! / 2) controller.abort();
  };
  const call = copyStore({ path: from }, inPostgres(storeId), { signal: controller.signal, onProgress });
  await expect(call).rejects.toThrow("aborted");
  const writer = new Memory({ path: from, clock });
  await writer.forget({ entity: "Mira", reason: "asked" });
  await writer.close();
  await copyStore({ path: from }, inPostgres(storeId));
  expect(await contentsAt(inPostgres(storeId))).toEqual(await contentsAt({ path: from }));
});

it("a store with contents, and the trail of another store, are refused", async () => {
  const [from, other] = [await filled(), await filled()];
  const used = newStoreId();
  await copyStore({ path: from }, inPostgres(used));
  await expect(copyStore({ path: other }, inPostgres(used))).rejects.toMatchObject({ code: "invalid_input" });
  const begun = newStoreId();
  const controller = new AbortController();
  const onProgress = ({ done, total }: { done: number; total?: number }) => {
    if (done >= total! / 2) controller.abort();
  };
  const call = copyStore({ path: from }, inPostgres(begun), { signal: controller.signal, onProgress });
  await expect(call).rejects.toThrow("aborted");
  await expect(copyStore({ path: other }, inPostgres(begun))).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("another store's audit trail"),
  });
});

it("keepsake copy names a database by its URL, and requires a store", async () => {
  const from = await filled();
  const storeId = newStoreId();
  const database = `postgres://${role}:secret@localhost/${role}?host=${inject("postgresSocket")}`;
  const none = await cli(["copy", from, database]);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("must be named") });
  expect(none.stderr).not.toContain("secret");
  const done = await cli(["copy", from, `${database}&store=${storeId}`]);
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining(`store ${storeId}`) });
  expect(done.stdout).not.toContain("secret");
  const back = temporaryFile();
  const json = await cli(["--json", "copy", `${database}&store=${storeId}`, back]);
  expect(JSON.parse(json.stdout)).toMatchObject({ id: storeId, resumed: false });
  expect(await contentsAt({ path: back })).toEqual(await contentsAt({ path: from }));
});

/** Runs a copy in a process that kills itself at a step. @returns how it ended */
async function copyUntil(step: number, given: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, ["--import", "tsx", copier, ...given, String(step)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return new Promise((resolve) => child.on("close", (code, signal) => resolve(signal ?? code)));
}
