/** `keepsake keys`: manages the API keys of a service. */

import type { KeyEntry } from "../../../accounts/registry/entries.js";
import { type Command, Option } from "../../../bundled/commander.js";
import type { Context } from "../../context.js";
import {
  type DataFlags,
  dataOption,
  group,
  table,
  wholeNumber,
  withFolder,
} from "../../stores/data-folder.js";
import { auditLine } from "../audit.js";
import { verifyTrail } from "./verify-trail.js";

const examples = `
Examples:
  keepsake keys create --store acme --data /var/lib/keepsake --label "support bot" --rate 600
  keepsake keys create --store acme --data /var/lib/keepsake --json        { "key": "ksk_…", … }
  keepsake keys list --store acme --data /var/lib/keepsake
  keepsake keys revoke 1AbC2dEf3GhI --data /var/lib/keepsake
  keepsake keys audit --verify --data /var/lib/keepsake

A key is shown once, when it is created: only its hash is stored. Afterwards it is identified by its id, the twelve
characters after ksk_.`;

interface StoreFlags extends DataFlags {
  readonly store?: string;
}

interface CreateFlags extends DataFlags {
  readonly store: string;
  readonly label?: string;
  readonly rate?: number;
}

/** Adds the commands. */
export function addKeys(program: Command, context: Context): void {
  const keys = group(program, "keys", "create, list, rename and revoke API keys").addHelpText(
    "after",
    examples,
  );
  addCreation(keys, context);
  addListing(keys, context);
  addChanges(keys, context);
  addTrail(keys, context);
}

function addCreation(keys: Command, context: Context): void {
  keys
    .command("create")
    .description("Creates a key for a store and shows it, only this once.")
    .requiredOption("--store <name>", "the store that it opens")
    .addOption(dataOption())
    .option("--label <text>", "a label for people")
    .addOption(new Option("--rate <n>", "most calls per minute (default: no limit)").argParser(wholeNumber))
    .action((flags: CreateFlags) => create(flags, context));
}

function addListing(keys: Command, context: Context): void {
  keys
    .command("list")
    .description("Lists keys, also revoked ones.")
    .option("--store <name>", "only keys of this store")
    .addOption(dataOption())
    .action((flags: StoreFlags) =>
      withFolder(flags, context, ({ registry }) =>
        list(
          registry.keys.list(flags.store === undefined ? undefined : registry.stores.get(flags.store)),
          context,
        ),
      ),
    );
}

function addChanges(keys: Command, context: Context): void {
  keys
    .command("rename <id> <label>")
    .description("Changes the label of a key.")
    .addOption(dataOption())
    .action((id: string, label: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => list([registry.keys.rename(id, label)], context)),
    );
  keys
    .command("revoke <id>")
    .description("Revokes a key, which then opens nothing.")
    .addOption(dataOption())
    .action((id: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => list([registry.keys.revoke(id)], context)),
    );
}

function addTrail(keys: Command, context: Context): void {
  keys
    .command("audit")
    .description("Shows who created and who revoked which key, or verifies that trail.")
    .option("--verify", "recompute the hash chain and report whether it is intact")
    .addOption(dataOption())
    .action((flags: DataFlags & { verify?: boolean }) => audit(flags, context));
}

/** A key as `--json` prints it. */
function documentOf({ id, store, label, requestsPerMinute, createdAt, revokedAt, lastUsedAt }: KeyEntry) {
  return {
    id,
    store,
    label,
    requests_per_minute: requestsPerMinute,
    created_at: createdAt,
    revoked_at: revokedAt,
    last_used_at: lastUsedAt,
  };
}

function create(flags: CreateFlags, context: Context): Promise<void> {
  const { json, terminal } = context;
  return withFolder(flags, context, async ({ registry }) => {
    const { key, entry } = registry.keys.create(registry.stores.get(flags.store), {
      label: flags.label,
      requestsPerMinute: flags.rate,
    });
    if (json) return terminal.json({ key, ...documentOf(entry) });
    await terminal.line(key);
    await terminal.remark(`A key for ${entry.store}. It is only shown now: save it.`);
  });
}

async function list(entries: readonly KeyEntry[], { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json(entries.map(documentOf));
  const head = ["id", "store", "label", "calls per minute", "created", "last used", "revoked"];
  const rows = entries.map(({ id, store, label, requestsPerMinute, createdAt, revokedAt, lastUsedAt }) => [
    id,
    store,
    label ?? "",
    String(requestsPerMinute ?? ""),
    createdAt.slice(0, 10),
    lastUsedAt?.slice(0, 13).replace("T", " ") ?? "",
    revokedAt?.slice(0, 10) ?? "",
  ]);
  for (const line of table([head, ...rows])) await terminal.line(line);
}

function audit(flags: DataFlags & { verify?: boolean }, context: Context): Promise<void> {
  const { json, terminal } = context;
  return withFolder(flags, context, async ({ registry }) => {
    if (flags.verify) return verifyTrail(registry, context);
    const rows = registry.audit
      .rows()
      .filter(({ operation }) => operation === "KEY_CREATE" || operation === "KEY_REVOKE");
    if (json) return terminal.json(rows);
    for (const row of rows) await terminal.line(auditLine(row, terminal.paint));
  });
}
