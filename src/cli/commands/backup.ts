/** `keepsake backup` and `keepsake restore`: a store copied to a new file, and back. */
import type { Command } from "commander";
import type { Backup } from "../../contract/check.js";
import type { Progress } from "../../contract/memory-service.js";
import type { Context } from "../context.js";
import { count } from "../terminal.js";

const backupExamples = `
Examples:
  keepsake backup --db agent.db agent-monday.db

The store may be used meanwhile. The copy is looked at before it gets its name; a file that exists is never overwritten.
What is forgotten later stays in the copy: delete it when that must not be.`;

const restoreExamples = `
Examples:
  keepsake restore --db agent.db agent-monday.db

Puts a backup where no store is: move a damaged store away first. The backup is looked at before it gets the store's name.
What was forgotten since the backup was made is there again.`;

export function addBackup(program: Command, context: Context): void {
  program
    .command("backup")
    .argument("<file>", "the copy, which must not exist yet")
    .summary("copy the store to a new file while it is used")
    .description("Copies the store to a new file while it is used, and looks at the copy.")
    .addHelpText("after", backupExamples)
    .action((file: string) =>
      shown(context, "Backed up", "copying", (onProgress) =>
        context.withExistingMemory("back up", (memory, call) => memory.backup(file, { ...call, onProgress })),
      ),
    );
}

export function addRestore(program: Command, context: Context): void {
  program
    .command("restore")
    .argument("<file>", "a backup")
    .summary("put a backup where a store shall be")
    .description("Puts a backup in the place of the store that --db names, where no file is.")
    .addHelpText("after", restoreExamples)
    .action((file: string) =>
      shown(context, "Restored", "copying", (onProgress) =>
        context.io.restore(file, context.path, { signal: context.io.signal, onProgress }),
      ),
    );
}

async function shown(
  { terminal, json }: Context,
  what: string,
  doing: string,
  copy: (onProgress: (progress: Required<Progress>) => void) => Promise<Backup>,
): Promise<void> {
  const result = await copy((progress) => terminal.progress(doing, progress));
  terminal.settle();
  if (json) return terminal.json(result);
  const { path, bytes, records } = result;
  await terminal.line(`${what}: ${path}, ${count(records, "record")}, ${count(bytes, "byte")}.`);
}
