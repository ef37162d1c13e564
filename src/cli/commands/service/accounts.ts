/**
 * `keepsake accounts` and `keepsake members`: manage accounts of a service, and who belongs to
 * them.
 */

import type { AccountEntry } from "../../../accounts/registry/accounts.js";
import type { RegistryAuditRow } from "../../../accounts/registry/file/audit.js";
import { type MemberEntry, type Role, roles } from "../../../accounts/registry/people/people.js";
import { openPlan } from "../../../accounts/registry/plans.js";
import type { Registry } from "../../../accounts/registry/registry.js";
import { type Command, Option } from "../../../bundled/commander.js";
import { toUsd } from "../../../numbers/money.js";
import type { StoreFolder } from "../../../server/stores/store-folder.js";
import type { Context } from "../../context.js";
import { type DataFlags, dataOption, group, table, withFolder } from "../../stores/data-folder.js";
import { auditLine } from "../audit.js";
import { verifyTrail } from "./verify-trail.js";

const accountExamples = `
Examples:
  keepsake accounts create acme --plan builder --data /var/lib/keepsake
  keepsake stores create notes --account acme --data /var/lib/keepsake
  keepsake accounts list --data /var/lib/keepsake
  keepsake accounts audit --account acme --data /var/lib/keepsake

An account has a plan, a wallet, stores and members. A store that is created without --account gets an account of the
same name.`;

/** Adds the commands `accounts`. */
export function addAccounts(program: Command, context: Context): void {
  const accounts = group(
    program,
    "accounts",
    "create, show, rename and audit the accounts of a service",
  ).addHelpText("after", accountExamples);
  addAccountListing(accounts, context);
  addAccountTrail(accounts, context);
}

/** The commands that create, list, show and rename accounts. */
function addAccountListing(accounts: Command, context: Context): void {
  accounts
    .command("create <name>")
    .description("Creates an account without stores.")
    .addOption(dataOption())
    .option("--plan <plan>", `its plan (default: ${openPlan.name}, which charges nothing)`, openPlan.name)
    .action((name: string, flags: DataFlags & { plan: string }) =>
      withFolder(
        flags,
        context,
        ({ registry }) => showAccounts([registry.accounts.add(name, flags.plan)], context),
        { create: true },
      ),
    );
  accounts
    .command("list")
    .description("Lists accounts with their plan, deposits and number of stores.")
    .addOption(dataOption())
    .action((flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => showAccounts(registry.accounts.list(), context)),
    );
  accounts
    .command("show <name>")
    .description("Shows an account with its stores, its members, and its operations of this month.")
    .addOption(dataOption())
    .action((name: string, flags: DataFlags) =>
      withFolder(flags, context, (folder) => showAccount(folder, name, context)),
    );
  accounts
    .command("rename <name> <to>")
    .description("Renames an account. Its stores keep their names.")
    .addOption(dataOption())
    .action((name: string, to: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) =>
        showAccounts([registry.accounts.rename(name, to)], context),
      ),
    );
}

/** The command that shows or verifies the audit trail of accounts. */
function addAccountTrail(accounts: Command, context: Context): void {
  accounts
    .command("audit")
    .description("Shows who changed members, keys, plans and stores, and when, or verifies that trail.")
    .option("--account <name>", "only what belongs to this account")
    .option("--verify", "recompute the hash chain of all accounts and report whether it is intact")
    .addOption(dataOption())
    .action((flags: AuditFlags) =>
      withFolder(flags, context, ({ registry }) => audit(registry, flags, context)),
    );
}

interface AuditFlags extends DataFlags {
  readonly account?: string;
  readonly verify?: true;
}

async function audit(registry: Registry, { account, verify }: AuditFlags, context: Context): Promise<void> {
  const { json, terminal } = context;
  if (verify) return verifyTrail(registry, context);
  const rows =
    account === undefined ? registry.audit.rows() : allRows(registry, registry.accounts.get(account).id);
  if (json) return terminal.json(rows);
  for (const row of rows) {
    const { record_id, login } = row;
    const subject = login === undefined ? record_id : `${record_id} (${login})`;
    await terminal.line(auditLine({ ...row, record_id: subject }, terminal.paint));
  }
}

