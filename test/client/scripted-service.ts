/** A scripted service, and a client with fixed waits, random numbers and keys. */
import { MemoryClient, type MemoryClientOptions } from "keepsake/client";

/** A response, an error that fetch rejects with, or a function of the request. */
export type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>);

export interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface Scripted {
  readonly client: MemoryClient;
  /** Every request, in order. */
  readonly sent: readonly Sent[];
  /** Every wait between two tries, in milliseconds. */
  readonly waits: readonly number[];
}

/**
 * Responds with `steps` in turn. Random numbers are 0.5, the clock stays at 2026-01-01, keys count
 * up.
 */
export function scripted(steps: readonly Step[], options: Partial<MemoryClientOptions> = {}): Scripted {
  const sent: Sent[] = [];
  const waits: number[] = [];
  let keys = 0;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { headers, body, signal } = init as {
      headers: Record<string, string>;
      body: string;
      signal: AbortSignal;
    };
    const request = { url, headers, body, signal };
    const step = steps[sent.length];
    sent.push(request);
    if (step === undefined) throw new Error(`the script has no answer for request ${sent.length}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(request) : step;
  };
  const client = new MemoryClient({
    url: "https://memory.example/",
    key: "ks_test",
    fetch,
    clock: () => new Date("2026-01-01T00:00:00Z"),
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
    newKey: () => `key-${++keys}`,
    ...options,
  });
  return { client, sent, waits };
}

/** A handled request. */
export function handled(data: unknown): Response {
  return Response.json({ success: true, message: "Success", data });
}

export const searchAnswer = {
  semantic_memory: "Ana lives in Lisbon.",
  episodic_memory: "",
  procedural_memory: "",
  relevant_file_ids: [],
  file_memory: [],
  tokens: 7,
  cost: 0.000007,
  wallet_balance: 4.5,
};

/** An add payload with one fact in it. */
export function addAnswer(): Record<string, unknown> {
  const fact = {
    operation: "CREATE",
    reason: "a fact",
    record_id: "r1",
    source_id: "s1",
    message: 0,
    span: "Ana lives in Lisbon.",
    certainty: 1,
    changed: [],
    entity: "Ana",
    property: "home",
    value: "Lisbon",
    text: "Ana lives in Lisbon.",
  };
  const none = { use: false, items: [] };
  return {
    stored: true,
    bytes: 20,
    embedding_bytes: 256,
    total_storage_bytes: 500,
    data: {
      status: 200,
      success: true,
      data: {
        should_store_memory: true,
        memory_decisions: {
          semantic: { use: true, items: [fact] },
          episodic: none,
          procedural: none,
        },
        skipped: [],
      },
      query: {
        datetime: "2026-01-01T00:00:00.000Z",
        previous_context: "",
        current_context: "Ana lives in Lisbon.",
        semantic_context: [],
        episodic_context: [],
        procedural_context: [],
      },
    },
    tokens: 6,
    cost: 0.000006,
    wallet_balance: 4.5,
  };
}

export const detailsAnswer = {
  valid: true,
  api_key: "ks_test",
  memory: {
    id: "m1",
    name: "story",
    usage: { requests: 3, tokens: 40, spend: 0.1 },
    storage_used: 900,
    storage_limit: 10_000_000_000,
  },
  plan: { name: "builder", storage_gb: 10, token_rate: 1 },
  wallet_balance: 4.5,
};

export const unknownKey = { valid: false, error: "not_found", message: "API key not found" };
