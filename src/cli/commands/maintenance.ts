/** Commands that maintain a store: `backup`, `restore`, `check` and `reembed`. */
import type { Command } from "../../bundled/commander.js";
import type { Backup, CheckOutcome } from "../../contract/maintenance/whole-store.js";
import type { Progress } from "../../contract/memory-service.js";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { encryptionWith } from "../stores/encryption.js";
import { count } from "../terminal/terminal.js";

const backupExamples = `
Examples:
  keepsake backup --db agent.db agent-monday.db

The store may be used meanwhile. The copy is checked before it gets its name; an existing file is never overwritten.
What is forgotten later stays in the copy: delete the copy if it must be gone there too.
A copy that was interrupted is FILE.part, and the next backup to the same name goes on with it.`;

const restoreExamples = `
Examples:
  keepsake restore --db agent.db agent-monday.db

Move a damaged store away first. The backup is checked before it gets the store's name.
What was forgotten after the backup was made is in the store again.`;

/** Adds the command `backup`. */
export function addBackup(program: Command, context: Context): void {
  program
    .command("backup")
    .argument("<file>", "the copy, which must not exist yet")
    .summary("copy the store to a new file while it is used")
    .description("Copies the store to a new file while it is used, and checks the copy.")
    .addHelpText("after", backupExamples)
    .action((file: string) =>
      shown(context, "Backed up", "copying", (onProgress) =>
        context.withExistingMemory("back up", (memory, call) => memory.backup(file, { ...call, onProgress })),
      ),
    );
}

/** Adds the command `restore`. */
export function addRestore(program: Command, context: Context): void {
  program
    .command("restore")
    .argument("<file>", "a backup")
    .summary("restore a store from a backup")
    .description("Copies a backup to the path of --db, where no file may exist yet.")
    .addHelpText("after", restoreExamples)
    .action((file: string) =>
      shown(context, "Restored", "copying", (onProgress) =>
        context.io.restore(file, context.path, {
          ...encryptionWith(context.key),
          signal: context.io.signal,
          onProgress,
        }),
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

const checkExamples = `
Examples:
  keepsake check --db agent.db
  keepsake check --db agent.db --json
  keepsake check --db agent.db --repair

Checks the file, indexes, counters, texts, vectors, the audit trail, and that forgotten content was overwritten.
--repair rebuilds indexes, counters and vectors from the texts, and changes no text: a damaged text or a damaged
file needs a backup (keepsake restore). Exit code 3 means that something is wrong.`;

/** Adds the command `check`. */
export function addCheck(program: Command, context: Context): void {
  program
    .command("check")
    .summary("check whether the store is intact")
    .description("Checks every part of the store and reports whether it is intact.")
    .option("--repair", "rebuild what is derived from the texts")
    .addHelpText("after", checkExamples)
    .action((flags: { readonly repair?: boolean }) => check(context, flags.repair === true));
}

async function check(context: Context, repair: boolean): Promise<void> {
  const { terminal } = context;
  const onProgress = (progress: Progress) => terminal.progress("checking", progress);
  const result = await context.withExistingMemory("check", (memory, call) =>
    memory.check({ ...call, repair, onProgress }),
  );
  terminal.settle();
  if (!result.ok) context.exitCode = exitCodes.unproved;
  if (context.json) return terminal.json(result);
  for (const outcome of result.checks) await terminal.line(lineOf(outcome));
  await terminal.line(result.ok ? "The store is intact." : "The store is not intact.");
}

function lineOf({ check, ok, looked, wrong, repaired, examples: some, verified_from }: CheckOutcome): string {
  const state = ok ? (repaired ? "repaired" : "ok") : `${wrong} wrong: ${some.join("; ")}`;
  const from = verified_from === undefined ? "" : `, verified from ${verified_from}`;
  return `${check.padEnd(10)}  ${count(looked, "look")}  ${state}${from}`;
}

const reembedExamples = `
Examples:
  keepsake reembed                                  to the bundled embedder
  keepsake --embedder transformers:Xenova/bge-small-en-v1.5 reembed
  KEEPSAKE_EMBEDDER_KEY=… keepsake reembed --embedder openai-compatible:text-embedding-3-small \\
    --embedder-option baseUrl=https://api.openai.com/v1 --embedder-option dimensions=1536

The former embedder is not needed. After an interruption, the same command continues. Meanwhile recall uses words
and the former vectors. Afterwards name the embedder with every command, or in $KEEPSAKE_EMBEDDER.`;

/** Adds the command `reembed`. */
export function addReembed(program: Command, context: Context): void {
  program
    .command("reembed")
    .summary("move the store to another embedder")
    .description("Embeds every passage again, and replaces the old vectors with the new ones at the end.")
    .addHelpText("after", reembedExamples)
    .action(() => reembed(context));
}

async function reembed(context: Context): Promise<void> {
  const { io, terminal } = context;
  const onProgress = (progress: Progress) => terminal.progress("re-embedding", progress);
  try {
    const result = await context.withExistingMemory("re-embed", (memory, call) =>
      memory.reembed(undefined, { ...call, onProgress }),
    );
    terminal.settle();
    if (context.json) return await terminal.json(result);
    const { passages, embedder } = result;
    await terminal.line(
      passages === 0
        ? `Nothing to do: the store already uses ${embedder}.`
        : `${count(passages, "passage")} re-embedded; the store now uses ${embedder}.`,
    );
  } catch (error) {
    terminal.settle();
    if (io.signal.aborted) await terminal.remark("Stopped. The same command continues.");
    throw error;
  }
}
