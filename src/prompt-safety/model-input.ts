/**
 * Normalizes the input that a model gives a tool. Models write `null` or `""` for an omitted field,
 * numbers and booleans as strings, one item in place of a list, and objects as JSON strings. Pure.
 * Only input with one possible meaning is changed; the schema refuses all else with its own
 * messages.
 */
import { MemoryError } from "../contract/errors.js";
import type { ForgetInput } from "../contract/forget.js";
import { readScopeFields } from "../contract/scope.js";

type Json = Readonly<Record<string, unknown>>;

/** The part of a tool's JSON Schema that is used here. */
export interface InputSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

interface FieldSchema {
  readonly type?: string;
  readonly anyOf?: readonly FieldSchema[];
}

/**
 * Normalizes an input.
 *
 * @param main The field that a bare string is the value of.
 */
export function modelInput(
  given: unknown,
  { properties = {}, required = [] }: InputSchema,
  main?: string,
): unknown {
  const input = unwrapped(given, properties);
  if (typeof input === "string" && main !== undefined) return { [main]: input };
  if (input === undefined || input === null) return {};
  if (!isObject(input)) return input;
  const fields = Object.entries(input).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isLeftOut = value === null || (typeof value === "string" && value.trim() === "");
    if (isLeftOut && !required.includes(name)) return [];
    return [[name, field === undefined ? value : fieldValue(value, field)] as const];
  });
  return Object.fromEntries(fields);
}

/** Names of a tool's fields, required ones first. */
export function fieldNames({ properties = {}, required = [] }: InputSchema): string {
  const names = [...required, ...Object.keys(properties).filter((name) => !required.includes(name))];
  return names.map((name) => (required.includes(name) ? `${name} (required)` : name)).join(", ");
}

const wrappers = ["input", "arguments", "params", "parameters"];

/** `{ "input": { … } }`, if the tool has no such field. */
function unwrapped(given: unknown, properties: Json): unknown {
  if (!isObject(given)) return given;
  const [name, ...others] = Object.keys(given);
  const isWrapper =
    name !== undefined && others.length === 0 && wrappers.includes(name) && !(name in properties);
  return isWrapper ? given[name] : given;
}

function fieldValue(value: unknown, field: FieldSchema): unknown {
  if (field.type === "array" && !Array.isArray(value)) return listOf(value);
  if (typeof value !== "string") return value;
  const text = value.trim();
  if ((field.type === "integer" || field.type === "number") && /^-?\d+(?:\.\d+)?$/.test(text))
    return Number(text);
  if (field.type === "boolean" && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (field.type === "object" && text.startsWith("{")) return parsed(text) ?? value;
  return value;
}

/** One item, several between commas, or a list as JSON. */
function listOf(value: unknown): unknown {
  if (typeof value !== "string") return isObject(value) ? value : [value];
  const text = value.trim();
  if (text.startsWith("[")) return parsed(text) ?? value;
  return text.split(/\s*,\s*/).filter((item) => item !== "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema reports what it accepts.
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the input.
 *
 * @throws {MemoryError} `invalid_input` if it contains a scope
 */
export function withoutScope<Input>(input: Input, action: string): Input {
  const chosen = Object.keys(readScopeFields).find(
    (field) => typeof input === "object" && input !== null && Object.hasOwn(input, field),
  );
  if (chosen === undefined) return input;
  const msg = "is set by the host and must not be given by a model";
  throw new MemoryError("invalid_input", `Cannot ${action}: ${chosen}: ${msg}`, {
    data: { issues: [{ type: "unrecognized_keys", loc: [chosen], msg }] },
  });
}

/**
 * The call of `forget` that is made for a model. A query without ids only previews, even with
 * `confirm: true`. With the ids of the preview, it erases those records that the query still
 * matches.
 */
export function previewFirst(input: ForgetInput): ForgetInput {
  return isPreview(input) ? { ...input, confirm: false } : input;
}

/** Whether a model's call only previews. */
export function isPreview({ query, ids, confirm }: ForgetInput): boolean {
  return query !== undefined && (ids === undefined || confirm !== true);
}
