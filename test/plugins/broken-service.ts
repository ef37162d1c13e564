/** A memory service on loopback that does not work. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A service that is broken. */
export interface BrokenService {
  readonly url: string;
  /** The event of each hook that called it. */
  readonly hooks: readonly string[];
  readonly close: () => Promise<void>;
}

/** @param kind `absent` refuses connections. `silent` accepts them and answers no tool. */
export async function brokenService(kind: "absent" | "silent"): Promise<BrokenService> {
  const hooks: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const isCall = request.method === "POST" && request.url === "/mcp";
    if (isCall) answer(JSON.parse(body) as Call, hooks, response);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  if (kind === "absent") await close();
  return { url: `http://127.0.0.1:${port}/mcp`, hooks, close };
}

/** A call of JSON-RPC, as far as it matters here. */
interface Call {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly event: string } };
}

function answer({ id, method, params }: Call, hooks: string[], response: ServerResponse): void {
  if (method === "tools/call") return void hooks.push(params?.arguments?.event ?? "");
  if (id === undefined) return void response.writeHead(202).end();
  const initialized = {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "silent", version: "1.0.0" },
  };
  const tool = { name: "memory_hook", inputSchema: { type: "object" } };
  const result = method === "initialize" ? initialized : method === "tools/list" ? { tools: [tool] } : {};
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}
