/** `keepsake stores`: manages the memory stores of a service. */

import type { StoreEntry } from "../../../accounts/registry/entries.js";
import { changeMasterKey } from "../../../accounts/registry/file/folder-keys.js";
import { openPlan } from "../../../accounts/registry/plans.js";
import type { StoreModels } from "../../../accounts/registry/stores/store-models.js";
import type { Command } from "../../../bundled/commander.js";
import type { DetailsPayload } from "../../../contract/details.js";
import type { Progress } from "../../../contract/memory-service.js";
import { decryptFolder, encryptFolder, type FolderChange } from "../../../server/stores/encrypt-folder.js";
import type { StoreFolder } from "../../../server/stores/store-folder.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import {
  type DataFlags,
  dataFolder,
  dataOption,
  group,
  table,
  withFolder,
} from "../../stores/data-folder.js";
import { masterKey, newMasterKey, requireKey } from "../../stores/encryption.js";
import { addStoreSettings } from "./store-settings.js";

const examples = `
Examples:
  keepsake stores create acme --data /var/lib/keepsake --plan builder
  keepsake stores create notes --account acme --data /var/lib/keepsake
  keepsake stores list --data /var/lib/keepsake
  keepsake stores rename acme acme-eu --data /var/lib/keepsake
  keepsake stores move acme --account globex --data /var/lib/keepsake

A store is one SQLite file, named by its id. Keys are bound to a store: see keepsake help keys.
A folder is encrypted with the master key in $KEEPSAKE_MASTER_KEY_FILE or $KEEPSAKE_MASTER_KEY, if it was created
with one or was encrypted later (keepsake stores encrypt). Each store has its own key, which the master key wraps.`;

interface CreateFlags extends DataFlags {
  readonly plan?: string;
  readonly account?: string;
}

interface MoveFlags extends DataFlags {
  readonly account: string;
  readonly revokeKeys?: true;
}

/** Adds the commands. */
export function addStores(program: Command, context: Context): void {
  const stores = group(
    program,
    "stores",
    "create, list, rename, move, forget and encrypt the memory stores of a service",
  ).addHelpText("after", examples);
  addListing(stores, context);
  addChanges(stores, context);
  addStoreSettings(stores, context);
  addFolderEncryption(stores, context);
}

/** The commands that create, list and show stores. */
function addListing(stores: Command, context: Context): void {
  stores
    .command("create <name>")
    .description("Creates a store, and the data folder if there is none.")
    .addOption(dataOption())
    .option("--plan <plan>", `the plan of its account (default: ${openPlan.name}, which charges nothing)`)
    .option("--account <name>", "an account that exists (default: a new one of the same name)")
    .action((name: string, flags: CreateFlags) =>
      withFolder(flags, context, async (folder) => show(await create(name, flags, folder), folder, context), {
        create: true,
      }),
    );
  stores
    .command("list")
    .description("Lists stores with their account, plan, usage and wallet.")
    .option("--account <name>", "only stores of this account")
    .addOption(dataOption())
    .action((flags: DataFlags & { account?: string }) =>
      withFolder(flags, context, (folder) => list(folder, flags.account, context)),
    );
  stores
    .command("show <name>")
    .description("Shows one store: plan, usage, storage and wallet.")
    .addOption(dataOption())
    .action((name: string, flags: DataFlags) =>
      withFolder(flags, context, (folder) => show(folder.registry.stores.get(name), folder, context)),
    );
}

/** The commands that rename, move and forget a store. */
function addChanges(stores: Command, context: Context): void {
  stores
    .command("rename <name> <to>")
    .description("Renames a store. Its keys stay valid.")
    .addOption(dataOption())
    .action((name: string, to: string, flags: DataFlags) =>
      withFolder(flags, context, (folder) => show(folder.registry.stores.rename(name, to), folder, context)),
    );
  stores
    .command("move <name>")
    .description("Gives a store to another account, whose plan, wallet and members it has from then on.")
    .requiredOption("--account <name>", "the account that it is to have")
    .option("--revoke-keys", "also revoke its keys, and the access of every client that signed in")
    .addOption(dataOption())
    .action((name: string, flags: MoveFlags) =>
      withFolder(flags, context, async (folder) => {
        const revokesKeys = flags.revokeKeys === true;
        await show(await folder.move(name, flags.account, { revokesKeys }), folder, context);
      }),
    );
  stores
    .command("forget <name>")
    .description(
      "Revokes the keys of a store, destroys its data key, and deletes its file. This cannot be undone.",
    )
    .addOption(dataOption())
    .action((name: string, flags: DataFlags) => forget(name, flags, context));
}

