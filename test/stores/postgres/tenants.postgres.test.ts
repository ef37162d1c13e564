/** Row-level security: a query sees one store, or none. */
import { generateKeyPairSync } from "node:crypto";
import { expect, inject, it } from "vitest";
import { auditSigner } from "../../../src/hashing/audit-checkpoint.js";
import { tableNames } from "../../../src/stores/postgres/database/schema.js";
import { postgresStore } from "../../../src/stores/postgres/index.js";
import { postgresStores } from "../../../src/stores/postgres/many-stores.js";
import { change, countingIds, monday, now, passage, record, testEmbedder } from "../store-fixture.js";
import { newStoreId, openStore, testPool } from "./postgres-fixture.js";
import { admin, role } from "./server.js";

/** Two stores with a passage each, on a pool of one connection. */
async function twoStores() {
  const pool = testPool({ max: 1 });
  const [one, two] = [newStoreId(), newStoreId()];
  for (const storeId of [one, two]) {
    const store = await openStore({ pool, storeId });
    await store.save(change([passage(`the boat of ${storeId}`, { records: [record(`r-${storeId}`)] })]));
  }
  return { pool, one, two };
}

it("a query without its store finds nothing, in any table or partition", async () => {
  const { pool } = await twoStores();
  const { rows: partitions } = await pool.query(
    "select relname::text as name from pg_class where relnamespace = 'keepsake'::regnamespace and relispartition and relkind = 'r'",
  );
  expect(partitions).toHaveLength(4 * tableNames.length);
  for (const table of [...tableNames, ...partitions.map(({ name }) => name)]) {
    const { rows } = await pool.query(`select count(*)::integer as count from keepsake.${table}`);
    expect([table, rows[0].count]).toEqual([table, 0]);
  }
  // The setting of the last transaction ended with it.
  const { rows } = await pool.query("select current_setting('keepsake.store', true) as store");
  expect(rows[0].store).toBe("");
});

it("a query with its store set finds that store only, and writes to no other", async () => {
  const { pool, one, two } = await twoStores();
  await pool.query("begin");
  await pool.query("select set_config('keepsake.store', $1, true)", [one]);
  const { rows } = await pool.query("select distinct store_id from keepsake.passages");
  expect(rows).toEqual([{ store_id: one }]);
  const changed = await pool.query("update keepsake.passages set text = 'x' where store_id = $1", [two]);
  expect(changed.rowCount).toBe(0);
  await expect(
    pool.query("insert into keepsake.names (store_id, name, passage) values ($1, 'x', 1)", [two]),
  ).rejects.toMatchObject({ code: "42501" });
  await pool.query("rollback");
});

it("the audit trail of a store can be read and added to, and not changed", async () => {
  const { pool, one } = await twoStores();
  await pool.query("begin");
  await pool.query("select set_config('keepsake.store', $1, true)", [one]);
  expect((await pool.query("update keepsake.audit set actor = 'x'")).rowCount).toBe(0);
  expect((await pool.query("delete from keepsake.audit")).rowCount).toBe(0);
  expect((await pool.query("select 1 from keepsake.audit")).rowCount).toBe(2);
  await pool.query("rollback");
});

it("every table has forced row-level security, and a primary key that begins with the store", async () => {
  const { pool } = await twoStores();
  const { rows } = await pool.query(
    `select c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as secured,
       (select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c where c.relnamespace = 'keepsake'::regnamespace and c.relkind = 'p' order by c.relname`,
  );
  expect(rows).toEqual([...tableNames].sort().map((name) => ({ name, secured: true, key: "store_id" })));
});

it("refuses a role that row-level security does not bind", async () => {
  const pool = testPool({ user: admin, database: role });
  await expect(openStore({ pool })).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringContaining(`"${admin}" is a superuser`),
  });
});

it("refuses tables of a newer version", async () => {
  const pool = testPool();
  const schema = `newer_${process.pid}`;
  await openStore({ pool, schema });
  const { rows } = await pool.query(`select count(*)::integer as steps from ${schema}.migrations`);
  const [{ steps: supported }] = rows as [{ steps: number }];
  await pool.query(`insert into ${schema}.migrations (step, name) values (99, 'later')`);
  await expect(openStore({ pool: testPool(), schema })).rejects.toMatchObject({
    code: "newer_schema",
    data: { found: supported + 1, supported },
  });
  await pool.query(`drop schema ${schema} cascade`);
});

it.each([
  [{ storeId: "" }, "storeId"],
  [{ storeId: "it's" }, "storeId"],
  [{ storeId: "a", schema: "Public; drop" }, "schema"],
  [{ storeId: "a", partitions: 1.5 }, "partitions"],
  [{ storeId: "a", busyTimeoutMs: 0 }, "busyTimeoutMs"],
])("refuses %j before any work", (options, name) => {
  const pool = { connect: () => Promise.reject(new Error("not to be called")) };
  expect(() => postgresStore({ pool, ...options })).toThrow(`Cannot make a store: ${name} must be`);
});

