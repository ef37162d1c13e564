/**
 * `keepsake plans` and `keepsake wallet`: manage what stores may use, and what was paid for them.
 */

import type { AccountEntry } from "../../../accounts/registry/accounts.js";
import type { PlanEntry } from "../../../accounts/registry/plans.js";
import type { Registry } from "../../../accounts/registry/registry.js";
import { Argument, type Command, Option } from "../../../bundled/commander.js";
import { toMicros, toUsd } from "../../../numbers/money.js";
import type { StoreFolder } from "../../../server/stores/store-folder.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import {
  amount,
  type DataFlags,
  dataOption,
  group,
  table,
  wholeNumber,
  withFolder,
} from "../../stores/data-folder.js";

const planExamples = `
Examples:
  keepsake plans list --data /var/lib/keepsake
  keepsake plans set team --storage-gb 50 --token-rate 0.8 --price 199 --mops 20000 --data /var/lib/keepsake
  keepsake plans assign team --account acme --data /var/lib/keepsake

Built in: open (charges nothing, no limit of operations) and builder (49 USD a month, 10 GB, token rate 1, 5,000 MOps
a month). A plan belongs to an account: its stores share the storage and the operations. One MOp is a thousand memory
operations; one call of remember, recall, profile, records, history, import, or with a file, is one operation. Calls that fail,
details, forget, export and the audit trail are not counted. A token costs the service's price, 1 USD per million unless
keepsake serve sets another, times the plan's token rate. The price a month is for your invoices: keepsake does not
draw it. With --audit-days, rows of the audit trail that are older are removed when a store is used, once a day, and by
keepsake stores prune-audit; a signed checkpoint stays.`;

interface SetFlags extends DataFlags {
  readonly storageGb: number;
  readonly tokenRate: number;
  readonly price?: number;
  readonly mops?: number;
  readonly auditDays?: number;
}

