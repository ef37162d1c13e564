/** PostgreSQL on the command line: `postgres://USER@HOST/DATABASE?store=ID&schema=NAME`. */
import type { Pool } from "pg";
import { MemoryError } from "../../contract/errors.js";
import { UsageError } from "../exit-codes.js";

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
  /** Most connections. @default 10 */
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
