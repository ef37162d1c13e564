/** The configurations in docs/mcp.md: each is valid JSON and starts a server with its tools. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { readDocuments } from "../documents.js";
import { temporaryFile } from "../temporary-file.js";
import { bin } from "./connections.js";

interface Entry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const fences = readDocuments().find(({ name }) => name === "docs/mcp.md")?.fences ?? [];
const configurations = fences
  .filter(({ info }) => info === "json")
  .map(({ at, code }) => ({ at, ...read(code) }));

function read(code: string): { entry: Entry } {
  const { servers, mcpServers } = JSON.parse(code) as Record<string, Record<string, Entry> | undefined>;
  return { entry: (servers ?? mcpServers)?.keepsake ?? {} };
}

describe("docs/mcp.md", () => {
  const started = configurations.filter(({ entry }) => entry.command !== undefined);
  const reached = configurations.filter(({ entry }) => entry.url !== undefined);

  it("has a configuration for three clients, over each transport", () => {
    expect(started).toHaveLength(3);
    expect(reached).toHaveLength(3);
  });

  it.each(started)("$at starts a server with its tools", async ({ entry }) => {
    expect(entry.command).toBe("npx");
    expect(entry.args?.slice(0, 2)).toEqual(["-y", "keepsake-server"]);
    const path = temporaryFile();
    const args = entry.args?.slice(2).map((arg) => (arg.endsWith(".db") ? path : arg)) ?? [];
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, ...args] }));
    expect((await client.listTools()).tools).toHaveLength(7);
    await client.close();
  });

  it.each(reached)("$at reaches /mcp with a key that is not in the file", ({ entry }) => {
    expect(new URL(entry.url ?? "").pathname).toBe("/mcp");
    expect(entry.headers?.Authorization).toMatch(/^Bearer \$\{.+\}$/);
  });
});
