/** Several processes write to the same stores; some are killed. Nothing acknowledged is lost. */
import { expect, inject, it } from "vitest";
import { newStoreId, openStore, testPool } from "./postgres-fixture.js";
import { admin, role, startServer } from "./server.js";
import { faultsOf, recordsOf, startWriter } from "./writers.js";

const clean = { code: 0, errors: "" };

it("four processes that write to one store at once lose nothing", async () => {
  const storeId = newStoreId();
  const names = ["one", "two", "three", "four"];
  const writers = names.map((name) => startWriter([inject("postgresSocket"), name, "60", storeId]));
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(names.map(() => clean));
  const store = await openStore({ storeId });
  expect(await faultsOf(store)).toEqual([]);
  const records = await recordsOf(store);
  expect(records.filter(({ entity }) => entity !== null)).toHaveLength(240);
  expect(records.filter(({ id }) => id.startsWith("shared-"))).toHaveLength(60);
  expect(records.filter(({ id }) => id.includes("-added-"))).toHaveLength(240);
  // 240 calls add, 240 raise the number, 60 of 240 save what is shared, and 240 are counted alone.
  expect(await store.usage()).toMatchObject({ requests: 780, tokens: 1080, spendMicros: 1620 });
}, 240_000);

it("three processes that write to twenty stores at once lose nothing", async () => {
  const storeIds = Array.from({ length: 20 }, newStoreId);
  const names = ["one", "two", "three"];
  const writers = names.map((name) => startWriter([inject("postgresSocket"), name, "100", ...storeIds]));
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(names.map(() => clean));
  const pool = testPool();
  for (const storeId of storeIds) {
    const store = await openStore({ pool, storeId });
    expect(await faultsOf(store)).toEqual([]);
    expect((await recordsOf(store)).filter(({ entity }) => entity !== null)).toHaveLength(15);
  }
}, 240_000);

it("a killed writer leaves no half write, and blocks nobody", async () => {
  const storeId = newStoreId();
  const other = startWriter([inject("postgresSocket"), "other", "60", storeId]);
  const victims = ["first", "second"].map((name, at) =>
    startWriter([inject("postgresSocket"), name, "100000", storeId], ({ process, acknowledged }) => {
      if (acknowledged.length === 12 + 7 * at) process.kill("SIGKILL");
    }),
  );
  const ends = await Promise.all([other, ...victims].map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual([0, null, null]);
  const store = await openStore({ storeId });
  const stored = new Set((await recordsOf(store)).map(({ id }) => id));
  const acknowledged = [other, ...victims].flatMap((writer) => writer.acknowledged);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(await faultsOf(store)).toEqual([]);
}, 240_000);

it("a server that stops without a word keeps what it acknowledged", async () => {
  const server = startServer();
  try {
    const writers = ["one", "two"].map((name) =>
      startWriter([server.folder, name, "100000", "store"], ({ acknowledged }) => {
        if (name === "one" && acknowledged.length === 15) server.crash();
      }),
    );
    const ends = await Promise.all(writers.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual([1, 1]);
    server.start();
    const store = await openStore({ pool: testPool({ host: server.folder }), storeId: "store" });
    const stored = new Set((await recordsOf(store)).map(({ id }) => id));
    const lost = writers.flatMap(({ acknowledged }) => acknowledged.filter((id) => !stored.has(id)));
    expect(lost).toEqual([]);
    expect(await faultsOf(store)).toEqual([]);
  } finally {
    server.stop();
  }
}, 240_000);

it("a connection that is lost during a read fails the call, and not the process", async () => {
  const pool = testPool();
  const store = await openStore({ pool, storeId: newStoreId() });
  const owner = testPool({ user: admin, database: role, max: 1 });
  const lost = store.snapshot(async (snapshot) => {
    await snapshot.read([{ of: "statistics" }]);
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = $1 and state = 'idle in transaction' and query like '%' || $2 || '%'`,
      [role, store.id],
    );
    expect(rows).toHaveLength(1);
    return snapshot.read([{ of: "history", id: "none" }]);
  });
  await expect(lost).rejects.toMatchObject({ code: "io_failed" });
  expect(await store.read([{ of: "statistics" }])).toHaveLength(1);
});
