/** `keepsake serve-file`: serves one store over HTTP to the program that started the command. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Command } from "../../../bundled/commander.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import type { CliIo } from "../../terminal/io.js";

const examples = `
For programs in other languages, such as Keepsake.local() of the Python client. The program writes the key
that it will send, as one line, to this command's standard input, and reads one line with the address:
  {"url":"http://127.0.0.1:40123"}

The command ends when its standard input closes, so it ends with the program that started it, even if that
was killed.`;

/** Adds the command. */
export function addServeFile(program: Command, context: Context): void {
  program
    .command("serve-file")
    .summary("serve one store to the program that starts this command")
    .description("Serves the store over HTTP on a free loopback port, with a key from standard input.")
    .addHelpText("after", examples)
    .action(() => run(context));
}

async function run(context: Context): Promise<void> {
  const { io } = context;
  // Loaded on demand, so that other commands do not wait for them.
  const [{ createHandler }, { listen }, { singleKey }] = await Promise.all([
    import("../../../server/create-handler.js"),
    import("../../../server/listen.js"),
    import("../../../server/access.js"),
  ]);
  const input = createInterface({ input: io.stdin });
  const ended = Promise.race([once(input, "close"), aborted(io.signal)]);
  const key = await firstLine(input, ended);
  await context.withMemory(async (memory) => {
    // Reads the store, so that a damaged file is reported before the address is printed.
    await memory.details();
    const handler = createHandler({ resolve: singleKey(memory, key) });
    const listener = await listen(handler, { port: 0, hostname: "127.0.0.1", ownsProcess: true });
    io.stdout.write(`${JSON.stringify({ url: listener.url })}\n`);
    await ended;
    await listener.close();
  });
}

/** The key: visible ASCII, because clients send it in a header. */
async function firstLine(input: NodeJS.EventEmitter, ended: Promise<unknown>): Promise<string> {
  const line = await Promise.race([once(input, "line"), ended.then(() => [])]);
  const key: unknown = line?.[0];
  if (typeof key === "string" && /^[\x21-\x7e]{16,4096}$/.test(key)) return key;
  throw new UsageError(
    "Cannot serve: the first line of standard input must be a key of at least 16 visible ASCII characters",
  );
}

async function aborted(signal: CliIo["signal"]): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
