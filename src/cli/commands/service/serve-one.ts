/**
 * Serves one store over HTTP to one key. `keepsake serve-file` serves the file of a store to the
 * program that started the command; `keepsake serve --store postgres://…?store=ID` serves a store
 * of a database.
 */
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Command } from "../../../bundled/commander.js";
import { MemoryError } from "../../../contract/errors.js";
import { Memory } from "../../../memory.js";
import type { LogSink } from "../../../server/log.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import { type NamedDatabase, openDatabase } from "../../stores/postgres.js";
import type { CliIo } from "../../terminal/io.js";

const examples = `
For programs in other languages, such as Keepsake.local() of the Python client. The program writes the key
that it will send, as one line, to this command's standard input, and reads one line with the address:
  {"url":"http://127.0.0.1:40123"}

The command ends when its standard input closes, so it ends with the program that started it, even if that
was killed.`;

/** The form of a key: visible ASCII, because clients send it in a header. */
const keyForm = /^[\x21-\x7e]{16,4096}$/;

/** Adds the command `serve-file`. */
export function addServeFile(program: Command, context: Context): void {
  program
    .command("serve-file")
    .summary("serve one store to the program that starts this command")
    .description("Serves the store over HTTP on a free loopback port, with a key from standard input.")
    .addHelpText("after", examples)
    .action(() => run(context));
}

async function run(context: Context): Promise<void> {
  const { io } = context;
  const { createHandler, listen, singleKey } = await server();
  const input = createInterface({ input: io.stdin });
  const ended = Promise.race([once(input, "close"), aborted(io.signal)]);
  const key = await firstLine(input, ended);
  await context.withMemory(async (memory) => {
    // Reads the store, so that a damaged file is reported before the address is printed.
    await memory.details();
    const handler = createHandler({ resolve: singleKey(memory, key) });
    const listener = await listen(handler, { port: 0, hostname: "127.0.0.1", ownsProcess: true });
    io.stdout.write(`${JSON.stringify({ url: listener.url })}\n`);
    await ended;
    await listener.close();
  });
}

async function firstLine(input: NodeJS.EventEmitter, ended: Promise<unknown>): Promise<string> {
  const line = await Promise.race([once(input, "line"), ended.then(() => [])]);
  const key: unknown = line?.[0];
  if (typeof key === "string" && keyForm.test(key)) return key;
  throw new UsageError(
    "Cannot serve: the first line of standard input must be a key of at least 16 visible ASCII characters",
  );
}

/** Where to listen, and what to log. */
export interface ServeStoreOptions {
  readonly port: number;
  readonly hostname: string;
  readonly log: LogSink;
}

/** Serves a store of a database until the process is stopped. @throws {UsageError} */
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
  const { createHandler, listen, singleKey } = await server();
  const database = await openDatabase(name);
  const memory = await memoryOf(database, context);
  try {
    // Connects, so that a wrong name is reported before the address is printed.
    const { memory: store } = await memory.details();
    let isClosing = false;
    const handler = createHandler({ resolve: singleKey(memory, key), log, healthy: () => !isClosing });
    const listener = await listen(handler, { port, hostname, ownsProcess: true });
    await terminal.remark(`keepsake serves store ${store.id} of ${database.shown} at ${listener.url}`);
    await aborted(io.signal);
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

/** The server, loaded on demand, so that other commands do not wait for it. */
async function server() {
  const [{ createHandler }, { listen }, { singleKey }] = await Promise.all([
    import("../../../server/create-handler.js"),
    import("../../../server/listen.js"),
    import("../../../server/access.js"),
  ]);
  return { createHandler, listen, singleKey };
}

async function aborted(signal: CliIo["signal"]): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