function allRows({ audit: trail }: Registry, accountId: string): RegistryAuditRow[] {
  const rows: RegistryAuditRow[] = [];
  for (;;) {
    const page = trail.ofAccount(accountId, { after: rows.at(-1)?.seq ?? 0, limit: 1000 });
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

async function showAccount(folder: StoreFolder, name: string, context: Context): Promise<void> {
  const { accounts, stores, people } = folder.registry;
  const account = accounts.get(name);
  const [own, members] = [stores.list(account.id), people.members(account.id)];
  const operations = folder.operations(account);
  if (context.json)
    return context.terminal.json({
      ...documentOf(account),
      stores: own.map((store) => ({ id: store.id, name: store.name })),
      members: members.map(memberDocument),
      operations,
    });
  await showAccounts([account], context);
  const { used, limit, resets_at } = operations;
  const most = limit === null ? "no limit" : `of ${limit}`;
  const rows = [
    ["stores", own.map((store) => store.name).join(", ")],
    ["members", members.map(({ login, role }) => `${login} (${role})`).join(", ")],
    ["operations", `${used}, ${most}, until ${resets_at}`],
  ];
  for (const line of table(rows)) await context.terminal.line(line);
}

function documentOf({ id, name, plan, depositedMicros, stores, createdAt }: AccountEntry) {
  return { id, name, plan, deposited: toUsd(depositedMicros), stores, created_at: createdAt };
}

async function showAccounts(accounts: readonly AccountEntry[], { json, terminal }: Context): Promise<void> {
  const documents = accounts.map(documentOf);
  if (json) return terminal.json(documents);
  const head = ["name", "plan", "stores", "deposited USD", "created"];
  const rows = documents.map(({ name, plan, stores, deposited, created_at }) =>
    [name, plan.name, stores, deposited, created_at.slice(0, 10)].map(String),
  );
  for (const line of table([head, ...rows])) await terminal.line(line);
}

const memberExamples = `
Examples:
  keepsake members add ana@example.com --account acme --role owner --data /var/lib/keepsake
  keepsake members list --account acme --data /var/lib/keepsake

An owner does everything, also keys and members; an editor recalls, remembers and forgets; a reader recalls. Adding a
member again changes the role. A removed member loses their tokens for the account's stores at once.`;

interface MemberFlags extends DataFlags {
  readonly account: string;
}

/** Adds the commands `members`. */
export function addMembers(program: Command, context: Context): void {
  const members = group(program, "members", "add, list and remove the members of an account").addHelpText(
    "after",
    memberExamples,
  );
  members
    .command("add <login>")
    .description("Makes a person a member of an account, or changes their role.")
    .requiredOption("--account <name>", "the account")
    .addOption(new Option("--role <role>", "what they may do").choices(roles).makeOptionMandatory())
    .addOption(dataOption())
    .action((login: string, flags: MemberFlags & { role: Role }) =>
      withFolder(flags, context, ({ registry: { accounts, people } }) => {
        const { id } = accounts.get(flags.account);
        people.setRole(id, people.get(login).id, flags.role);
        return showMembers(people.members(id), context);
      }),
    );
  members
    .command("list")
    .description("Lists the members of an account.")
    .requiredOption("--account <name>", "the account")
    .addOption(dataOption())
    .action((flags: MemberFlags) =>
      withFolder(flags, context, ({ registry: { accounts, people } }) =>
        showMembers(people.members(accounts.get(flags.account).id), context),
      ),
    );
  members
    .command("remove <login>")
    .description("Ends a membership.")
    .requiredOption("--account <name>", "the account")
    .addOption(dataOption())
    .action((login: string, flags: MemberFlags) =>
      withFolder(flags, context, ({ registry: { accounts, people } }) => {
        const { id } = accounts.get(flags.account);
        people.removeMember(id, people.get(login).id);
        return showMembers(people.members(id), context);
      }),
    );
}

function memberDocument({ account, login, role, addedAt }: MemberEntry) {
  return { account, login, role, added_at: addedAt };
}

async function showMembers(members: readonly MemberEntry[], { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json(members.map(memberDocument));
  const rows = members.map(({ login, role, addedAt }) => [login, role, addedAt.slice(0, 10)]);
  for (const line of table([["login", "role", "added"], ...rows])) await terminal.line(line);
}
