/**
 * Creates the tables in ordered and named steps. A step is never edited after a release: a later
 * step changes what it made. The table `migrations` has the steps that were run. A lock lets one
 * process at a time run them.
 */
import { MemoryError } from "../../../contract/errors.js";
import { namedFailure } from "./failures.js";
import { rowFunctions, saveFunctions } from "./functions.js";
import { type PostgresClient, type PostgresPool, takeClient } from "./pool.js";
import { resultTypes } from "./result-types.js";
import { auditCheckpoints, editsAndPartitions, firstStep } from "./schema.js";
import { lastRows } from "./transaction.js";
import { withoutSamples } from "./unsampled-columns.js";

interface Migration {
  readonly name: string;
  readonly statements: (partitions: number) => readonly string[];
}

const migrations: readonly Migration[] = [
  { name: "first", statements: firstStep },
  { name: "copies", statements: () => ["alter table stores add column copying text"] },
  { name: "audit checkpoints", statements: () => auditCheckpoints },
  { name: "edits and partitions", statements: editsAndPartitions },
  { name: "vector indexes", statements: () => ["alter table stores add column vector_index json"] },
  { name: "functions of rows", statements: () => rowFunctions },
  { name: "without samples", statements: () => withoutSamples },
  { name: "save in one round trip", statements: () => saveFunctions },
];

/** Where to create the tables. */
export interface SchemaOptions {
  readonly pool: PostgresPool;
  readonly schema: string;
  /** Hash partitions of each table; 0 for none. Only for tables that do not exist yet. */
  readonly partitions: number;
}

/**
 * Runs the missing steps, in one transaction.
 *
 * @throws {MemoryError} `newer_schema`; `unsupported` for a role that row-level security does not
 * bind; `read_only` for one that may not create tables
 */
export async function migrate({ pool, schema, partitions }: SchemaOptions): Promise<void> {
  const client = await takeClient(pool).catch((error: unknown) => {
    throw namedFailure(error, action, 0);
  });
  try {
    await assertBound(client);
    const done = await countDone(client, schema);
    if (done < migrations.length) await run(client, { schema, partitions });
    client.release();
  } catch (error) {
    await client.query({ text: "rollback" }).catch(() => undefined);
    client.release(error instanceof Error ? error : undefined);
    throw namedFailure(error, action, 0);
  }
}

const action = "open the store";
/** The lock of migrations: a database runs one migration at a time, whichever schema it is for. */
const lock = 7_305_812_940_111;

/** Row-level security does not bind a superuser, who could read the rows of other stores. */
async function assertBound(client: PostgresClient): Promise<void> {
  const role = await first<{ name: string; unbound: boolean }>(
    client,
    "select rolname::text as name, rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user",
  );
  if (role?.unbound !== true) return;
  throw new MemoryError(
    "unsupported",
    `Cannot ${action}: the role must be bound by row-level security, and "${role.name}" is a superuser or has BYPASSRLS; create a role without these`,
    { data: { what: "role" } },
  );
}

async function countDone(client: PostgresClient, schema: string): Promise<number> {
  const found = await first<{ table: string | null }>(
    client,
    `select to_regclass('${schema}.migrations')::text as table`,
  );
  if (found?.table == null) return 0;
  const steps = await first<{ count: number }>(client, `select count(*) as count from ${schema}.migrations`);
  const count = steps?.count ?? 0;
  if (count > migrations.length)
    throw new MemoryError(
      "newer_schema",
      `Cannot ${action}: the tables must have at most ${migrations.length} steps, and a newer keepsake made ${count}`,
      { data: { found: count, supported: migrations.length } },
    );
  return count;
}

async function run(
  client: PostgresClient,
  { schema, partitions }: Omit<SchemaOptions, "pool">,
): Promise<void> {
  const execute = (text: string) => client.query({ text });
  await execute(`begin; select pg_advisory_xact_lock(${lock})`);
  // Another process may have run them while this one waited for the lock.
  const done = await countDone(client, schema);
  if (done === 0) {
    await execute(`create schema if not exists ${schema}`);
    await execute(
      `create table ${schema}.migrations (step integer primary key, name text not null, at timestamptz not null default now())`,
    );
  }
  await execute(`set local search_path = ${schema}`);
  for (const [index, { name, statements }] of migrations.entries()) {
    if (index < done) continue;
    for (const statement of statements(partitions)) await execute(statement);
    await execute(`insert into migrations (step, name) values (${index + 1}, '${name}')`);
  }
  await execute("commit");
}

async function first<Row>(client: PostgresClient, text: string): Promise<Row | undefined> {
  return lastRows(await client.query({ text, types: resultTypes }))[0] as Row | undefined;
}
