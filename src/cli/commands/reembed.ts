/** `keepsake reembed`: moves the store to another embedder. */
import type { Command } from "commander";
import type { Progress } from "../../contract/memory-service.js";
import type { Context } from "../context.js";
import { count } from "../terminal.js";

const examples = `
Examples:
  keepsake reembed                                  to the bundled embedder
  keepsake --embedder transformers:Xenova/bge-small-en-v1.5 reembed
  KEEPSAKE_EMBEDDER_KEY=… keepsake reembed --embedder openai-compatible:text-embedding-3-small \\
    --embedder-option baseUrl=https://api.openai.com/v1 --embedder-option dimensions=1536

The former embedder is not needed. After an interruption, the same command continues. Meanwhile recall uses words
and the former vectors. Afterwards name the embedder with every command, or in $KEEPSAKE_EMBEDDER.`;

/** Adds the command. */
export function addReembed(program: Command, context: Context): void {
  program
    .command("reembed")
    .summary("move the store to another embedder")
    .description("Embeds every passage again, and replaces the old vectors with the new ones at the end.")
    .addHelpText("after", examples)
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
