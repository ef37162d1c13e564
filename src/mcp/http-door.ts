/** MCP over Streamable HTTP, to be mounted at `/mcp` of a server that knows its keys. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { bodyLimitBytes, keyNotFound } from "../contract/http.js";
import type { MemoryService } from "../contract/memory-service.js";
import { mcpServerOf, type OwnedMemory } from "./mcp-server.js";
import type { McpOptions } from "./options.js";

/** What the door is made of. */
export interface McpDoorOptions extends Omit<McpOptions, "remote"> {
  /** Told of requests that were refused before they reached a tool. @default nobody */
  readonly onRefused?: (error: Error) => void;
}

/** What a key opens. */
export interface McpAccess {
  readonly service: MemoryService;
  /** Names the store where `service` is another object each time: what was told from it is known by this. @default `service` itself */
  readonly storeId?: string;
}

/** MCP as web-standard requests and responses. */
export interface McpDoor {
  /**
   * Answers one request. `access` is what the request's key opens; without one the answer is 401, which is what MCP clients understand, and
   * not the envelope of `/api/memory`.
   */
  readonly answer: (request: Request, access: McpAccess | undefined) => Promise<Response>;
  /** Takes no new request, finishes the calls in flight, ends the streams that are open. */
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
    ({ authInfo }) => mcpServerOf(authInfo?.extra?.owned as OwnedMemory, { ...options, remote: true }),
    { maxRequestBodySize, ...(onRefused === undefined ? {} : { onerror: onRefused }) },
  );
  const owners = new Owners();
  const pending = new Set<Promise<Response>>();
  let closing = false;
  return {
    answer: async (request, access) => {
      if (access === undefined) return refusal(401, keyNotFound.message, { "www-authenticate": "Bearer" });
      if (closing) return refusal(503, "The service is shutting down", { "retry-after": "1" });
      const owned = { memory: access.service, owner: owners.of(access) } satisfies OwnedMemory;
      const authInfo = { token: "", clientId: "", scopes: [], extra: { owned } };
      const answering = handler.fetch(request, { authInfo });
      pending.add(answering);
      return answering.finally(() => pending.delete(answering));
    },
    close: async () => {
      closing = true;
      await Promise.allSettled(pending);
      await handler.close();
    },
  };
}

/** Stores that are held by name. One that is pushed out is known anew at its next request; only what it had told is not. */
const mostOwners = 1024;

class Owners {
  readonly #byStore = new Map<string, object>();

  of({ service, storeId }: McpAccess): object {
    if (storeId === undefined) return service;
    const owner = this.#byStore.get(storeId) ?? {};
    this.#byStore.delete(storeId);
    this.#byStore.set(storeId, owner);
    const oldest = this.#byStore.keys().next();
    if (this.#byStore.size > mostOwners && !oldest.done) this.#byStore.delete(oldest.value);
    return owner;
  }
}

/** A request that never reached the protocol. */
function refusal(status: number, message: string, headers: Record<string, string>): Response {
  const body = { jsonrpc: "2.0", id: null, error: { code: -32001, message } };
  return Response.json(body, { status, headers });
}
