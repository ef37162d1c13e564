/** `keepsake mcp`: the store as an MCP server for one client, over standard input and output. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import { version } from "../version.js";

const examples = `
A client starts the server by itself. Its configuration says, in whatever form it wants:
  command: npx
  args:    -y keepsake mcp --db /path/to/agent.db

docs/mcp.md shows it for three clients. Standard output carries the protocol and nothing else.`;

export function addMcp(program: Command, context: Context): void {
  program
    .command("mcp")
    .summary("serve the store to an MCP client over stdio")
    .description(
      "Serves the store to one MCP client: tools remember, recall, profile, list, forget and details. No key.",
    )
    .addHelpText("after", examples)
    .action(async () => {
      // Loaded here: no other command should wait for the protocol's library.
      const { serveMcpStdio } = await import("../../mcp/index.js");
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