function create(name: string, { account, plan }: CreateFlags, folder: StoreFolder): Promise<StoreEntry> {
  if (account === undefined) return folder.create(name, plan ?? openPlan.name);
  if (plan === undefined) return folder.createIn(account, name);
  throw new UsageError("Cannot create a store: --plan must not be given with --account, which has a plan");
}

function addFolderEncryption(stores: Command, context: Context): void {
  stores
    .command("encrypt")
    .description("Encrypts every store of a folder and its registry. Stop the service first.")
    .addOption(dataOption())
    .action((flags: DataFlags) => change(encryptFolder, "Encrypted", flags, context));
  stores
    .command("decrypt")
    .description("Decrypts every store of a folder and its registry. Stop the service first.")
    .addOption(dataOption())
    .action((flags: DataFlags) => change(decryptFolder, "Decrypted", flags, context));
  stores
    .command("change-master-key")
    .description(
      "Wraps the key of a folder with the master key in $KEEPSAKE_NEW_MASTER_KEY_FILE or $KEEPSAKE_NEW_MASTER_KEY.",
    )
    .addOption(dataOption())
    .action(async (flags: DataFlags) => {
      const { env } = context.io;
      const [from, to] = [requireKey(masterKey, undefined, env), requireKey(newMasterKey, undefined, env)];
      const folder = dataFolder(flags, context);
      changeMasterKey(folder, { from, to });
      await done("Wrapped with the new master key", folder, context);
    });
}

async function forget(name: string, flags: DataFlags, context: Context): Promise<void> {
  await withFolder(flags, context, (folder) => folder.forget(name));
  await done("Forgot the store", name, context);
}

async function change(
  how: (change: FolderChange) => Promise<void>,
  what: string,
  flags: DataFlags,
  context: Context,
): Promise<void> {
  const folder = dataFolder(flags, context);
  const onProgress = (progress: Progress) => context.terminal.progress("stores", progress);
  await how({ folder, masterKey: requireKey(masterKey, undefined, context.io.env), onProgress });
  context.terminal.settle();
  await done(what, folder, context);
}

async function done(what: string, of: string, { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json({ done: true });
  await terminal.line(`${what}: ${of}.`);
}

/** A store with its usage, as the `stores` commands print it with `--json`. */
type StoreDocument = DetailsPayload["memory"] &
  Pick<DetailsPayload, "plan" | "wallet_balance"> & {
    readonly account: string;
    readonly created_at: string;
    readonly models: StoreModels;
  };

async function documentOf(store: StoreEntry, folder: StoreFolder): Promise<StoreDocument> {
  const { memory, plan, wallet_balance } = await folder.service(store).details();
  const { account, createdAt: created_at, models } = store;
  return { ...memory, account, plan, wallet_balance, created_at, models };
}

async function show(store: StoreEntry, folder: StoreFolder, { json, terminal }: Context): Promise<void> {
  const document = await documentOf(store, folder);
  if (json) return terminal.json(document);
  for (const line of table(cells([document]))) await terminal.line(line);
}

async function list(
  folder: StoreFolder,
  account: string | undefined,
  { json, terminal }: Context,
): Promise<void> {
  const { accounts, stores } = folder.registry;
  const documents: StoreDocument[] = [];
  for (const store of stores.list(account === undefined ? undefined : accounts.get(account).id))
    documents.push(await documentOf(store, folder));
  if (json) return terminal.json(documents);
  if (documents.length === 0)
    return terminal.remark("There is no store yet. Create one with: keepsake stores create NAME");
  for (const line of table(cells(documents))) await terminal.line(line);
}

function cells(documents: readonly StoreDocument[]): string[][] {
  const head = ["name", "id", "plan", "requests", "tokens", "bytes", "spent USD", "wallet USD", "account"];
  const rows = documents.map(({ name, id, account, plan, usage, storage_used, wallet_balance }) =>
    [
      name,
      id,
      plan.name,
      usage.requests,
      usage.tokens,
      storage_used,
      usage.spend,
      wallet_balance,
      account,
    ].map(String),
  );
  return [head, ...rows];
}