it("names a server that cannot be reached", async () => {
  const pool = testPool({ host: `${inject("postgresSocket")}-gone` });
  await expect(openStore({ pool })).rejects.toMatchObject({ code: "io_failed" });
});

it("reports that other writers have the store's lock for too long", async () => {
  const [storeId, pool] = [newStoreId(), testPool()];
  const store = await openStore({ pool, storeId, busyTimeoutMs: 50 });
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select set_config('keepsake.store', $1, true)", [storeId]);
  await client.query("select 1 from keepsake.stores where store_id = $1 for update", [storeId]);
  const saving = store.save(change([passage("a boat", { records: [record("r")] })]));
  await expect(saving).rejects.toMatchObject({ code: "busy", data: { timeoutMs: 50 } });
  await client.query("rollback");
  client.release();
  expect((await store.save(change([passage("a boat", { records: [record("r")] })]))).outcome).toBe("saved");
});

it("stores texts with every character, and opens a store again under its name", async () => {
  const [storeId, pool] = [newStoreId(), testPool()];
  const text = "zero \u0000, one \u0001, both \u0001\u0000, quote ' \\ { } 東京 \u{1F600}";
  const metadata = { "key \u0000": text, list: [text, 1.5, true, null] };
  const store = await openStore({ pool, storeId }, { name: "first" });
  await store.save(
    change([passage(text, { speaker: text, records: [record("r", { metadata, value: text })] })]),
  );
  const again = await postgresStore({ pool, storeId })({
    embedder: testEmbedder,
    ids: countingIds("x"),
    clock: () => new Date(now),
  });
  expect([again.id, again.name]).toEqual([storeId, "first"]);
  const { items } = await again.list(
    { limit: 9, include_superseded: true, filter: { "key \u0000": text } },
    now,
  );
  expect(items).toMatchObject([{ text, speaker: text, value: text, metadata }]);
});

it("a partition of the audit trail is as append-only as the trail", async () => {
  const { pool, one } = await twoStores();
  await pool.query("begin");
  await pool.query("select set_config('keepsake.store', $1, true)", [one]);
  const { rows } = await pool.query(
    "select tableoid::regclass::text as partition from keepsake.audit limit 1",
  );
  const { partition } = rows[0];
  expect((await pool.query(`select 1 from ${partition}`)).rowCount).toBe(2);
  expect((await pool.query(`update ${partition} set actor = 'x'`)).rowCount).toBe(0);
  expect((await pool.query(`delete from ${partition}`)).rowCount).toBe(0);
  await pool.query("rollback");
});

it("a store that was removed and created again begins empty, and continues its audit trail", async () => {
  const pool = testPool();
  const storeId = newStoreId();
  const stores = postgresStores({ pool, partitions: 4 });
  const opening = { embedder: testEmbedder, ids: countingIds("staged"), clock: () => new Date(now) };
  const open = (create: boolean) => stores.open(storeId, create)(opening);
  const said = change([passage("the boat", { records: [record("r1")] })]);
  const first = await open(true);
  await first.save(said);
  const { items } = await first.audit({ limit: 100 });
  await first.close();
  await stores.remove(storeId);
  await expect(open(false)).rejects.toMatchObject({ code: "not_found" });

  const again = await open(true);
  expect((await again.list({ limit: 10, include_superseded: true }, now)).items).toEqual([]);
  expect(await again.usage()).toMatchObject({ requests: 0, storageUsed: 0 });
  expect(await again.save(said)).toMatchObject({ outcome: "saved" });
  const { items: both } = await again.audit({ limit: 100 });
  expect(both.slice(0, items.length)).toEqual(items);
  expect(both).toHaveLength(2 * items.length);
  expect(await again.verifyAudit()).toMatchObject({ valid: true });
  expect((await again.check({ repair: false })).checks.filter(({ ok }) => !ok)).toEqual([]);
  await again.close();
});

it("says what to do where a removed store left a pruned audit trail", async () => {
  const pool = testPool();
  const storeId = newStoreId();
  const stores = postgresStores({ pool, partitions: 4 });
  const store = await openStore({ pool, storeId });
  for (const [id, at] of Object.entries({ r1: monday, r2: now }))
    await store.save(change([passage(`the boat ${id}`, { digest: id, records: [record(id)] })], { at }));
  const { privateKey } = generateKeyPairSync("ed25519");
  const signer = auditSigner(String(privateKey.export({ type: "pkcs8", format: "pem" })));
  const pruned = await store.pruneAudit({ before: now, most: 100, signer, at: now, actor: "operator" });
  expect(pruned.removed).toBe(2);
  await stores.remove(storeId);
  await expect(openStore({ pool, storeId })).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringContaining("use another id"),
  });
});
