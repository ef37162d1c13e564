/** `keepsake wallet`: shows and pays into the wallets of stores. */
import { Argument, type Command } from "commander";
import { toMicros, toUsd } from "../../numbers/money.js";
import type { StoreFolder } from "../../server/store-folder.js";
import type { Context } from "../context.js";
import { amount, type DataFlags, dataOption, group, table, withFolder } from "../data-folder.js";

const examples = `
Examples:
  keepsake wallet deposit 49 --store acme --data /var/lib/keepsake
  keepsake wallet show --store acme --data /var/lib/keepsake

Amounts are USD, counted in millionths. The balance is the sum of deposits minus the spending, which is in the store's
own file: a charge commits with the write that it pays for.`;

interface WalletFlags extends DataFlags {
  readonly store: string;
}

/** Adds the commands. */
export function addWallet(program: Command, context: Context): void {
  const wallet = group(program, "wallet", "pay into a store's wallet, or show it").addHelpText(
    "after",
    examples,
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
        await show(folder, flags.store, context);
      }),
    );
  wallet
    .command("show")
    .description("Shows what was paid in, what was spent and what is left.")
    .requiredOption("--store <name>", "the store of the wallet")
    .addOption(dataOption())
    .action((flags: WalletFlags) =>
      withFolder(flags, context, (folder) => show(folder, flags.store, context)),
    );
}

async function show(folder: StoreFolder, name: string, { json, terminal }: Context): Promise<void> {
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
