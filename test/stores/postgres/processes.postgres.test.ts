/** Several processes write to the same stores; some are killed. Nothing acknowledged is lost. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { ask, now } from "../store-fixture.js";
import { newStoreId, openStore, testPool } from "./postgres-fixture.js";
import { startServer } from "./server.js";

const program = fileURLToPath(new URL("writer.ts", import.meta.url));

interface Writer {
  readonly process: ChildProcess;
  /** The ids that it printed so far. */
  readonly acknowledged: string[];
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

/** Starts a writer. @param onLine is called after each acknowledged write */
function start(args: readonly string[], onLine: (writer: Writer) => void = () => undefined): Writer {
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args]);
  const acknowledged: string[] = [];
  let [errors, rest] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, errors }));
  });
  const writer = { process: child, acknowledged, ended };
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      acknowledged.push(line);
      onLine(writer);
    }
  });
  return writer;
}

const page = { limit: 10_000, include_superseded: true };

/** Asserts that a store is whole, and that the shared number is what so many writes make it. */
async function assertWhole(store: Store, writes: number): Promise<void> {
  const { items } = await store.list(page, now);
  const counted = items.filter(({ entity }) => entity === "the counter");
  const values = counted.map(({ value }) => Number(value)).sort((one, other) => one - other);
  expect(values).toEqual(Array.from({ length: writes }, (_, at) => at + 1));
  expect(counted.filter(({ superseded_by }) => superseded_by === null)).toHaveLength(1);
  const { checks } = await store.check({ repair: false });
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(await store.verifyAudit()).toMatchObject({ valid: true });
  expect(await ask(store).statistics()).toMatchObject({ said: { passages: items.length } });
}

const clean = { code: 0, errors: "" };

it("four processes that write to one store at once lose nothing", async () => {
  const storeId = newStoreId();
  const names = ["one", "two", "three", "four"];
  const writers = names.map((name) => start([inject("postgresSocket"), name, "60", storeId]));
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(names.map(() => clean));
  const store = await openStore({ storeId });
  await assertWhole(store, 240);
  const { items } = await store.list(page, now);
  expect(items.filter(({ id }) => id.startsWith("shared-"))).toHaveLength(60);
  // 240 calls raise the number, 60 of 240 save what is shared, and 240 are counted alone.
  expect(await store.usage()).toMatchObject({ requests: 540, tokens: 600, spendMicros: 900 });
}, 240_000);

it("three processes that write to twenty stores at once lose nothing", async () => {
  const storeIds = Array.from({ length: 20 }, newStoreId);
  const names = ["one", "two", "three"];
  const writers = names.map((name) => start([inject("postgresSocket"), name, "100", ...storeIds]));
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(names.map(() => clean));
  const pool = testPool();
  for (const storeId of storeIds) await assertWhole(await openStore({ pool, storeId }), 15);
}, 240_000);

it("a killed writer leaves no half write, and blocks nobody", async () => {
  const storeId = newStoreId();
  const other = start([inject("postgresSocket"), "other", "60", storeId]);
  const victims = ["first", "second"].map((name, at) =>
    start([inject("postgresSocket"), name, "100000", storeId], ({ process, acknowledged }) => {
      if (acknowledged.length === 12 + 7 * at) process.kill("SIGKILL");
    }),
  );
  const ends = await Promise.all([other, ...victims].map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual([0, null, null]);
  const store = await openStore({ storeId });
  const { items } = await store.list(page, now);
  const stored = new Set(items.map(({ id }) => id));
  const acknowledged = [other, ...victims].flatMap((writer) => writer.acknowledged);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await assertWhole(store, items.filter(({ entity }) => entity === "the counter").length);
}, 240_000);

it("a server that stops without a word keeps what it acknowledged", async () => {
  const server = startServer();
  try {
    const writers = ["one", "two"].map((name) =>
      start([server.folder, name, "100000", "store"], ({ acknowledged }) => {
        if (name === "one" && acknowledged.length === 15) server.crash();
      }),
    );
    const ends = await Promise.all(writers.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual([1, 1]);
    server.start();
    const store = await openStore({ pool: testPool({ host: server.folder }), storeId: "store" });
    const { items } = await store.list(page, now);
    const stored = new Set(items.map(({ id }) => id));
    const lost = writers.flatMap(({ acknowledged }) => acknowledged.filter((id) => !stored.has(id)));
    expect(lost).toEqual([]);
    await assertWhole(store, items.filter(({ entity }) => entity === "the counter").length);
  } finally {
    server.stop();
  }
}, 240_000);
