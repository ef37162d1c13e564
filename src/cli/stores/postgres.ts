/**
 * PostgreSQL on the command line: `postgres://USER@HOST/DATABASE?store=ID&schema=NAME` names one
 * store. Without `?store=`, it names the place for the stores of a data folder, which are files in
 * the folder otherwise. A folder's database is given with `serve --store`, or in `$KEEPSAKE_STORE`
 * to hide its password from users who can read flags.
 */
import type { Pool } from "pg";
import { MemoryError } from "../../contract/errors.js";
import type { StoreFolderOptions } from "../../server/stores/store-folder.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { masterKey, readKey } from "./encryption.js";

/** A database that was named on the command line. */
export interface NamedDatabase {
  readonly pool: Pool;
  /** The store, if one was named. */
  readonly storeId: string | undefined;
  readonly schema: string | undefined;
  /** The name without its password, for people. */
  readonly shown: string;
}

/** Returns true if a text names a PostgreSQL database instead of a file. */
export function namesPostgres(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}

/** How a database is opened. */
interface DatabaseOptions {
  /** Called when the server has closed an idle connection. @default nothing: it is replaced */
  readonly onLost?: (error: Error) => void;
  /** Maximum number of connections. @default 10 */
  readonly connections?: number;
}

/**
 * Makes a pool of connections, which the caller ends. Nothing is connected yet.
 *
 * @throws {UsageError} for an invalid URL; {@link MemoryError} `missing_dependency`
 */
export async function openDatabase(
  text: string,
  { onLost = () => {}, connections = 10 }: DatabaseOptions = {},
): Promise<NamedDatabase> {
  const { url, store, schema } = parsed(text);
  const { default: pg } = await driver();
  const pool = new pg.Pool({ connectionString: url.href, max: connections });
  pool.on("error", onLost);
  url.password = "";
  return { pool, storeId: store, schema, shown: url.href };
}

function parsed(text: string) {
  if (!URL.canParse(text))
    throw new UsageError(
      "Cannot continue: a database must be named as postgres://USER@HOST/DATABASE?store=ID",
    );
  const url = new URL(text);
  const [store, schema] = ["store", "schema"].map((name) => {
    const value = url.searchParams.get(name) ?? undefined;
    url.searchParams.delete(name);
    return value;
  });
  return { url, store, schema };
}

async function driver(): Promise<typeof import("pg")> {
  try {
    return await import("pg");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new MemoryError(
      "missing_dependency",
      "Cannot connect to PostgreSQL: the package pg must be installed: npm install pg",
      { cause, data: { package: "pg" } },
    );
  }
}

/** Options of a folder, and what to close after it. */
export interface FolderStores {
  readonly options: Pick<StoreFolderOptions, "elsewhere" | "calls">;
  readonly close: () => Promise<void>;
}

/**
 * Maximum number of concurrent calls. A call uses up to two connections at once, and there are
 * enough connections for this many calls, so no call waits for a connection.
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
