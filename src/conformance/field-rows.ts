/** The tables of fields, sections 2.2 to 2.5, as data: the place and the type of each field. */
import { at } from "./exchange.js";
import type { ProbeName } from "./probes.js";

/** The type of a field. */
export type FieldKind = "boolean" | "string" | "integer" | "number" | "object" | "array" | "array of string";

/** One field of the specification. */
export interface FieldRow {
  readonly section: "2.2" | "2.3" | "2.4" | "2.5";
  readonly field: string;
  readonly kind: FieldKind;
  /** The replies that must contain it. */
  readonly probes: readonly ProbeName[];
  /** Its path in the body. */
  readonly path: string;
}

const handled: readonly ProbeName[] = ["details", "search", "add"];

function rows(
  section: FieldRow["section"],
  probes: readonly ProbeName[],
  { under, fields }: { readonly under: string; readonly fields: Readonly<Record<string, FieldKind>> },
): FieldRow[] {
  return Object.entries(fields).map(([field, kind]) => ({
    section,
    field,
    kind,
    probes,
    path: under + field,
  }));
}

/** Every field of the specification. */
export const fieldRows: readonly FieldRow[] = [
  ...rows("2.2", handled, { under: "", fields: { success: "boolean", message: "string", data: "object" } }),
  ...rows("2.3", ["details", "detailsByHeader"], {
    under: "data.",
    fields: {
      valid: "boolean",
      api_key: "string",
      "memory.id": "string",
      "memory.name": "string",
      "memory.usage.requests": "integer",
      "memory.usage.tokens": "integer",
      "memory.usage.spend": "number",
      "memory.storage_used": "integer",
      "memory.storage_limit": "integer",
      "plan.name": "string",
      "plan.storage_gb": "number",
      "plan.token_rate": "number",
      wallet_balance: "number",
    },
  }),
  ...rows("2.4", ["search", "searchWithContext"], {
    under: "data.",
    fields: {
      semantic_memory: "string",
      episodic_memory: "string",
      procedural_memory: "string",
      relevant_file_ids: "array of string",
      file_memory: "array",
      tokens: "integer",
      cost: "number",
      wallet_balance: "number",
    },
  }),
  ...rows("2.5", ["add", "addWithContext"], {
    under: "data.",
    fields: {
      stored: "boolean",
      bytes: "integer",
      embedding_bytes: "integer",
      total_storage_bytes: "integer",
      data: "object",
      tokens: "integer",
      cost: "number",
      wallet_balance: "number",
      "data.status": "integer",
      "data.success": "boolean",
      "data.data.should_store_memory": "boolean",
      "data.data.memory_decisions": "object",
      "data.data.memory_decisions.semantic.use": "boolean",
      "data.data.memory_decisions.semantic.items": "array",
      "data.data.memory_decisions.episodic.use": "boolean",
      "data.data.memory_decisions.episodic.items": "array",
      "data.data.memory_decisions.procedural.use": "boolean",
      "data.data.memory_decisions.procedural.items": "array",
      "data.query": "object",
    },
  }),
];

/**
 * The problem with a field of a body; `undefined` if there is none. It never contains a value,
 * because one of them is the key.
 */
export function fieldFault({ kind, path }: FieldRow, body: unknown): string | undefined {
  const value = at(body, path);
  if (value === undefined) return `${path} is missing`;
  return isKind(kind, value) ? undefined : `${path} must be ${kind}, got ${kindOf(value)}`;
}

function isKind(kind: FieldKind, value: unknown): boolean {
  if (kind === "integer") return Number.isSafeInteger(value);
  if (kind === "array") return Array.isArray(value);
  if (kind === "array of string")
    return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === kind;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && !Number.isInteger(value) ? "a fraction" : typeof value;
}
