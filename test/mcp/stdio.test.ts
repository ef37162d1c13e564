/** `keepsake mcp` as a process: what it writes, and how it ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { Memory } from "keepsake";
import { serveMcpStdio } from "keepsake/mcp";
import { describe, expect, it } from "vitest";
import { temporaryFile } from "../temporary-file.js";
import { bin, overStdio } from "./connections.js";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

describe("keepsake mcp", () => {
  it("writes only the protocol to standard output, and exits with 0 when the client disconnects", async () => {
    const child = spawn(process.execPath, [bin, "mcp", "--db", temporaryFile()]);
    const out: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => out.push(chunk));
    child.stdin.write(`this is no JSON\n${JSON.stringify(initialize)}\n`);
    while (!out.join("").includes("\n")) await once(child.stdout, "data");
    child.stdin.end();
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    const messages = out
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ id: 1, result: { protocolVersion: "2025-06-18" } });
  });

  it("serves two clients on one file, and each finds what the other remembered", async () => {
    const path = temporaryFile();
    const [one, two] = await Promise.all([overStdio(path, "legacy"), overStdio(path, "modern")]);
    const content = "Freya sharpens her skates at the shop in Hamar.";
    await one.client.callTool({ name: "remember", arguments: { content } });
    const arguments_ = { query: "Where does Freya sharpen her skates?" };
    expect(JSON.stringify(await two.client.callTool({ name: "recall", arguments: arguments_ }))).toContain(
      "Hamar",
    );
    await Promise.all([one.close(), two.close()]);
  });

  it("stops on request", async () => {
    await using memory = new Memory();
    const stop = new AbortController();
    const serving = serveMcpStdio(memory, {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      signal: stop.signal,
    });
    stop.abort();
    await expect(serving).resolves.toBeUndefined();
  });
});
