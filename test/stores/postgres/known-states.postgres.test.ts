/** What a call has just looked up is not looked up again, unless the store has changed. */
import type pg from "pg";
import { expect, it } from "vitest";
import { Memory } from "../../../src/index.js";
import { type PostgresPool, type PostgresQuery, postgresStore } from "../../../src/stores/postgres/index.js";
import type { Change, Store } from "../../../src/stores/store.js";
import { ask, change, fact, now, passage, record, scope, unlimited } from "../store-fixture.js";
import { newStoreId, openStore, testPool } from "./postgres-fixture.js";

/** Returns a pool, and the statements that were sent over it. */
function watched(pool: pg.Pool): { readonly pool: PostgresPool; readonly sent: string[] } {
  const sent: string[] = [];
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (query: PostgresQuery) => {
        sent.push(query.text);
        return client.query(query);
      },
      release: (error?: Error) => client.release(error),
    };
  };
  return { pool: { connect }, sent };
}

const home = { entity: "Mira", property: "home" };

/** Decides what to save as `remember` does: a fact that replaces what is known. */
async function decided(store: Store, id: string, value: string): Promise<Change> {
  const known = await store.known({ facts: [home], digests: [id], now });
  const recordIds = known.facts.map((one) => one.id);
  const said = passage(`Mira lives in ${value}`, {
    digest: id,
    records: [fact(id, ["Mira", "home", value])],
  });
  const closings = recordIds.map((recordId) => ({ recordId, validTo: now, supersededBy: id }));
  const expects = { facts: [{ ...home, recordIds }], absentDigests: [id] };
  const source = { id: `source of ${id}`, createdAt: now };
  return change([said], { at: now, source, closings, expects });
}

it("a save that follows what it relies on sends no query for it", async () => {
  const { pool, sent } = watched(testPool());
  const store = await openStore({ pool });
  await store.save(await decided(store, "r1", "Graz"));
  const next = await decided(store, "r2", "Linz");
  sent.length = 0;
  expect(await store.save(next)).toMatchObject({ outcome: "saved" });
  expect(sent.filter((text) => text.includes("from answers where"))).toEqual([]);
  expect((await store.known({ facts: [home], now })).facts.map(({ id }) => id)).toEqual(["r2"]);
});

it("a save conflicts with what another process saved after the look-up", async () => {
  const storeId = newStoreId();
  const [store, other] = [await openStore({ storeId }), await openStore({ storeId })];
  await store.save(await decided(store, "r1", "Graz"));
  const mine = await decided(store, "r2", "Linz");
  expect(await other.save(await decided(other, "r3", "Wels"))).toMatchObject({ outcome: "saved" });
  expect(await store.save(mine)).toEqual({ outcome: "conflict" });
  expect(await store.save(await decided(store, "r2", "Linz"))).toMatchObject({ outcome: "saved" });
});

it("a save conflicts with a decision that the look-up does not support", async () => {
  const store = await openStore();
  await store.save(await decided(store, "r1", "Graz"));
  const wrong = await decided(store, "r2", "Linz");
  const blind = { ...wrong, expects: { facts: [{ ...home, recordIds: [] }], absentDigests: [] } };
  expect(await store.save(blind)).toEqual({ outcome: "conflict" });
  const repeated = await decided(store, "r1", "Graz");
  expect(await store.save({ ...repeated, closings: [] })).toEqual({ outcome: "conflict" });
});

it("a look-up of one part of the store says nothing about another", async () => {
  const store = await openStore();
  const ana = store.within({ scope: { user: "ana" } });
  await ana.save(await decided(ana, "r1", "Graz"));
  const ofStore = await decided(store, "r2", "Linz");
  expect(ofStore.closings).toEqual([]);
  expect(await ana.save(ofStore)).toEqual({ outcome: "conflict" });
  expect(await store.save(ofStore)).toMatchObject({ outcome: "saved" });
});

