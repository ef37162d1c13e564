/**
 * The contract of a store on PGlite: PostgreSQL 18 in WebAssembly, with the extension pgvector. All
 * its connections share one session, in which statements cannot have names.
 */
import { createRequire } from "node:module";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import {
  indexVectors,
  type PostgresPool,
  type PostgresQuery,
  postgresStore,
} from "../../../src/stores/postgres/index.js";
import type { Criteria, Store } from "../../../src/stores/store.js";
import { openCaching } from "../postgres/caching-store.js";
import { assertSameAnswers } from "../same-answers.js";
import { describeStore } from "../store.contract.js";
import {
  ask,
  change,
  countingIds,
  erasure,
  now,
  passage,
  record,
  scope,
  testEmbedder,
  vectorOf,
} from "../store-fixture.js";

/** What is used of PGlite, whose packages only this lane installs. */
interface Database {
  exec(text: string): Promise<unknown>;
  query(text: string): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  close(): Promise<void>;
}

interface Server {
  start(): Promise<void>;
  stop(): Promise<void>;
  getServerConn(): string;
}

const installed = createRequire(new URL("./installed/package.json", import.meta.url));
const { PGlite } = installed("@electric-sql/pglite") as {
  readonly PGlite: { create(options: object): Promise<Database> };
};
const { vector } = installed("@electric-sql/pglite-pgvector") as { readonly vector: object };
const { PGLiteSocketServer } = installed("@electric-sql/pglite-socket") as {
  readonly PGLiteSocketServer: new (options: object) => Server;
};

let database: Database;
let server: Server;
let pool: pg.Pool;

beforeAll(async () => {
  database = await PGlite.create({ extensions: { vector } });
  await database.exec(
    `create extension vector; create role keepsake_app; grant create on database postgres to keepsake_app;
     set role keepsake_app`,
  );
  server = new PGLiteSocketServer({ db: database, port: 0 });
  await server.start();
  const [host, port] = server.getServerConn().split(":");
  pool = new pg.Pool({ host: host!, port: Number(port), user: "postgres", database: "postgres", max: 1 });
}, 300_000);

afterAll(async () => {
  await pool.end();
  await server.stop();
  await database.close();
});

let stores = 0;

async function openStore(
  opening: Partial<Parameters<ReturnType<typeof postgresStore>>[0]> = {},
): Promise<Store> {
  stores += 1;
  const open = postgresStore({ pool, storeId: `store-${stores}`, partitions: 2, preparedStatements: false });
  const store = await open({
    embedder: testEmbedder,
    ids: countingIds("staged"),
    clock: () => new Date(now),
    ...opening,
  });
  onTestFinished(() => store.close());
  return store;
}

it("runs on PostgreSQL with pgvector, as a role that row-level security binds", async () => {
  const { rows } = await database.query(
    `select current_user::text as role, (select extname::text from pg_extension where extname = 'vector') as extension,
       current_setting('server_version_num')::integer >= 140000 as supported`,
  );
  expect(rows).toEqual([{ role: "keepsake_app", extension: "vector", supported: true }]);
});

describeStore("a store in PGlite", () => openStore());

it("answers as the reference store does, whatever was done to them", async () => {
  await assertSameAnswers((options) => openStore(options), 5);
}, 600_000);

it("a large store finds by pgvector's index what the scan of all codes finds, also after forgetting", async () => {
  const store = await openStore();
  const texts = Array.from({ length: 300 }, (_, at) => `boat ${(at * 7919).toString(36)} of ${at}`);
  await store.save(
    change(texts.map((text, at) => passage(text, { digest: `d${at}`, records: [record(`r${at}`)] }))),
  );
  await indexVectors({ pool, storeId: store.id });
  const sent: string[] = [];
  const watched: PostgresPool = {
    connect: async () => {
      const client = await pool.connect();
      const query = (asked: PostgresQuery) => {
        sent.push(asked.text);
        return client.query(asked);
      };
      return { query, release: (error) => client.release(error) };
    },
  };
  const large = openCaching({ pool: watched, storeId: store.id, maxPassages: 0, prepared: false });
  const nearest = (of: Store) => ask(of).nearest(vectorOf("boat 17 of 17"), { limit: 20, scope });
  expect(await nearest(large)).toEqual(await nearest(store));
  expect(sent.filter((text) => text.includes("<~>"))).toHaveLength(1);
  const [{ passage: best } = { passage: 0 }] = await nearest(large);
  await store.erase([`r${best - 1}`], erasure());
  expect((await nearest(large)).map((one) => one.passage)).not.toContain(best);
  expect(await nearest(large)).toEqual(await nearest(store));
  await store.save(change([passage("boat 17 of 17", { digest: "new", records: [record("new")] })]));
  expect((await nearest(large))[0]).toMatchObject({ passage: 301 });
  const { rows } = await database.query(
    "select indexdef from pg_indexes where schemaname = 'keepsake' and indexdef like '%hnsw%'",
  );
  expect(rows).toHaveLength(1);
}, 300_000);

it("narrow criteria, and more results than the index finds, are answered by the scan", async () => {
  const store = await openStore();
  const facts = [passage("a boat", { records: [record("a", { metadata: { kind: "boat" } })] })];
  await store.save(change([...facts, passage("a harbour", { digest: "d", records: [record("b")] })]));
  await indexVectors({ pool, storeId: store.id });
  const large = openCaching({ pool, storeId: store.id, maxPassages: 0, prepared: false });
  const near = (criteria: Criteria, limit: number) =>
    ask(large).nearest(vectorOf("a harbour"), { limit, scope: criteria });
  expect(await near({ ...scope, filter: { kind: "boat" } }, 1)).toMatchObject([{ passage: 1 }]);
  expect(await near(scope, 5)).toHaveLength(2);
});
