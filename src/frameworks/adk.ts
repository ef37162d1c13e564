/**
 * `keepsake/adk`: a memory service for agents of Google's ADK. It imports nothing from ADK: the
 * types are the parts of ADK's own that it uses.
 */
import type { MemoryService } from "../contract/memory-service.js";
import type { Scope } from "../contract/scope.js";
import type { Spoken } from "../turns/conversation.js";
import type { TurnMemoryOptions } from "../turns/options.js";
import { TurnMemory } from "../turns/turn-memory.js";

/** Options of {@link KeepsakeMemoryService}. */
export interface KeepsakeMemoryServiceOptions extends Pick<TurnMemoryOptions, "metadata"> {
  /** Maximum number of memories of a search. @default 10 */
  readonly limit?: number;
}

interface Content {
  readonly role?: string;
  readonly parts?: readonly { readonly text?: string }[];
}

/** The parts of a session of ADK that are remembered. */
export interface AdkSession {
  readonly id: string;
  readonly appName: string;
  readonly userId: string;
  readonly events: readonly {
    readonly id: string;
    /** `user`, or the name of the agent. */
    readonly author?: string;
    /** Milliseconds since 1970. */
    readonly timestamp: number;
    readonly content?: Content;
  }[];
}

/** A search of ADK: whose memory, and for what. */
export interface AdkSearch {
  readonly appName: string;
  readonly userId: string;
  readonly query: string;
}

/** A memory as ADK's tools show it to a model. */
export interface AdkMemoryEntry {
  readonly content: { readonly role: "user"; readonly parts: { readonly text: string }[] };
  readonly author: string;
  /** When it was said or happened, in ISO 8601. */
  readonly timestamp: string;
}

/**
 * A memory service for a `Runner` of ADK. What a user says in a session is remembered under the
 * scope `{ agent: appName, user: userId, session: id }` and found in every session of the same app
 * and user. A session may be added again when it has grown: each event counts once.
 *
 * @example
 * import { InMemorySessionService, Runner } from "@google/adk";
 * import { KeepsakeMemoryService } from "keepsake/adk";
 *
 * const runner = new Runner({
 *   ...{ appName: "helper", agent, sessionService: new InMemorySessionService() },
 *   memoryService: new KeepsakeMemoryService(memory),
 * });
 */
export class KeepsakeMemoryService {
  readonly #memory: MemoryService;
  readonly #options: KeepsakeMemoryServiceOptions;

  constructor(memory: MemoryService, options: KeepsakeMemoryServiceOptions = {}) {
    this.#memory = memory;
    this.#options = options;
  }

  /** Remembers what the user said in a session. @throws {MemoryError} as `remember` does */
  async addSessionToMemory({ id, events, ...session }: AdkSession): Promise<void> {
    const { limit: _, ...options } = this.#options;
    const turns = new TurnMemory(this.#memory, { ...options, scope: { ...scopeOf(session), session: id } });
    const conversation = events.map(spoken);
    for (const [index, { id: key, author, timestamp }] of events.entries()) {
      if (author !== "user") continue;
      await turns.remember(conversation.slice(0, index + 1), "", {
        occurred_at: new Date(timestamp).toISOString(),
        idempotency_key: `adk ${key}`.slice(0, 256),
      });
    }
  }

  /** Recalls what answers the query, best first. @throws {MemoryError} as `recall` does */
  async searchMemory({ query, ...whose }: AdkSearch): Promise<{ memories: AdkMemoryEntry[] }> {
    const { limit = 10 } = this.#options;
    const { records = [] } = await this.#memory.for(scopeOf(whose)).recall({ query, limit, explain: true });
    return {
      memories: records.map(({ text, occurred_at }) => ({
        ...{ content: { role: "user", parts: [{ text }] }, author: "user", timestamp: occurred_at },
      })),
    };
  }
}

function scopeOf({ appName, userId }: Pick<AdkSession, "appName" | "userId">): Scope {
  return { agent: appName, user: userId };
}

function spoken({ author, content }: AdkSession["events"][number]): Spoken {
  const texts = (content?.parts ?? []).map(({ text = "" }) => text);
  return {
    role: author === "user" ? "user" : "assistant",
    text: texts.filter((text) => text !== "").join("\n"),
  };
}