/** Adds the commands `plans`. */
export function addPlans(program: Command, context: Context): void {
  const plans = group(program, "plans", "create, list and assign plans").addHelpText("after", planExamples);
  plans
    .command("list")
    .description("Lists plans, including the built-in ones.")
    .addOption(dataOption())
    .action((flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => showPlans(registry.plans.list(), context)),
    );
  plans
    .command("set <name>")
    .description("Creates a plan, or changes it for every store that has it.")
    .addOption(dataOption())
    .addOption(new Option("--storage-gb <n>", "GB of 10^9 bytes").argParser(amount).makeOptionMandatory())
    .addOption(
      new Option("--token-rate <n>", "multiplier of the price of a token; 0 charges nothing")
        .argParser(amount)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--price <usd>", "USD a month (default: 0)").argParser(amount))
    .addOption(
      new Option("--mops <n>", "thousands of operations a month (default: no limit)").argParser(amount),
    )
    .addOption(
      new Option("--audit-days <n>", "days that audit rows are kept at least (default: for ever)").argParser(
        wholeNumber,
      ),
    )
    .action((name: string, flags: SetFlags) =>
      withFolder(flags, context, ({ registry }) =>
        showPlans([registry.plans.set(planOf(name, flags))], context),
      ),
    );
  plans
    .command("assign <plan>")
    .description("Assigns a plan to an account, from its next call on.")
    .option("--account <name>", "the account")
    .option("--store <name>", "instead: the account of this store")
    .addOption(dataOption())
    .action((plan: string, flags: AccountFlags) =>
      withFolder(flags, context, ({ registry }) =>
        showPlans([registry.accounts.assignPlan(accountOf(flags, registry).name, plan).plan], context),
      ),
    );
}

function planOf(name: string, { storageGb, tokenRate, price, mops, auditDays }: SetFlags): PlanEntry {
  return {
    name,
    storage_gb: storageGb,
    token_rate: tokenRate,
    ...(price === undefined ? {} : { price_month: price }),
    ...(mops === undefined ? {} : { mops_month: mops }),
    ...(auditDays === undefined ? {} : { audit_days: auditDays }),
  };
}

async function showPlans(plans: readonly PlanEntry[], { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json(plans);
  const rows = plans.map(({ name, storage_gb, token_rate, price_month = 0, mops_month, audit_days }) => [
    name,
    String(storage_gb),
    String(token_rate),
    String(price_month),
    String(mops_month ?? "no limit"),
    String(audit_days ?? "for ever"),
  ]);
  const head = ["name", "GB", "token rate", "USD a month", "MOps a month", "audit days"];
  for (const line of table([head, ...rows])) await terminal.line(line);
}

const walletExamples = `
Examples:
  keepsake wallet deposit 49 --account acme --data /var/lib/keepsake
  keepsake wallet show --account acme --data /var/lib/keepsake

Amounts are USD, counted in millionths. A wallet belongs to an account. The balance is the sum of deposits minus the
spending of its stores, which is in their own files: a charge commits with the write that it pays for.`;

/** Adds the commands `wallet`. */
export function addWallet(program: Command, context: Context): void {
  const wallet = group(program, "wallet", "pay into the wallet of an account, or show it").addHelpText(
    "after",
    walletExamples,
  );
  wallet
    .command("deposit")
    .description("Pays into a wallet. Takes effect with the next call.")
    .addArgument(new Argument("<usd>", "the amount, for instance 12.50").argParser(amount))
    .option("--account <name>", "the account of the wallet")
    .option("--store <name>", "instead: the account of this store")
    .addOption(dataOption())
    .action((usd: number, flags: AccountFlags) =>
      withFolder(flags, context, async (folder) => {
        const { name } = accountOf(flags, folder.registry);
        await showWallet(folder, folder.registry.accounts.deposit(name, toMicros(usd)), context);
      }),
    );
  wallet
    .command("show")
    .description("Shows what was paid in, what was spent and what is left.")
    .option("--account <name>", "the account of the wallet")
    .option("--store <name>", "instead: the account of this store")
    .addOption(dataOption())
    .action((flags: AccountFlags) =>
      withFolder(flags, context, (folder) => showWallet(folder, accountOf(flags, folder.registry), context)),
    );
}

async function showWallet(
  folder: StoreFolder,
  account: AccountEntry,
  { json, terminal }: Context,
): Promise<void> {
  const { accounts, stores } = folder.registry;
  const spent: { readonly store: string; readonly spent: number }[] = [];
  for (const store of stores.list(account.id)) {
    const { memory } = await folder.service(store).details();
    const spentMicros = toMicros(memory.usage.spend) - store.paidBeforeMicros;
    spent.push({ store: store.name, spent: toUsd(spentMicros) });
  }
  const spentMicros = accounts.formerMicros(account.id) + sum(spent.map((one) => toMicros(one.spent)));
  const document = {
    account: account.name,
    deposited: toUsd(account.depositedMicros),
    spent: toUsd(spentMicros),
    wallet_balance: toUsd(account.depositedMicros - spentMicros),
    stores: spent,
    deposits: accounts
      .deposits(account.name)
      .map(({ micros, at, actor }) => ({ usd: toUsd(micros), at, actor })),
  };
  if (json) return terminal.json(document);
  const rows = [
    ["paid in", String(document.deposited)],
    ["spent", String(document.spent)],
    ["left", String(document.wallet_balance)],
  ];
  for (const line of table(rows)) await terminal.line(`${line} USD`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Flags of commands about an account. */
interface AccountFlags extends DataFlags {
  readonly account?: string;
  readonly store?: string;
}

/**
 * The account that the flags name.
 *
 * @throws {UsageError} unless exactly one flag was given
 * @throws {MemoryError} `not_found`
 */
function accountOf({ account, store }: AccountFlags, registry: Registry): AccountEntry {
  if ((account === undefined) === (store === undefined))
    throw new UsageError("Cannot continue: the account must be named with --account, or with --store");
  return account === undefined
    ? registry.accounts.withId(registry.stores.get(store!).accountId)
    : registry.accounts.get(account);
}
