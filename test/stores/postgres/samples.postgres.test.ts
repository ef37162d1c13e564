/** What the server copies to its statistics, which an erasure does not reach. */
import type pg from "pg";
import { expect, it } from "vitest";
import { migrate } from "../../../src/stores/postgres/database/migrations.js";
import { tableNames } from "../../../src/stores/postgres/database/schema.js";
import { change, fact, passage, record } from "../store-fixture.js";
import { adminPool, openStore, testPool } from "./postgres-fixture.js";

/** Returns the sampled columns of a schema, each with what was sampled as text. */
async function samplesOf(schema: string): Promise<{ readonly column: string; readonly values: string }[]> {
  const { rows } = await adminPool().query(
    `select tablename || '.' || attname as column,
       coalesce(most_common_vals::text, '') || coalesce(histogram_bounds::text, '')
         || coalesce(most_common_elems::text, '') as values
     from pg_stats where schemaname = $1`,
    [schema],
  );
  return rows;
}

/** Analyses the tables of a schema. A test that runs meanwhile needs others without statistics. */
async function analyse(pool: pg.Pool, schema: string): Promise<void> {
  await pool.query(`analyze ${tableNames.map((table) => `${schema}.${table}`).join(", ")}`);
}

/** Saves the same words twice: a value that occurs once may not be sampled. */
async function fill(pool: pg.Pool, schema: string): Promise<void> {
  const store = await openStore({ pool, schema, partitions: 2 });
  for (const part of [store, store.within({ scope: { user: "secretperson" } })])
    for (const at of [1, 2]) {
      const id = `${part === store ? "plain" : "scoped"} ${at}`;
      const records = [fact(`fact ${id}`, ["secretperson", "secrethome", "secretvalue"])];
      const rule = record(`rule ${id}`, { type: "procedural", trigger: "secrettrigger" });
      const said = { speaker: "secretperson", records: [...records, rule] };
      await part.save(change([passage(`secretword is known ${id}`, said)]));
    }
}

/** Columns that say nothing: ids and numbers that the store gives, kinds of rows, counts. */
const plain = ["store_id", "id", "uuid", "passage", "passages", "source", "scope", "file", "chunk"].concat(
  ["message", "role", "type", "word_count", "page", "created_at", "at", "bytes", "records"],
  ["superseded_by", "expires_at", "certainty", "standing"],
);

it("analyze copies nothing that was said, nor a name or a word of it", async () => {
  const [pool, schema] = [testPool(), "keepsake_samples"];
  await fill(pool, schema);
  await analyse(pool, schema);
  const samples = await samplesOf(schema);
  expect(samples.filter(({ values }) => values.includes("secret"))).toEqual([]);
  const columns = new Set(samples.map(({ column }) => column.replace(/_p\d/, "")));
  expect(columns).toContain("records.type");
  const ofRows = [...columns].filter((one) => /^(?:passages|records|words|names|answers)\./.test(one));
  expect(ofRows.filter((one) => !plain.includes(one.split(".")[1]!))).toEqual([]);
});

it("the step that stops sampling removes the samples that were taken before", async () => {
  const [pool, schema] = [testPool(), "keepsake_sampled"];
  await fill(pool, schema);
  // As if the step had not been run yet, on tables that the server analysed.
  for (const table of ["passages", "records"])
    await pool.query(`alter table ${schema}.${table} alter column text set statistics 100`);
  await pool.query(`alter table ${schema}.names alter column name set statistics 100`);
  await pool.query(`delete from ${schema}.migrations where step >=
    (select step from ${schema}.migrations where name = 'without samples')`);
  await pool.query(`drop function ${schema}.save_unchanged`);
  await analyse(pool, schema);
  const sampled = (await samplesOf(schema)).filter(({ values }) => values.includes("secret"));
  expect(sampled.map(({ column }) => column)).toContainEqual(expect.stringMatching(/^names(?:_p\d)?\.name$/));

  await migrate({ pool, schema, partitions: 2 });
  const secret = async () => (await samplesOf(schema)).filter(({ values }) => values.includes("secret"));
  expect(await secret()).toEqual([]);
  await analyse(pool, schema);
  expect(await secret()).toEqual([]);
});
