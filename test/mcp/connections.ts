/** The SDK's own client, connected to a server over each transport. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { mcpHandler } from "keepsake/mcp";
import type { MemoryService } from "../../src/contract/memory-service.js";

/** The revision of the protocol: 2026-07-28, or an earlier one with the handshake. */
export type Era = "modern" | "legacy";

/** A connected client. */
export interface Connected {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/** The built command. Needs `npm run build`. */
export const bin = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

function newClient(era: Era): Client {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  return new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } as never });
}

/** The built command in its own process. Needs `npm run build`. */
export async function overStdio(path: string, era: Era): Promise<Connected> {
  const client = newClient(era);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, "mcp", "--db", path],
      stderr: "inherit",
    }),
  );
  return { client, close: () => client.close() };
}

/** A server on loopback with one valid key. */
export async function overHttp(
  memory: MemoryService,
  { era, key = "right" }: { readonly era: Era; readonly key?: string },
): Promise<Connected> {
  const { url, close } = await serveMcp(memory);
  const client = newClient(era);
  const headers = { authorization: `Bearer ${key}` };
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  } catch (error) {
    await close();
    throw error;
  }
  const closeBoth = async () => {
    await client.close();
    await close();
  };
  return { client, close: closeBoth };
}

/** Serves a memory over HTTP. */
export async function serveMcp(memory: MemoryService): Promise<{ url: string; close: () => Promise<void> }> {
  const handler = mcpHandler({ version: "1.2.3" });
  const answer = (request: Request) => {
    const known = request.headers.get("authorization") === "Bearer right";
    return handler.answer(request, known ? { service: memory } : undefined);
  };
  const server = createServer(getRequestListener(answer)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}
