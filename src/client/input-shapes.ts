/** What the client's callers may pass, as shapes. Generated from the contract by `npm run build:types`. */
import type { Shape } from "./parser.js";

// biome-ignore format: generated, one shape to a line.
const shape1 = { type: "string", checks: [["max", 256], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape2 = { type: "record", key: { type: "string" }, value: shape1, checks: [["labelNames", "each label's name must match [a-z][a-z0-9_]{0,63}, for instance user"], ["someKey", "must have at least one label"], ["fewLabels", "must have at most 8 labels"]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape3 = { type: "optional", of: shape2 } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape4 = { type: "string", checks: [["max", 1048576], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape5 = { type: "optional", of: shape1 } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape6 = { type: "optional", of: { type: "time", message: "must be a Date or an ISO 8601 time such as 2026-05-03T10:00:00Z" } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape7 = { type: "optional", of: shape4 } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape8 = { type: "string", checks: [["min", 1], ["max", 128, "Too big: expected string to have <=128 characters"], ["plainKey", "must be plain text"]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape9 = { type: "string", checks: [["max", 16384], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape10 = { type: "number" } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape11 = { type: "boolean" } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape12 = { type: "union", options: [shape9, shape10, shape11, { type: "null" }] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape13 = { type: "optional", of: { type: "record", key: shape8, value: { type: "union", options: [shape12, { type: "array", item: shape12, checks: [["max", 256]] }] }, checks: [["fewKeys", "must have at most 64 keys"]] } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape14 = { type: "optional", of: shape11 } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape15 = { type: "string", checks: [["max", 128], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape16 = { type: "optional", of: shape15 } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape17 = { type: "string", checks: [["max", 32768], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape18 = { type: "optional", of: { type: "string", checks: [["max", 512], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape19 = { type: "enum", values: ["semantic", "episodic", "procedural", "file"] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape20 = { type: "optional", of: { type: "array", item: shape19, checks: [["min", 1]] } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape21 = { type: "optional", of: { type: "union", options: [shape9, shape10] } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape22 = { type: "optional", of: { type: "record", key: shape8, value: { type: "union", options: [shape12, { type: "array", item: shape12, checks: [["min", 1], ["max", 256]] }, { type: "object", fields: { gt: shape21, gte: shape21, lt: shape21, lte: shape21, ne: { type: "optional", of: shape12 } }, strict: true, checks: [["someKey", "must name at least one of gt, gte, lt, lte, ne"]] }] } } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape23 = { type: "int", checks: [["min", 1], ["max", 100000]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape24 = { type: "int", checks: [["min", 1], ["max", 1000]] } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape25 = { type: "default", of: shape11, value: false } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape26 = { type: "optional", of: { type: "string", checks: [["min", 1], ["max", 256, "Too big: expected string to have <=256 characters"]] } } as const satisfies Shape;
// biome-ignore format: generated, one shape to a line.
const shape27 = { type: "default", of: shape24, value: 100 } as const satisfies Shape;

/** What the client's callers may pass, by name. */
// biome-ignore format: generated, one shape to a line.
export const inputShapes = {
  remember: { type: "object", fields: { scope: shape3, content: { type: "union", options: [{ type: "string", checks: [["max", 1048576], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] }, { type: "array", item: { type: "object", fields: { role: { type: "enum", values: ["user", "assistant", "system", "tool"] }, content: shape4, name: shape5, at: shape6 }, strict: true }, checks: [["min", 1, "must contain at least one message"], ["max", 10000, "must contain at most 10000 messages"], ["someMessage", "must contain a message that is not empty"], ["shortMessages", "must be at most 1048576 characters in total"]] }] }, previous_context: shape7, occurred_at: shape6, speaker: shape5, metadata: shape13, expires_at: shape6, idempotency_key: shape5, dry_run: shape14 }, strict: true },
  rememberFile: { type: "object", fields: { path: { type: "optional", of: { type: "string", checks: [["max", 4096], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"], ["withoutNul", "must not contain a NUL character"]] } }, name: { type: "optional", of: { type: "string", checks: [["max", 255], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"], ["withoutFolder", "must be a file name without a folder"]] } }, data: { type: "optional", of: { type: "custom", test: "bytes", message: "must be a Uint8Array" } }, scope: shape3, media_type: { type: "optional", of: { type: "string", checks: [["max", 255], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] } }, file_id: shape16, occurred_at: shape6, metadata: shape13, expires_at: shape6 }, strict: true, checks: [["pathOrData", "must have either path or data"], ["namedData", "must be given with data", "name"]] },
  recall: { type: "object", fields: { scope: shape3, include_unscoped: shape14, query: shape17, previous_context: shape7, speaker: shape18, as_of: shape6, types: shape20, filter: shape22, token_budget: { type: "default", of: shape23, value: 1000 }, limit: { type: "default", of: shape24, value: 50 }, rules: { type: "default", of: { type: "enum", values: ["standing", "relevant", "none"] }, value: "standing" }, explain: shape25, trace: shape14 }, strict: true },
  profile: { type: "object", fields: { scope: shape3, include_unscoped: shape14, speaker: shape5, filter: shape22, token_budget: { type: "default", of: shape23, value: 500 } }, strict: true },
  forget: { type: "object", fields: { ids: { type: "optional", of: { type: "array", item: shape15, checks: [["min", 1], ["max", 10000]] } }, file_id: shape16, entity: shape18, type: { type: "optional", of: shape19 }, before: shape6, after: shape6, filter: shape22, query: { type: "optional", of: shape17 }, speaker: shape18, all: { type: "optional", of: { type: "enum", values: [true] } }, confirm: shape25, dry_run: shape14, reason: { type: "optional", of: { type: "string", checks: [["max", 2000], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] } }, scope: shape3 }, strict: true, checks: [["selective", "must name at least one of ids, file_id, entity, type, before, after, filter, query, all"], ["speakerWithQuery", "speaker needs a query: it says who 'I' in the query is"], ["confirmedAll", "all: true needs confirm: true"], ["someFilter", "filter must name at least one key"]] },
  records: { type: "object", fields: { scope: shape3, include_unscoped: shape14, ids: { type: "optional", of: { type: "array", item: shape15, checks: [["max", 1000]] } }, types: shape20, entity: shape18, property: shape18, source_id: shape16, after: shape6, before: shape6, filter: shape22, speaker: shape18, text: { type: "optional", of: { type: "string", checks: [["max", 1024], ["wellFormed", "must be well-formed Unicode: it contains a lone surrogate"], ["withoutNul", "must not contain a NUL character"], ["filled", "must not be empty"]] } }, as_of: shape6, include_superseded: shape25, order: { type: "optional", of: { type: "enum", values: ["oldest", "newest"] } }, cursor: shape26, limit: shape27 }, strict: true },
  audit: { type: "object", fields: { scope: shape3, operation: { type: "optional", of: { type: "enum", values: ["REMEMBER", "CREATE", "UPDATE", "FORGET", "EXPIRE", "IMPORT", "REEMBED", "PRUNE", "KEY_CREATE", "KEY_REVOKE"] } }, record_id: shape16, after: shape6, before: shape6, cursor: shape26, limit: shape27 }, strict: true },
  recordId: shape15,
  scope: shape2,
  options: { type: "object", fields: { url: { type: "custom", test: "address", message: "must be an http or https address without a query" }, key: { type: "string", checks: [["pattern", "^[\\x21-\\x7e]{1,4096}$", "must be the key as it was shown: visible ASCII without spaces"]] }, service: { type: "default", of: { type: "enum", values: ["keepsake", "hosted"] }, value: "keepsake" }, timeoutMs: { type: "default", of: { type: "int", checks: [["min", 1], ["max", 86400000]] }, value: 30000 }, retries: { type: "default", of: { type: "int", checks: [["min", 0], ["max", 20]] }, value: 3 }, retryBaseMs: { type: "default", of: { type: "int", checks: [["min", 0], ["max", 60000]] }, value: 250 }, retryMaxMs: { type: "default", of: { type: "int", checks: [["min", 0], ["max", 600000]] }, value: 10000 }, maxRetryAfterMs: { type: "default", of: { type: "int", checks: [["min", 0], ["max", 3600000]] }, value: 60000 }, fetch: { type: "optional", of: { type: "custom", test: "callable", message: "must be a function such as the global fetch" } }, clock: { type: "optional", of: { type: "custom", test: "callable", message: "must be a function that gives a Date" } }, random: { type: "optional", of: { type: "custom", test: "callable", message: "must be a function that gives a number from 0 to below 1" } }, sleep: { type: "optional", of: { type: "custom", test: "callable", message: "must be a function that waits" } }, newKey: { type: "optional", of: { type: "custom", test: "callable", message: "must be a function that gives a new idempotency key each time" } } }, strict: true },
} as const satisfies Record<string, Shape>;
