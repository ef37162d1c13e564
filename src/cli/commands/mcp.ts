/** `keepsake mcp`: serves the store to one MCP client, over standard input and output. */
import type { Command } from "../../bundled/commander.js";
import { installed, neededForMcp } from "../../service/installed.js";
import type { Context } from "../context.js";
import { version } from "../version.js";

const examples = `
A client starts the server itself. Its configuration contains, in the client's own format:
  command: npx
  args:    -y keepsake-server mcp --db /path/to/agent.db

docs/mcp.md shows it for three clients. Standard output contains the protocol and nothing else.`;

/** Adds the command. */
export function addMcp(program: Command, context: Context): void {
  program
    .command("mcp")
    .summary("serve the store to an MCP client over stdio")
    .description(
      "Serves the store to one MCP client: tools remember, recall, profile, list, forget and details. No key.",
    )
    .addHelpText("after", examples)
    .action(async () => {
      // Loaded on demand, so that other commands do not wait for it.
      const { serveMcpStdio } = await installed(() => import("../../mcp/index.js"), neededForMcp);
      const { stdin, stdout } = context.io;
      await context.withMemory((memory, { signal }) =>
        serveMcpStdio(memory, {
          stdin,
          stdout,
          signal,
          version: version(),
          onError: (error) => void context.terminal.remark(error.message),
          onDefect: (error) => void context.terminal.remark(String(error)),
        }),
      );
    });
}
