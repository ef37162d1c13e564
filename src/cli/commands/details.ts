/** `keepsake details`: shows name, size and usage of the store. */
import type { Command } from "commander";
import type { DetailsPayload } from "../../contract/details.js";
import type { Context } from "../context.js";

/** Adds the command. */
export function addDetails(program: Command, context: Context): void {
  program
    .command("details")
    .summary("show the store's name, size and usage")
    .description("Shows the store's name, its size and its usage.")
    .action(async () => {
      const payload = await context.withExistingMemory("read the details", (memory, call) =>
        memory.details(call),
      );
      if (context.json) return context.terminal.json(payload);
      const { paint } = context.terminal;
      for (const [name, value] of rows(payload))
        await context.terminal.line(`${paint.dim(name.padEnd(10))} ${value}`);
    });
}

function rows({ memory, plan, wallet_balance }: DetailsPayload): [string, string][] {
  const { usage } = memory;
  return [
    ["store", `${memory.name}  ${memory.id}`],
    ["storage", `${grouped(memory.storage_used)} of ${grouped(memory.storage_limit)} bytes`],
    ["requests", grouped(usage.requests)],
    ["tokens", grouped(usage.tokens)],
    ["plan", plan.name],
    ...(plan.token_rate > 0
      ? ([
          ["spent", `${usage.spend} USD`],
          ["wallet", `${wallet_balance} USD`],
        ] as [string, string][])
      : []),
  ];
}

function grouped(number: number): string {
  return number.toLocaleString("en");
}
