/** Which scope a request to `/mcp` needs, so that a token without it is refused with status 403. */
import { z } from "zod";
import type { MemoryScope } from "../contract/memory-scope.js";
import type { ToolName } from "./tools.js";

/**
 * The hook is not among them: it does what its token may do, and a prompt goes on without the rest.
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
 * The scope that a request lacks; `undefined` if it lacks none, or is no valid request, which its
 * handler then refuses.
 *
 * @param mostBytes A body that is longer, or has no declared length, is not read.
 */
export async function missingScope(
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
