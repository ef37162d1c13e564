/**
 * `keepsake plans` and `keepsake wallet`: manage what stores may use, and what was paid for them.
 */
import { Argument, type Command, Option } from "commander";
import type { PlanEntry } from "../../../accounts/plans.js";
import { toMicros, toUsd } from "../../../numbers/money.js";
import type { StoreFolder } from "../../../server/store-folder.js";
import type { Context } from "../../context.js";
import { amount, type DataFlags, dataOption, group, table, withFolder } from "../../data-folder.js";

const planExamples = `
Examples:
  keepsake plans list --data /var/lib/keepsake
  keepsake plans set team --storage-gb 50 --token-rate 0.8 --data /var/lib/keepsake
  keepsake plans assign team --store acme --data /var/lib/keepsake

Built in: open (charges nothing) and builder (10 GB, token rate 1). A token costs the service's price, 1 USD per
million unless keepsake serve sets another, times the plan's token rate.`;

interface SetFlags extends DataFlags {
  readonly storageGb: number;
  readonly tokenRate: number;
}

/** Adds the commands `plans`. */
export function addPlans(program: Command, context: Context): void {
  const plans = group(program, "plans", "create, list and assign plans").addHelpText("after", planExamples);
  plans
    .command("list")
    .description("Lists plans, including the built-in ones.")
    .addOption(dataOption())
    .action((flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => showPlans(registry.plans(), context)),
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
    .action((name: string, flags: SetFlags) =>
      withFolder(flags, context, ({ registry }) =>
        showPlans(
          [registry.setPlan({ name, storage_gb: flags.storageGb, token_rate: flags.tokenRate })],
          context,
        ),
      ),
    );
  plans
    .command("assign <plan>")
    .description("Assigns a plan to a store, from its next call on.")
    .requiredOption("--store <name>", "the store")
    .addOption(dataOption())
    .action((plan: string, flags: DataFlags & { store: string }) =>
      withFolder(flags, context, ({ registry }) =>
        showPlans([registry.assignPlan(flags.store, plan).plan], context),
      ),
    );
}

async function showPlans(plans: readonly PlanEntry[], { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json(plans);
  const rows = plans.map(({ name, storage_gb, token_rate }) => [
    name,
    String(storage_gb),
    String(token_rate),
  ]);
  for (const line of table([["name", "GB", "token rate"], ...rows])) await terminal.line(line);
}

const walletExamples = `
Examples:
  keepsake wallet deposit 49 --store acme --data /var/lib/keepsake
  keepsake wallet show --store acme --data /var/lib/keepsake

Amounts are USD, counted in millionths. The balance is the sum of deposits minus the spending, which is in the store's
own file: a charge commits with the write that it pays for.`;

interface WalletFlags extends DataFlags {
  readonly store: string;
}

/** Adds the commands `wallet`. */
export function addWallet(program: Command, context: Context): void {
  const wallet = group(program, "wallet", "pay into a store's wallet, or show it").addHelpText(
    "after",
    walletExamples,
  );
  wallet
    .command("deposit")
    .description("Pays into a store's wallet. Takes effect with the store's next call.")
    .addArgument(new Argument("<usd>", "the amount, for instance 12.50").argParser(amount))
    .requiredOption("--store <name>", "the store of the wallet")
    .addOption(dataOption())
    .action((usd: number, flags: WalletFlags) =>
      withFolder(flags, context, async (folder) => {
        folder.registry.deposit(flags.store, toMicros(usd));
        await showWallet(folder, flags.store, context);
      }),
    );
  wallet
    .command("show")
    .description("Shows what was paid in, what was spent and what is left.")
    .requiredOption("--store <name>", "the store of the wallet")
    .addOption(dataOption())
    .action((flags: WalletFlags) =>
      withFolder(flags, context, (folder) => showWallet(folder, flags.store, context)),
    );
}

async function showWallet(folder: StoreFolder, name: string, { json, terminal }: Context): Promise<void> {
  const store = folder.registry.store(name);
  const { memory, wallet_balance } = await folder.service(store).details();
  const deposits = folder.registry
    .deposits(name)
    .map(({ micros, at, actor }) => ({ usd: toUsd(micros), at, actor }));
  const document = {
    store: name,
    deposited: toUsd(store.depositedMicros),
    spent: memory.usage.spend,
    wallet_balance,
    deposits,
  };
  if (json) return terminal.json(document);
  const rows = [
    ["paid in", String(document.deposited)],
    ["spent", String(document.spent)],
    ["left", String(document.wallet_balance)],
  ];
  for (const line of table(rows)) await terminal.line(`${line} USD`);
}
