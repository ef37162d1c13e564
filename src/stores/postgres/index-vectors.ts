/**
 * Makes an index of one store's vectors with the extension pgvector, for stores that are too large
 * to cache their vectors. The index contains codes of one bit per dimension, which take a thirtieth
 * of the space of the vectors. The process rescores the candidates that the index finds.
 *
 * keepsake never makes it by itself: it takes minutes, and searches with it may miss a near
 * passage.
 */
import { createHash } from "node:crypto";
import { MemoryError } from "../../contract/errors.js";
import { Connection } from "./database/connection.js";
import type { PostgresPool } from "./database/pool.js";
import { assertNames } from "./database/store-names.js";
import { readStore, setStore, type VectorIndex } from "./database/store-row.js";
import type { Transaction } from "./database/transaction.js";

/** Names a store that exists, as the options of `postgresStore` do. */
export interface IndexVectorsOptions {
  readonly pool: PostgresPool;
  readonly storeId: string;
  /** @default "keepsake" */
  readonly schema?: string;
}

const action = "index the vectors";
/**
 * The oldest accepted version. An older pgvector may damage an index in a vacuum, and every
 * `forget` vacuums.
 */
const oldest = [0, 8, 4];

/**
 * Indexes the vectors of a store, or indexes them again. Searches of the store, on all hosts, use
 * the index as soon as this is done, if the store has more than 131,072 passages. Others can read
 * and write meanwhile.
 *
 * @throws {MemoryError} `unsupported` if the database does not have pgvector 0.8.4 or later, or if
 * the store has no vectors; `invalid_input`; `io_failed`
 */
export async function indexVectors({
  pool,
  storeId,
  schema = "keepsake",
}: IndexVectorsOptions): Promise<void> {
  assertNames({ storeId, schema });
  const connection = new Connection({ pool, storeId, schema, busyTimeoutMs: 10_000 });
  const { partition, ...index } = await connection.read(action, planned);
  const name = `${schema}.vectors_${createHash("sha256").update(storeId).digest("hex").slice(0, 16)}`;
  await connection.write(action, (tx) => setStore(tx, { vector_index: null }));
  await connection.alone(action, `drop index concurrently if exists ${name}`);
  await connection.alone(
    action,
    `create index concurrently ${name.slice(schema.length + 1)} on ${schema}.${partition}
     using hnsw ((code::bit(${index.bits})) ${index.schema}.bit_hamming_ops) where store_id = '${storeId}'`,
  );
  await connection.write(action, (tx) => setStore(tx, { vector_index: JSON.stringify(index) }));
  await connection.close();
}

interface Planned extends VectorIndex {
  readonly partition: string;
}

async function planned(tx: Transaction): Promise<Planned> {
  await readStore(tx);
  const extension = await tx.row<{ schema: string; version: string }>(
    `select quote_ident(n.nspname) as schema, e.extversion as version from pg_extension e
     join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector' and $1::text is not null`,
  );
  if (extension === undefined || isOlder(extension.version))
    throw unsupported("the database must have the extension vector (pgvector), 0.8.4 or later");
  const stored = await tx.row<{ partition: string; bits: number }>(
    `select quote_ident(c.relname) as partition, length(p.code) as bits
     from passages p join pg_class c on c.oid = p.tableoid where p.store_id = $1 and p.code is not null limit 1`,
  );
  if (stored === undefined) throw unsupported("the store must have vectors, and has none");
  return { ...stored, schema: extension.schema };
}

function isOlder(version: string): boolean {
  const numbers = version.split(".").map(Number);
  const at = oldest.findIndex((number, place) => (numbers[place] ?? 0) !== number);
  return at >= 0 && (numbers[at] ?? 0) < oldest[at]!;
}

function unsupported(rule: string): MemoryError<"unsupported"> {
  return new MemoryError("unsupported", `Cannot ${action}: ${rule}`, { data: { what: "vector index" } });
}
