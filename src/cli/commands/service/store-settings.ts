/**
 * `keepsake stores set`, `prune-audit` and `change-signing-key`: models of a store, and audit
 * retention.
 */

import type { StoreEntry } from "../../../accounts/registry/entries.js";
import type { StoreModels } from "../../../accounts/registry/stores/store-models.js";
import type { Command } from "../../../bundled/commander.js";
import type { PrunedAudit } from "../../../contract/maintenance/audit.js";
import type { Progress } from "../../../contract/memory-service.js";
import type { StoreFolder } from "../../../server/stores/store-folder.js";
import type { Context } from "../../context.js";
import { exitCodes, UsageError } from "../../exit-codes.js";
import { type DataFlags, dataOption, table, withFolder } from "../../stores/data-folder.js";
import { count } from "../../terminal/terminal.js";

const setExamples = `
Examples:
  keepsake stores set acme --extractor openai-compatible:qwen3:8b \\
    --extractor-option baseUrl=http://127.0.0.1:11434/v1 --data /var/lib/keepsake
  keepsake stores set acme --embedder openai-compatible:nomic-embed-text \\
    --embedder-option baseUrl=http://127.0.0.1:11434/v1 --embedder-option dimensions=768 \\
    --embedder-option keyVariable=KEEPSAKE_EMBEDDER_KEY_ACME --data /var/lib/keepsake
  keepsake stores set acme --reset --data /var/lib/keepsake

What is not given stays as it is. Another embedder embeds every passage again first; after an interruption, the same
command continues. A running service uses the models from the next call on. No key is stored: the service reads it
from $KEEPSAKE_EMBEDDER_KEY or $KEEPSAKE_EXTRACTOR_KEY, or from the variable that keyVariable names, which must begin
with one of these. A service does not start with a setting that it does not understand.`;

interface SetFlags extends DataFlags {
  readonly reset?: true;
}

interface PruneFlags extends DataFlags {
  readonly store?: string;
}

interface SigningFlags extends DataFlags {
  readonly distrustFormer?: true;
}

/** Adds the commands to `keepsake stores`. */
export function addStoreSettings(stores: Command, context: Context): void {
  stores
    .command("set <name>")
    .description("Sets the embedder and the extractor of a store, instead of those of the service.")
    .option("--reset", "use those of the service again")
    .addOption(dataOption())
    .addHelpText("after", setExamples)
    .action((name: string, flags: SetFlags) => set(name, flags, context));
  stores
    .command("prune-audit")
    .description(
      "Removes the audit rows that are older than the plans' audit days, from all stores or from one.",
    )
    .option("--store <name>", "only this store")
    .addOption(dataOption())
    .action((flags: PruneFlags) => withFolder(flags, context, (folder) => pruneAll(folder, flags, context)));
  addSigningKey(stores, context);
}

function addSigningKey(stores: Command, context: Context): void {
  stores
    .command("change-signing-key")
    .description(
      "Makes a new key for the checkpoints of audit trails, and signs those of all stores with it. What former keys signed still verifies.",
    )
    .option("--distrust-former", "accept nothing more that former keys signed, as in backups")
    .addOption(dataOption())
    .action((flags: SigningFlags) =>
      withFolder(flags, context, (folder) => changeSigningKey(folder, flags, context)),
    );
}

async function set(name: string, flags: SetFlags, context: Context): Promise<void> {
  const given = context.modelSettings;
  const isGiven = given.embedder !== undefined || given.extractor !== undefined;
  if (isGiven === (flags.reset === true))
    throw new UsageError(
      "Cannot set the models of a store: give --embedder, --extractor or both, or --reset",
    );
  const { io, terminal } = context;
  const onProgress = (progress: Progress) => terminal.progress("re-embedding", progress);
  const work = async (folder: StoreFolder) => {
    const before = folder.registry.stores.get(name).models;
    const models = flags.reset === true ? {} : { ...before, ...given };
    const store = await folder.setModels(name, models, { signal: io.signal, onProgress });
    terminal.settle();
    await showModels(store, context);
  };
  await withFolder(flags, context, work, { hasModels: false });
}

async function showModels({ name, models }: StoreEntry, { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json({ name, models });
  const rows = (["embedder", "extractor"] as const).map((kind) => [kind, wordsOf(models, kind)]);
  for (const line of table([["model", "of the store"], ...rows])) await terminal.line(line);
}

function wordsOf(models: StoreModels, kind: keyof StoreModels): string {
  const setting = models[kind];
  if (setting === undefined) return "the service's";
  const options = Object.entries(setting.options).map(([name, value]) => `${name}=${textOf(value)}`);
  return [setting.name, ...options].join(" ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function pruneAll(
  folder: StoreFolder,
  { store }: PruneFlags,
  { json, terminal }: Context,
): Promise<void> {
  const { stores, signingKey } = folder.registry;
  const pruned: { readonly store: StoreEntry; readonly result: PrunedAudit | undefined }[] = [];
  for (const one of store === undefined ? stores.list() : [stores.get(store)])
    pruned.push({ store: one, result: await folder.pruneAudit(one) });
  const documents = pruned.map(({ store: { name, plan }, result }) => ({
    store: name,
    audit_days: plan.audit_days ?? null,
    removed: result?.removed ?? 0,
  }));
  const public_key = signingKey.publicKey() ?? null;
  if (json) return terminal.json({ stores: documents, public_key });
  const head = ["store", "audit days", "rows removed"];
  const rows = documents.map(({ store: name, audit_days, removed }) => [
    name,
    String(audit_days ?? "for ever"),
    String(removed),
  ]);
  for (const line of table([head, ...rows])) await terminal.line(line);
  if (public_key !== null) await terminal.remark(`Checkpoints are signed with the key ${public_key}.`);
}

async function changeSigningKey(
  folder: StoreFolder,
  { distrustFormer = false }: { readonly distrustFormer?: boolean },
  context: Context,
): Promise<void> {
  const { json, terminal } = context;
  const change = await folder.changeSigningKey({ distrustsFormer: distrustFormer });
  const { publicKey, signed } = change;
  const failed = change.failed.map(({ store, error }) => ({
    store,
    error: error instanceof Error ? error.message : String(error),
  }));
  if (failed.length > 0) context.exitCode = exitCodes.unproved;
  const former_keys = folder.registry.signingKey.formerKeys();
  if (json) return terminal.json({ public_key: publicKey, signed, failed, former_keys });
  await terminal.line(`Checkpoints are signed with the key ${publicKey} from now on.`);
  await terminal.line(`Signed again: the checkpoints of ${count(signed.length, "store")}.`);
  for (const { store, error } of failed) await terminal.line(`Not signed again: ${store}. ${error}`);
  if (distrustFormer && failed.length > 0)
    await terminal.line("Former keys are still accepted, because not every checkpoint was signed again.");
}
