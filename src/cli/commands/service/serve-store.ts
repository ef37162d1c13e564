/** `keepsake serve --store postgres://…?store=ID`: serves one store of a database to one key. */
import { once } from "node:events";
import { MemoryError } from "../../../contract/errors.js";
import { Memory } from "../../../memory.js";
import type { LogSink } from "../../../server/log.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import { type NamedDatabase, openDatabase } from "../../stores/postgres.js";

/** Where to listen, and what to log. */
export interface ServeStoreOptions {
  readonly port: number;
  readonly hostname: string;
  readonly log: LogSink;
}

const keyForm = /^[\x21-\x7e]{16,4096}$/;

/** Serves the store until the process is stopped. @throws {UsageError} */
export async function serveStore(
  name: string,
  context: Context,
  { port, hostname, log }: ServeStoreOptions,
): Promise<void> {
  const { io, terminal } = context;
  const key = io.env.KEEPSAKE_API_KEY ?? "";
  if (!keyForm.test(key))
    throw new UsageError(
      "Cannot serve: $KEEPSAKE_API_KEY must be the key of the store: at least 16 visible ASCII characters",
    );
  const [{ createHandler }, { listen }, { singleKey }] = await Promise.all([
    import("../../../server/create-handler.js"),
    import("../../../server/listen.js"),
    import("../../../server/access.js"),
  ]);
  const database = await openDatabase(name);
  const memory = await memoryOf(database, context);
  try {
    // Connects, so that a wrong name is reported before the address is printed.
    const { memory: store } = await memory.details();
    let isClosing = false;
    const handler = createHandler({ resolve: singleKey(memory, key), log, healthy: () => !isClosing });
    const listener = await listen(handler, { port, hostname, ownsProcess: true });
    await terminal.remark(`keepsake serves store ${store.id} of ${database.shown} at ${listener.url}`);
    if (!io.signal.aborted) await once(io.signal, "abort");
    isClosing = true;
    await listener.close();
  } finally {
    await memory.close();
    await database.pool.end();
  }
}

async function memoryOf({ pool, storeId, schema }: NamedDatabase, context: Context): Promise<Memory> {
  const { postgresStore } = await import("../../../stores/postgres/index.js");
  const { actor } = context;
  if (storeId === undefined)
    throw new MemoryError("not_found", "Cannot serve: the store must be named", { data: { id: "" } });
  const store = postgresStore({ pool, storeId, ...(schema === undefined ? {} : { schema }) });
  return new Memory({ ...(await context.models()), store, ...(actor === undefined ? {} : { actor }) });
}
