/**
 * The plans of a store that was just imported, for which the server has no statistics: each
 * statement reads the rows that it needs, and not the whole store.
 */
import { Memory } from "keepsake";
import { postgresStore } from "keepsake/stores/postgres";
import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { GrowingConversation, linesOf } from "../../../benchmarks/growth/lines.js";
import { tableNames } from "../../../src/stores/postgres/database/schema.js";
import type { PostgresPool, PostgresQuery } from "../../../src/stores/postgres/index.js";
import { type PlanNode, planOf } from "./explaining.js";
import { newStoreId, testPool } from "./postgres-fixture.js";

/** Passages of the store. Each is one record. */
const passages = 3000;

/** Returns the rows of tables that a plan reads, also those that it then leaves out. */
function rowsRead(node: PlanNode): number {
  const inner = (node.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0);
  if (node["Relation Name"] === undefined) return inner;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return inner + (node["Actual Rows"] + removed) * node["Actual Loops"];
}

/** A statement that was sent, and the rows that its plan reads. */
interface Explained {
  readonly text: string;
  readonly rows: number;
  readonly returned: number;
  /** The most values that it looks up. */
  readonly asked: number;
}

/** Returns a pool that explains each prepared statement after it was run, in its transaction. */
function explaining(pool: pg.Pool): { readonly pool: PostgresPool; readonly found: Explained[] } {
  const found: Explained[] = [];
  const explain = async (client: pg.PoolClient, query: PostgresQuery) => {
    const plan = await planOf(client, query, true);
    const { text, values = [] } = query;
    const asked = Math.max(0, ...values.map((value) => (Array.isArray(value) ? value.length : 0)));
    found.push({ text, rows: rowsRead(plan), returned: plan["Actual Rows"], asked });
  };
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: async (query: PostgresQuery) => {
        const result = await client.query(query);
        // A statement that writes would write again.
        if (
          query.name !== undefined &&
          /^(?:select|with)\b(?!.*(?:conclude|save_rows|save_unchanged)\()/s.test(query.text)
        )
          await explain(client, query);
        return result;
      },
      release: (error?: Error) => client.release(error),
    };
  };
  return { pool: { connect }, found };
}

/** Imports a conversation into new tables, which the server never analyses. */
async function imported(pool: pg.Pool, texts: ReturnType<GrowingConversation["messages"]>) {
  const schema = "keepsake_unanalysed";
  const store = { schema, storeId: newStoreId(), partitions: 2 };
  await using memory = new Memory({ store: postgresStore({ pool, ...store }) });
  await memory.details();
  for (const table of tableNames)
    for (const at of [0, 1])
      await pool.query(`alter table ${schema}.${table}_p${at} set (autovacuum_enabled = false)`);
  await memory.import(linesOf(texts));
  return store;
}

it("without statistics, a statement reads about as many rows as it asks for or returns", async () => {
  const plain = testPool();
  const conversation = new GrowingConversation(3);
  const texts = conversation.messages(passages);
  const store = await imported(plain, texts);
  const { pool, found } = explaining(plain);
  const memory = new Memory({ store: postgresStore({ pool, ...store }) });
  onTestFinished(() => memory.close());
  // The first recall reads all vectors, once for each process.
  await memory.recall(conversation.question(texts[0]!));
  const first = found.splice(0);
  expect(first.some(({ rows }) => rows >= passages)).toBe(true);

  for (const at of [100, 700, 1300, 1900, 2500]) await memory.recall(conversation.question(texts[at]!));
  await memory.recall({ query: "What should I do when it rains?", types: ["procedural"], limit: 5 });
  for (const message of new GrowingConversation(4).messages(5)) await memory.remember([message]);
  await memory.records({ limit: 5, order: "newest" });

  const { rows } = await plain.query(
    `select count(*)::integer as analysed from pg_class
     where relnamespace = '${store.schema}'::regnamespace and relkind = 'r' and reltuples >= 0`,
  );
  expect(rows[0].analysed).toBe(0);
  expect(new Set(found.map(({ text }) => text)).size).toBeGreaterThan(8);
  // A record that is looked up comes with its passage, source and file. The postings of a word are
  // in rows of up to 128 passages, and some 200 records are rules.
  const most = ({ asked, returned }: Explained) => 256 + 4 * (asked + returned);
  expect(found.splice(0).filter((one) => one.rows > most(one))).toEqual([]);

  await memory.forget({ ids: [(await memory.records({ limit: 1 })).items[0]!.id] });
  // An erasure looks at the index words of some 128 passages.
  expect(found.filter(({ rows }) => rows >= passages)).toEqual([]);
});