it("remember() looks up in two transactions what it relies on, and saves in one statement", async () => {
  const { pool, sent } = watched(testPool());
  const memory = new Memory({ store: postgresStore({ pool, storeId: newStoreId(), partitions: 4 }) });
  await memory.remember("Ana lives in Graz.");
  sent.length = 0;
  await memory.remember("Ana works at Siemens.");
  const ends = sent.filter((text) => /^(?:begin|commit|select keepsake)/.test(text));
  expect(ends.map((text) => /^[a-z_ .]+/.exec(text)![0])).toEqual([
    "begin isolation level repeatable read read only",
    "begin isolation level repeatable read read only",
    "commit",
    "select keepsake.save_unchanged",
  ]);
  expect(sent.length).toBeLessThanOrEqual(6);
  await memory.close();
});

/** New facts, which replace nothing. */
async function added(store: Store, id: string): Promise<Change> {
  const { closings: _, ...decision } = await decided(store, id, id);
  return { ...decision, closings: [] };
}

/** Fails if a check of the store or of its audit trail finds anything. */
async function expectSound(store: Store): Promise<void> {
  expect(await store.verifyAudit()).toMatchObject({ valid: true });
  const { checks } = await store.check({ repair: false });
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
}

it("a save in one statement leaves the store as a save under its lock does", async () => {
  const storeIds = [newStoreId(), newStoreId()] as const;
  const [atOnce, locked] = [
    await openStore({ storeId: storeIds[0] }),
    await openStore({ storeId: storeIds[1] }),
  ];
  // Another process has not looked up what the change relies on.
  const unseen = await openStore({ storeId: storeIds[1] });
  for (const id of ["r1", "r2"]) {
    const saved = await atOnce.save(await added(atOnce, id));
    expect(saved).toMatchObject({ outcome: "saved" });
    expect(await unseen.save(await added(locked, id))).toEqual(saved);
  }
  await expectSound(atOnce);
  await expectSound(locked);
  expect(await atOnce.status(now)).toEqual(await locked.status(now));
  expect(await ask(atOnce).passages([1, 2], scope)).toEqual(await ask(locked).passages([1, 2], scope));
  expect(await ask(atOnce).matching(["graz", "r2"], { limit: 5, scope })).toEqual(
    await ask(locked).matching(["graz", "r2"], { limit: 5, scope }),
  );
});

it("a save is not done in one statement after another process has written", async () => {
  const { pool, sent } = watched(testPool());
  const storeId = newStoreId();
  const [store, other] = [await openStore({ storeId, pool }), await openStore({ storeId })];
  await store.save(await added(store, "r1"));
  const mine = await added(store, "r2");
  // Another process saves something that the change does not rely on.
  await other.save(change([passage("a boat", { records: [record("boat")] })]));
  sent.length = 0;
  expect(await store.save(mine)).toMatchObject({ outcome: "saved" });
  expect(sent.filter((text) => text.includes("save_unchanged"))).toHaveLength(1);
  expect(sent.filter((text) => text.includes("locked_row"))).toHaveLength(1);
  await expectSound(store);
});

it("a save that the limits refuse is not done in one statement", async () => {
  const store = await openStore();
  const limits = { ...unlimited, storageBytes: 1 };
  const outcome = await store.save({ ...(await added(store, "r1")), limits });
  expect(outcome).toMatchObject({ outcome: "refused", limit: "storage" });
  expect(await store.status(now)).toMatchObject({ usage: { storageUsed: 0 } });
});

it("recall() sends five statements at most if what they read is cached", async () => {
  const { pool, sent } = watched(testPool());
  const memory = new Memory({ store: postgresStore({ pool, storeId: newStoreId(), partitions: 4 }) });
  await memory.remember("Ana lives in Graz.");
  await memory.recall("Where does Ana live?");
  sent.length = 0;
  await memory.recall("Where does Ana live?");
  await memory.close();
  expect(sent.length).toBeLessThanOrEqual(5);
  expect(sent[0]).toMatch(/^begin isolation level repeatable read read only/);
  expect(sent.at(-1)).toMatch(/^commit; begin isolation level read committed; .*count_use/s);
});
