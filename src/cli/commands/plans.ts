/** `keepsake plans`: manages the plans of stores: storage limits and token rates. */
import { type Command, Option } from "commander";
import type { PlanEntry } from "../../accounts/plans.js";
import type { Context } from "../context.js";
import { amount, type DataFlags, dataOption, group, table, withFolder } from "../data-folder.js";

const examples = `
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

/** Adds the commands. */
export function addPlans(program: Command, context: Context): void {
  const plans = group(program, "plans", "create, list and assign plans").addHelpText("after", examples);
  plans
    .command("list")
    .description("Lists plans, including the built-in ones.")
    .addOption(dataOption())
    .action((flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => show(registry.plans(), context)),
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
        show([registry.setPlan({ name, storage_gb: flags.storageGb, token_rate: flags.tokenRate })], context),
      ),
    );
  plans
    .command("assign <plan>")
    .description("Assigns a plan to a store, from its next call on.")
    .requiredOption("--store <name>", "the store")
    .addOption(dataOption())
    .action((plan: string, flags: DataFlags & { store: string }) =>
      withFolder(flags, context, ({ registry }) =>
        show([registry.assignPlan(flags.store, plan).plan], context),
      ),
    );
}

async function show(plans: readonly PlanEntry[], { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json(plans);
  const rows = plans.map(({ name, storage_gb, token_rate }) => [
    name,
    String(storage_gb),
    String(token_rate),
  ]);
  for (const line of table([["name", "GB", "token rate"], ...rows])) await terminal.line(line);
}
