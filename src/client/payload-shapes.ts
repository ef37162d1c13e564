/** What a service returns, as shapes. Generated from the contract by `npm run build:types`. */
import type { Shape } from "./parser.js";

// biome-ignore format: generated, one shape to a line.
const shape1 = { type: "boolean" } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape2 = { type: "string" } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape3 = { type: "number" } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape4 = { type: "array", item: shape2 } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape5 = { type: "array", item: { type: "object", fields: { record_id: shape2, value: shape2, change: shape2 } } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape6 = { type: "nullable", of: shape2 } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape7 = { type: "array", item: { type: "object", fields: { record_id: shape2, text: shape2 } } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape8 = { type: "object", fields: { status: shape3, success: shape1, data: { type: "object", fields: { should_store_memory: shape1, memory_decisions: { type: "object", fields: { semantic: { type: "object", fields: { use: shape1, items: { type: "array", item: { type: "object", fields: { operation: shape2, reason: shape2, record_id: shape2, source_id: shape2, message: shape3, span: shape2, certainty: shape3, changed: shape5, entity: shape2, property: shape2, value: shape2, text: shape2 } } } } }, episodic: { type: "object", fields: { use: shape1, items: { type: "array", item: { type: "object", fields: { operation: shape2, reason: shape2, record_id: shape2, source_id: shape2, message: shape3, span: shape2, certainty: shape3, changed: shape5, document: shape2, occurred_at: shape2, occurred_until: shape6, participants: shape4 } } } } }, procedural: { type: "object", fields: { use: shape1, items: { type: "array", item: { type: "object", fields: { operation: shape2, reason: shape2, record_id: shape2, source_id: shape2, message: shape3, span: shape2, certainty: shape3, changed: shape5, document: shape2 } } } } } } }, skipped: { type: "array", item: { type: "object", fields: { text: shape2, reason: shape2 } } } } }, query: { type: "object", fields: { datetime: shape2, previous_context: shape2, current_context: shape2, semantic_context: shape7, episodic_context: shape7, procedural_context: shape7 } } } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape9 = { type: "union", options: [shape2, shape3, shape1, { type: "null" }] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape10 = { type: "object", fields: { items: { type: "array", item: { type: "object", fields: { id: shape2, type: shape2, text: shape2, entity: shape6, property: shape6, value: shape6, trigger: shape6, speaker: shape6, source_id: shape2, occurred_at: shape2, occurred_until: shape6, valid_from: shape6, valid_to: shape6, created_at: shape2, superseded_by: shape6, expires_at: shape6, metadata: { type: "record", key: shape2, value: { type: "union", options: [shape9, { type: "array", item: shape9 }] } } } } }, next_cursor: shape6 } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape11 = { type: "unknown" } as const satisfies Shape;

/** What a service returns, by name. */
// biome-ignore format: generated, one shape to a line.
export const payloadShapes = {
  details: { type: "object", fields: { valid: shape1, api_key: shape2, memory: { type: "object", fields: { id: shape2, name: shape2, usage: { type: "object", fields: { requests: shape3, tokens: shape3, spend: shape3 } }, storage_used: shape3, storage_limit: shape3 } }, plan: { type: "object", fields: { name: shape2, storage_gb: shape3, token_rate: shape3 } }, wallet_balance: shape3 } },
  search: { type: "object", fields: { semantic_memory: shape2, episodic_memory: shape2, procedural_memory: shape2, relevant_file_ids: shape4, file_memory: { type: "array", item: { type: "object", fields: { file_id: shape2, name: shape2, media_type: shape2, text: shape2, score: shape3 } } }, tokens: shape3, cost: shape3, wallet_balance: shape3 } },
  add: { type: "object", fields: { stored: shape1, bytes: shape3, embedding_bytes: shape3, total_storage_bytes: shape3, data: shape8, tokens: shape3, cost: shape3, wallet_balance: shape3 } },
  file: { type: "object", fields: { stored: shape1, bytes: shape3, embedding_bytes: shape3, total_storage_bytes: shape3, data: shape8, tokens: shape3, cost: shape3, wallet_balance: shape3, file_id: shape2, file: { type: "object", fields: { name: shape2, media_type: shape2, passages: { type: "object", fields: { created: shape3, known: shape3, ended: shape3 } } } } } },
  profile: { type: "object", fields: { about: shape2, semantic_memory: shape2, episodic_memory: shape2, procedural_memory: shape2, facts: { type: "array", item: { type: "object", fields: { record_id: shape2, entity: shape2, property: shape2, value: shape2, text: shape2, since: shape2 } } }, events: { type: "array", item: { type: "object", fields: { record_id: shape2, text: shape2, occurred_at: shape2, coming: shape1 } } }, rules: { type: "array", item: { type: "object", fields: { record_id: shape2, text: shape2, standing: shape1, said_by: shape6, said_at: shape2 } } }, tokens: shape3 } },
  forget: { type: "object", fields: { forgotten: shape3, ids: shape4, preview: { type: "array", item: { type: "object", fields: { record_id: shape2, type: shape2, text: shape2, because: shape2 } } }, freed_bytes: shape3, verified: shape1 } },
  records: shape10,
  history: shape10,
  audit: { type: "object", fields: { items: { type: "array", item: { type: "object", fields: { seq: shape3, at: shape2, actor: shape2, operation: shape2, record_id: shape6, record_type: shape6, reason: shape6, previous_hash: shape2, hash: shape2 } } }, next_cursor: shape6 } },
  verify_audit: { type: "object", fields: { valid: shape1, rows: shape3 } },
  export: shape2,
  import: { type: "object", fields: { sources: shape3, records: shape3, skipped: shape3 } },
  envelope: { type: "object", fields: { success: shape1, message: shape2, data: shape11 } },
  invalidKey: { type: "object", fields: { valid: { type: "enum", values: [false] }, error: shape2, message: shape2 } },
  errorBody: { type: "object", fields: { detail: { type: "union", options: [{ type: "array", item: { type: "object", fields: { type: shape2, loc: { type: "array", item: { type: "union", options: [shape2, shape3] } }, msg: shape2, input: shape11 } } }, shape2] } } },
} as const satisfies Record<string, Shape>;
