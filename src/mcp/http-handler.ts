/** MCP over Streamable HTTP, to be mounted at `/mcp` of a server that checks keys. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { bodyLimitBytes, keyNotFound } from "../contract/http.js";
import type { MemoryScope } from "../contract/memory-scope.js";
import type { MemoryService } from "../contract/memory-service.js";
import { mcpServerOf, OwnedMemory } from "./mcp-server.js";
import type { McpOptions } from "./options.js";
import type { ToolName } from "./tools.js";

/** Options of {@link mcpHandler}. */
export interface McpHandlerOptions extends Omit<McpOptions, "remote"> {
  /** Called for each request that was refused before it reached a tool. */
  readonly onRefused?: (error: Error) => void;
  /**
   * The value of `WWW-Authenticate` for a request without a valid key or token. With sign-in it
   * says where a client can get a token (RFC 9728, section 5.1).
   *
   * @default "Bearer"
   */
  readonly challenge?: () => string;
}

/** The memory that a key gives access to. */
export interface McpAccess {
  readonly service: MemoryService;
  /**
   * Identifies the store if each request has another `service` object, so that lines rendered
   * from it are recognised in later requests.
   *
   * @default `service` itself
   */
  readonly storeId?: string;
  /**
   * What a token may do. `service` must enforce it. @default the rights of a key, which may do
   * everything
   */
  readonly scopes?: readonly MemoryScope[] | undefined;
}

/** MCP as web-standard requests and responses. */
export interface McpHandler {
  /**
   * Answers one request. `access` is the memory that the request's key opens. Without it the status
   * is 401, which MCP clients understand, unlike the envelope of `/api/memory`.
   */
  readonly answer: (request: Request, access: McpAccess | undefined) => Promise<Response>;
  /** Refuses new requests, waits for the calls in progress, and ends open streams. */
  readonly close: () => Promise<void>;
}

/** The largest content, with JSON-RPC and escaping around it. */
const maxRequestBodySize = 4 * bodyLimitBytes;

/**
 * Makes an MCP handler without sessions: each request is served on its own. It accepts requests of
 * the 2026-07-28 revision and of earlier ones. So any process can serve any request, and clients do
 * not notice a restart. Each request needs a key, so a web page that guesses the address gets no
 * access.
 *
 * @example
 * import { mcpHandler } from "keepsake/mcp";
 *
 * const mcp = mcpHandler();
 * const response = await mcp.answer(request, { service: memory });
 */
export function mcpHandler({
  onRefused,
  challenge = () => "Bearer",
  ...options
}: McpHandlerOptions = {}): McpHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => mcpServerOf(ownedIn(authInfo?.extra), { ...options, remote: true }),
    { maxRequestBodySize, ...(onRefused === undefined ? {} : { onerror: onRefused }) },
  );
  const owners = new Owners();
  const pending = new Set<Promise<Response>>();
  let closing = false;
  return {
    answer: async (request, access) => {
      if (access === undefined) return unauthorized(request, challenge());
      if (closing) return refusal(503, "The service is shutting down", { "retry-after": "1" });
      const { scopes } = access;
      const missing =
        scopes === undefined ? undefined : await missingScope(request, scopes, maxRequestBodySize);
      if (missing !== undefined) return insufficientScope(missing, challenge());
      const owned = new OwnedMemory(access.service, owners.of(access));
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

/** The memory that {@link mcpHandler} passed along with a request. */
function ownedIn(extra: Record<string, unknown> | undefined): OwnedMemory {
  if (extra?.owned instanceof OwnedMemory) return extra.owned;
  throw new TypeError("Cannot serve MCP: the request must come through answer()");
}

/**
 * Maximum number of stores in {@link Owners}. Lines rendered from a store that was dropped are no
 * longer recognised.
 */
const mostOwners = 1024;

/** One object per store id, least recently used first. */
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

/** RFC 6750, section 3.1: a request without a token gets no error code. */
function unauthorized({ headers }: Request, challenge: string): Response {
  const error = headers.has("authorization")
    ? `${challenge}${separator(challenge)}error="invalid_token"`
    : challenge;
  return refusal(401, keyNotFound.message, { "www-authenticate": error });
}

function insufficientScope(scope: MemoryScope, challenge: string): Response {
  const rest = challenge.replace(/,? *scope="[^"]*"/, "");
  const header = `${rest}${separator(rest)}error="insufficient_scope", scope="${scope}"`;
  return refusal(403, `The token must have the scope ${scope}`, { "www-authenticate": header });
}

function separator(challenge: string): string {
  return challenge === "Bearer" ? " " : ", ";
}

/** The response to a request that is refused before MCP. */
function refusal(status: number, message: string, headers: Record<string, string>): Response {
  const body = { jsonrpc: "2.0", id: null, error: { code: -32001, message } };
  return Response.json(body, { status, headers });
}

/**
 * The scope that a call of each tool needs: a token without it is refused with status 403. The hook
 * is not among them: it does what its token allows, and leaves out the rest.
 */
const scopeOfTool: ReadonlyMap<string, MemoryScope> = new Map<ToolName, MemoryScope>([
  ["remember", "memory:write"],
  ["recall", "memory:read"],
  ["profile", "memory:read"],
  ["list", "memory:read"],
  ["details", "memory:read"],
  ["forget", "memory:forget"],
]);

const message = z.object({
  method: z.string(),
  params: z.object({ name: z.string().optional() }).optional(),
});

/**
 * The scope that a request lacks; `undefined` if it lacks none, and for an invalid
 * request, which its handler then refuses.
 *
 * @param mostBytes A body that is longer, or has no declared length, is not read.
 */
async function missingScope(
  request: Request,
  scopes: readonly MemoryScope[],
  mostBytes: number,
): Promise<MemoryScope | undefined> {
  const declared = Number(request.headers.get("content-length"));
  if (request.method !== "POST" || !(declared > 0 && declared <= mostBytes)) return undefined;
  return messagesOf(await request.clone().text())
    .map(neededBy)
    .find((scope) => scope !== undefined && !scopes.includes(scope));
}

function messagesOf(text: string): unknown[] {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body : [body];
  } catch {
    // Not JSON: the handler refuses it.
    return [];
  }
}

function neededBy(given: unknown): MemoryScope | undefined {
  const parsed = message.safeParse(given);
  if (!parsed.success) return undefined;
  const { method, params } = parsed.data;
  if (method === "resources/read") return "memory:read";
  return method === "tools/call" ? scopeOfTool.get(params?.name ?? "") : undefined;
}
