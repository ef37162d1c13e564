/** `keepsake console`: serves the console of one store to a browser on this machine. */
import { once } from "node:events";
import { type Command, Option } from "../../bundled/commander.js";
import type { Context } from "../context.js";
import { wholeNumber } from "../stores/data-folder.js";
import type { CliIo } from "../terminal/io.js";
import { version } from "../version.js";

const examples = `
Examples:
  keepsake console --db agent.db
  keepsake console --db agent.db --port 4646

Prints a link that opens the console once, within 15 minutes. It is served on 127.0.0.1 only; nothing in the page
comes from or goes to another host. To open it from another machine, forward the port (ssh -L). It ends with Ctrl-C.`;

interface ConsoleFlags {
  readonly port: number;
}

/** Adds the command. */
export function addConsole(program: Command, context: Context): void {
  program
    .command("console")
    .summary("browse a store in a browser")
    .description(
      "Serves a console for one store on this machine: what is stored, why, and what a recall returns.",
    )
    .addOption(new Option("--port <n>", "the port; 0 for any free port").argParser(wholeNumber).default(0))
    .addHelpText("after", examples)
    .action((flags: ConsoleFlags) => run(flags, context));
}

async function run({ port }: ConsoleFlags, context: Context): Promise<void> {
  const { io, terminal, path } = context;
  // Loaded on demand, so that other commands do not wait for them.
  const [{ ConsoleHandler }, { builtFiles }, { listen }] = await Promise.all([
    import("../../console/console-handler.js"),
    import("../../console/static-files.js"),
    import("../../server/listen.js"),
  ]);
  const files = builtFiles();
  await context.withExistingMemory("open the console", async (memory) => {
    // Reads the store, so that a damaged file is reported before the link is printed.
    await memory.details();
    let hosts: readonly string[] = [];
    const handler = new ConsoleHandler({
      service: memory,
      files,
      name: path,
      version: version(),
      clock: () => new Date(),
      onDefect: (error) => void terminal.remark(`Internal error: ${String(error)}`),
      hosts: () => hosts,
    });
    const listener = await listen((request) => handler.answer(request), { port, hostname: "127.0.0.1" });
    hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${listener.port}`);
    await terminal.line(`${listener.url}/${handler.link()}`);
    await terminal.remark(`This link opens the console of ${path} once. Ctrl-C ends it.`);
    await aborted(io.signal);
    await listener.close();
  });
}

async function aborted(signal: CliIo["signal"]): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
