/** `keepsake keys`: who may reach which store. */
import { type Command, Option } from "commander";
import type { KeyEntry } from "../../accounts/registry-entries.js";
import type { Context } from "../context.js";
import { type DataFlags, dataOption, group, table, wholeNumber, withFolder } from "../data-folder.js";
import { exitCodes } from "../exit-codes.js";
import { count } from "../terminal.js";
import { auditLine } from "./audit.js";

const examples = `
Examples:
  keepsake keys create --store acme --data /var/lib/keepsake --label "support bot" --rate 600
  keepsake keys create --store acme --data /var/lib/keepsake --json        { "key": "ksk_…", … }
  keepsake keys list --store acme --data /var/lib/keepsake
  keepsake keys revoke 1AbC2dEf3GhI --data /var/lib/keepsake
  keepsake keys audit --verify --data /var/lib/keepsake

A key is shown once, when it is made: only its hash is kept. What names it afterwards is its id, the twelve
characters after ksk_.`;

interface StoreFlags extends DataFlags {
  readonly store?: string;
}

interface CreateFlags extends DataFlags {
  readonly store: string;
  readonly label?: string;
  readonly rate?: number;
}

export function addKeys(program: Command, context: Context): void {
  const keys = group(program, "keys", "make, list, rename and revoke API keys").addHelpText(
    "after",
    examples,
  );
  keys
    .command("create")
    .description("Makes a key to a store and shows it, this once.")
    .requiredOption("--store <name>", "the store that it opens")
    .addOption(dataOption())
    .option("--label <text>", "what it is for")
    .addOption(new Option("--rate <n>", "calls a minute at most (default: no limit)").argParser(wholeNumber))
    .action((flags: CreateFlags) => create(flags, context));
  keys
    .command("list")
    .description("Lists keys, revoked ones included.")
    .option("--store <name>", "of one store")
    .addOption(dataOption())
    .action((flags: StoreFlags) =>
      withFolder(flags, context, ({ registry }) => list(registry.keys(flags.store), context)),
    );
  keys
    .command("rename <id> <label>")
    .description("Gives a key another label.")
    .addOption(dataOption())
    .action((id: string, label: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => list([registry.renameKey(id, label)], context)),
    );
  keys
    .command("revoke <id>")
    .description("Ends a key: from now on it opens nothing.")
    .addOption(dataOption())
    .action((id: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => list([registry.revokeKey(id)], context)),
    );
  keys
    .command("audit")
    .description("Shows who made and who revoked which key, or verifies that trail.")
    .option("--verify", "recompute the hash chain and say whether it holds")
    .addOption(dataOption())
    .action((flags: DataFlags & { verify?: boolean }) => audit(flags, context));
}

/** A key as `--json` shows it. */
function documentOf({ id, store, label, requestsPerMinute, createdAt, revokedAt }: KeyEntry) {
  return {
    id,
    store,
    label,
    requests_per_minute: requestsPerMinute,
    created_at: createdAt,
    revoked_at: revokedAt,
  };
}

function create(flags: CreateFlags, context: Context): Promise<void> {
  const { json, terminal } = context;
  return withFolder(flags, context, async ({ registry }) => {
    const { key, entry } = registry.createKey(flags.store, {
      label: flags.label,
      requestsPerMinute: flags.rate,
    });
    if (json) return terminal.json({ key, ...documentOf(entry) });
    await terminal.line(key);
    await terminal.remark(`A key to ${entry.store}. It is shown this once: keep it now.`);
  });
}

async function list(entries: readonly KeyEntry[], { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json(entries.map(documentOf));
  const head = ["id", "store", "label", "calls a minute", "made", "revoked"];
  const rows = entries.map(({ id, store, label, requestsPerMinute, createdAt, revokedAt }) => [
    id,
    store,
    label ?? "",
    String(requestsPerMinute ?? ""),
    createdAt.slice(0, 10),
    revokedAt?.slice(0, 10) ?? "",
  ]);
  for (const line of table([head, ...rows])) await terminal.line(line);
}

function audit(flags: DataFlags & { verify?: boolean }, context: Context): Promise<void> {
  const { json, terminal } = context;
  return withFolder(flags, context, async ({ registry }) => {
    if (flags.verify) {
      const verdict = registry.verifyAudit();
      if (!verdict.valid) context.exitCode = exitCodes.unproved;
      if (json) return terminal.json(verdict);
      const whole = `The trail of keys holds: ${count(verdict.rows, "row")}, each hash as it must be.`;
      return terminal.line(
        verdict.valid ? whole : `The trail of keys is broken: row ${verdict.broken_at} does not hold.`,
      );
    }
    const rows = registry.audit();
    if (json) return terminal.json(rows);
    for (const row of rows) await terminal.line(auditLine(row, terminal.paint));
  });
}
