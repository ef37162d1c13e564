/**
 * The contract of a store on PGlite: PostgreSQL 18 in WebAssembly, with the extension pgvector. All
 * its connections share one session, in which statements cannot have names.
 */
import { createRequire } from "node:module";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { postgresStore } from "../../../src/stores/postgres/index.js";
import type { Store } from "../../../src/stores/store.js";
import { assertSameAnswers } from "../same-answers.js";
import { describeStore } from "../store.contract.js";
import { countingIds, now, testEmbedder } from "../store-fixture.js";

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
