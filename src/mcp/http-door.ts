/** MCP over Streamable HTTP, to be mounted at `/mcp` of a server that knows its keys. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { bodyLimitBytes, keyNotFound } from "../contract/http.js";
import type { MemoryService } from "../contract/memory-service.js";
import { createMcpServer } from "./mcp-server.js";
import type { McpOptions } from "./options.js";

export interface McpDoorOptions extends Omit<McpOptions, "remote"> {
  /** Told of requests that were refused before they reached a tool. @default nobody */
  readonly onRefused?: (error: Error) => void;
}

export interface McpDoor {
  /**
   * Answers one request. `access` is what the request's key opens; without one the answer is 401, which is what MCP clients understand, and
   * not the envelope of `/api/memory`.
   */
  readonly answer: (
    request: Request,
    access: { readonly service: MemoryService } | undefined,
  ) => Promise<Response>;
  /** Ends the streams that are open. */
  readonly close: () => Promise<void>;
}

/** JSON-RPC and escaping around a content of the greatest size. */
const maxRequestBodySize = 4 * bodyLimitBytes;

/**
 * The door holds no session: each request is served by itself, of the 2026-07-28 revision and of those before it. That is why it scales
 * sideways and why a restart is not noticed. A key is asked for each time, so a page in a browser that guesses the address gets nowhere.
 */
export function mcpDoor({ onRefused, ...options }: McpDoorOptions = {}): McpDoor {
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(authInfo?.extra?.memory as MemoryService, { ...options, remote: true }),
    { maxRequestBodySize, ...(onRefused === undefined ? {} : { onerror: onRefused }) },
  );
  return {
    answer: async (request, access) =>
      access === undefined
        ? unauthorized()
        : handler.fetch(request, {
            authInfo: { token: "", clientId: "", scopes: [], extra: { memory: access.service } },
          }),
    close: () => handler.close(),
  };
}

function unauthorized(): Response {
  const { error, message } = keyNotFound;
  const body = { jsonrpc: "2.0", id: null, error: { code: -32001, message, data: { error } } };
  return Response.json(body, { status: 401, headers: { "www-authenticate": "Bearer" } });
}
