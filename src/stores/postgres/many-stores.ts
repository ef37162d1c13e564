/** The stores of one database, for a service that keeps many. */
import { MemoryError } from "../../contract/errors.js";
import type { OpenStore } from "../store.js";
import { Connection } from "./database/connection.js";
import { tableNames } from "./database/schema.js";
import type { Transaction } from "./database/transaction.js";
import { type PostgresStoreOptions, postgresStore } from "./index.js";

/** Opens and removes the stores of one database. */
export interface PostgresStores {
  /**
   * Returns the option `store` of a memory.
   *
   * @param create without it, opening a store that does not exist throws `not_found`: a wrong
   * database must not look like an empty store
   */
  open(storeId: string, create?: boolean): OpenStore;
  /**
   * Deletes all rows of a store in one transaction, except its audit trail, which the role may not
   * delete. As after `forget`, copies of the rows may remain in the log, on replicas, in backups
   * and in unused bytes.
   */
  remove(storeId: string): Promise<void>;
}

/** Returns the stores of a database. @throws {MemoryError} `invalid_input` */
export function postgresStores(options: Omit<PostgresStoreOptions, "storeId">): PostgresStores {
  const { pool, schema = "keepsake", busyTimeoutMs = 10_000 } = options;
  const connectionOf = (storeId: string) => new Connection({ pool, schema, storeId, busyTimeoutMs });
  return {
    open: (storeId, create = false) => {
      const open = postgresStore({ ...options, storeId });
      if (create) return open;
      return async (opening) => {
        if (!(await connectionOf(storeId).read("open the store", exists))) throw missing(storeId);
        return open(opening);
      };
    },
    remove: (storeId) => connectionOf(storeId).write("forget the store", removeRows),
  };
}

async function exists(tx: Transaction): Promise<boolean> {
  const table = await tx.row<{ table: string | null }>(
    "select to_regclass(current_schema() || '.stores')::text as table where $1::text is not null",
  );
  if (table?.table == null) return false;
  return (await tx.row("select 1 from stores where store_id = $1")) !== undefined;
}

async function removeRows(tx: Transaction): Promise<void> {
  for (const table of tableNames)
    if (table !== "audit") await tx.rows(`delete from ${table} where store_id = $1`);
}

function missing(storeId: string): MemoryError<"not_found"> {
  const message = `Cannot open the store: the database must have it, and has no store ${storeId}`;
  return new MemoryError("not_found", message, { data: { id: storeId } });
}
