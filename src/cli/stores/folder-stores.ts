/**
 * Where the stores of a data folder are: files in it, or a PostgreSQL database, which is named with
 * `serve --store`, or in `$KEEPSAKE_STORE` to hide its password from users who can read flags.
 */
import type { StoreFolderOptions } from "../../server/stores/store-folder.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { masterKey, readKey } from "./encryption.js";
import { namesPostgres, openDatabase } from "./postgres.js";

/** Options of a folder, and what to close after it. */
export interface FolderStores {
  readonly options: Pick<StoreFolderOptions, "elsewhere" | "calls">;
  readonly close: () => Promise<void>;
}

/**
 * A call uses up to two connections at once. With this many calls, none waits for a connection of
 * another.
 */
const databaseCalls = { ofStore: 4, ofAll: 20 };
const connections = 2 * databaseCalls.ofAll + 4;

/** The name of the database of the stores; `undefined` for files. */
export function namedStores(flag: string | undefined, { io }: Context): string | undefined {
  const name = flag ?? (io.env.KEEPSAKE_STORE || undefined);
  if (name === undefined || namesPostgres(name)) return name;
  throw new UsageError("Cannot continue: --store must be a database: postgres://USER@HOST/DATABASE");
}

/**
 * Opens the stores of a data folder.
 *
 * @throws {UsageError} for a single store, and for a master key
 */
export async function folderStores(name: string | undefined, context: Context): Promise<FolderStores> {
  if (name === undefined) return { options: {}, close: async () => {} };
  if (readKey(masterKey, undefined, context.io.env) !== undefined)
    throw new UsageError(
      "Cannot continue: stores in a database are not encrypted with a master key; remove $KEEPSAKE_MASTER_KEY, and encrypt the database's disk",
    );
  const { pool, storeId, schema, shown } = await openDatabase(name, { connections });
  if (storeId !== undefined)
    throw new UsageError("Cannot continue: the database of a data folder must be named without ?store=");
  const { postgresStores } = await import("../../stores/postgres/many-stores.js");
  const stores = postgresStores({ pool, ...(schema === undefined ? {} : { schema }) });
  const place = schema === undefined ? shown : `${shown} (schema ${schema})`;
  return {
    options: { elsewhere: { shown: place, ...stores }, calls: databaseCalls },
    close: () => pool.end(),
  };
}
