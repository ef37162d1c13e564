/**
 * `keepsake/openai-agents`: a `Session` of the OpenAI Agents SDK whose items are in a memory. Only
 * types are imported from the SDK.
 */
import type { AgentInputItem, Session } from "@openai/agents-core";
import type { MemoryService } from "../contract/memory-service.js";
import type { Scope } from "../contract/scope.js";
import { toBase64 } from "../hashing/base64.js";
import { DocumentList } from "../service/document-list.js";

/** Options of {@link keepsakeSession}. */
export interface KeepsakeSessionOptions {
  /** The id of the session: at most 256 characters. It is the label `session` of the scope. */
  readonly sessionId: string;
  /** Whose session it is, for instance `{ user: "u42" }`. @default the scope of the memory */
  readonly scope?: Scope;
}

/** A JSON text in which bytes are base64. */
type Encoded = string;

/**
 * A session for `run(agent, input, { session })`. Items come back exactly as they were added. A
 * recall in the same scope, even without the label `session`, finds what was said in all sessions;
 * `clearSession`, or a `forget` of the scope, erases it.
 *
 * It has no transactions: if the process dies while a turn is added, the first items of the turn
 * are kept.
 *
 * @throws {MemoryError} `invalid_input` for a session id that no label can have
 *
 * @example
 * import { run } from "@openai/agents";
 * import { keepsakeSession } from "keepsake/openai-agents";
 *
 * const session = keepsakeSession(memory, { sessionId: "s1", scope: { user: "u42" } });
 * await run(agent, "Where did I moor the boat?", { session });
 */
export function keepsakeSession(
  memory: MemoryService,
  { sessionId, scope = {} }: KeepsakeSessionOptions,
): Session {
  const own = memory.for({ ...scope, session: sessionId });
  const list = new DocumentList<Encoded>(own, "openai-agents-session", (item) => textOf(decoded(item)));
  return {
    getSessionId: async () => sessionId,
    getItems: async (limit) => (await list.items(limit)).map(decoded),
    addItems: (items) => list.append(items.map(encoded)),
    popItem: async () => {
      const last = await list.pop();
      return last === undefined ? undefined : decoded(last);
    },
    clearSession: () => list.clear(),
  };
}

const bytesField = "keepsake_base64";

function encoded(item: AgentInputItem): Encoded {
  return JSON.stringify(item, (_, value: unknown) =>
    value instanceof Uint8Array ? { [bytesField]: toBase64(value) } : value,
  );
}

function decoded(item: Encoded): AgentInputItem {
  return JSON.parse(item, (_, value: unknown) => {
    const isBytes = typeof value === "object" && value !== null && Object.keys(value).join() === bytesField;
    return isBytes
      ? Uint8Array.from(atob(Reflect.get(value, bytesField)), (char) => char.charCodeAt(0))
      : value;
  });
}

/** The words of a message; of anything else, its type and name. */
function textOf(item: AgentInputItem): string {
  if ("content" in item && item.type !== "reasoning") {
    const { content } = item;
    if (typeof content === "string") return content;
    if (Array.isArray(content))
      return content
        .map((part) => ("text" in part && typeof part.text === "string" ? part.text : ""))
        .join("\n");
  }
  const name = "name" in item && typeof item.name === "string" ? item.name : "";
  return `${item.type ?? "item"} ${name}`.trim();
}
