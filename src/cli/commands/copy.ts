/** `keepsake copy`: copies a store without loss to a file or to PostgreSQL. */
import type { Command } from "../../bundled/commander.js";
import type { Progress } from "../../contract/memory-service.js";
import type { StorePlace } from "../../copy-store.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { encryptionWith, keyOption, newKey, readKey } from "../stores/encryption.js";
import { namesPostgres, openDatabase } from "../stores/postgres.js";
import { count } from "../terminal/terminal.js";

const examples = `
Examples:
  keepsake copy agent.db "postgres://app@localhost/app?store=alice"
  keepsake copy "postgres://app@localhost/app?store=alice" agent.db
  keepsake copy agent.db encrypted.db --new-key-file next.key

The copy has the same records, vectors, scopes, usage, repeated calls and audit trail as the store, and is compared with it row
by row. The destination must be new. Nothing else may use the store meanwhile. A copy that was interrupted is
finished by the same command; until then it cannot be used. --key-file is the key of the first file, and
--new-key-file that of the second. Both stores stay: delete the first one when you no longer need it.`;

interface CopyFlags {
  readonly newKeyFile?: string;
}

/** Adds the command. */
export function addCopy(program: Command, context: Context): void {
  program
    .command("copy")
    .argument("<from>", "a store: a file, or postgres://USER@HOST/DATABASE?store=ID")
    .argument("<to>", "where no store is yet: a file, or postgres://USER@HOST/DATABASE?store=ID")
    .summary("copy a store without loss, also between SQLite and PostgreSQL")
    .description("Copies a store without loss to a file or to PostgreSQL, and compares the two.")
    .addOption(keyOption(newKey))
    .addHelpText("after", examples)
    .action((from: string, to: string, flags: CopyFlags) => run(context, { from, to, flags }));
}

async function run(
  context: Context,
  { from, to, flags }: { readonly from: string; readonly to: string; readonly flags: CopyFlags },
): Promise<void> {
  const { io, terminal } = context;
  const { embedder } = await context.models();
  const { copyStore } = await import("../../copy-store.js");
  const source = await placeOf(from, context.key);
  const target = await placeOf(to, readKey(newKey, flags.newKeyFile, io.env));
  try {
    const onProgress = (progress: Progress) => terminal.progress("copying and comparing", progress);
    const result = await copyStore(source.place, target.place, {
      signal: io.signal,
      onProgress,
      ...(embedder && { embedder }),
    });
    terminal.settle();
    if (context.json) return await terminal.json(result);
    const { records, audit_rows } = result;
    await terminal.line(
      `Copied to ${target.shown}: ${count(records, "record")}, ${count(audit_rows, "audit row")}, all compared.`,
    );
  } catch (error) {
    terminal.settle();
    if (io.signal.aborted) await terminal.remark("Stopped. The same command goes on.");
    throw error;
  } finally {
    await Promise.all([source, target].map(({ close }) => close()));
  }
}

interface OpenPlace {
  readonly place: StorePlace;
  readonly shown: string;
  readonly close: () => Promise<void>;
}

async function placeOf(text: string, key: Uint8Array | undefined): Promise<OpenPlace> {
  if (!namesPostgres(text))
    return { place: { path: text, ...encryptionWith(key) }, shown: text, close: async () => {} };
  const { postgresStore } = await import("../../stores/postgres/index.js");
  const { pool, storeId, schema, shown } = await openDatabase(text);
  if (storeId === undefined)
    throw new UsageError(`Cannot copy: the store must be named, as in ${shown}?store=alice`);
  const store = postgresStore({ pool, storeId, ...(schema === undefined ? {} : { schema }) });
  return { place: { store }, shown: `${shown} (store ${storeId})`, close: () => pool.end() };
}
