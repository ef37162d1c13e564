/**
 * The differences between keepsake and the hosted service of the specification. The hosted service
 * has three endpoints with two fields each. Payload fields that the specification leaves open may
 * be missing or have other names.
 */
import { MemoryError, type Parser } from "../contract/errors.js";
import type { Output } from "../contract/http.js";
import { type EndpointName, routes } from "../contract/plain/wire.js";
import { parserOf, type Shape } from "./parser.js";
import { payloadShapes } from "./payload-shapes.js";

/**
 * The fields that each endpoint of the hosted service takes (specification, sections 4.1 to 4.3).
 */
const fields: Partial<Record<EndpointName, readonly string[]>> = {
  details: [],
  search: ["query", "previous_context"],
  add: ["content", "previous_context"],
};

/**
 * Refuses what the hosted service cannot do before anything is sent. The service would silently
 * ignore an unknown field, which is worse than an error.
 *
 * @throws {MemoryError} `unsupported`
 */
export function checkHosted(name: EndpointName, action: string, input: unknown): void {
  const known = fields[name];
  if (known === undefined) throw unsupported(action, routes[name].path);
  if (Array.isArray(input)) throw unsupported(action, "content as messages");
  if (typeof input !== "object" || input === null) return;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const foreign = given.find(([field]) => !known.includes(field));
  if (foreign !== undefined) throw unsupported(action, foreign[0]);
  if (Array.isArray(Reflect.get(input, "content"))) throw unsupported(action, "content as messages");
}

function unsupported(action: string, what: string): MemoryError<"unsupported"> {
  return new MemoryError("unsupported", `Cannot ${action}: the hosted service has no ${what}`, {
    data: { what },
  });
}

/**
 * Which fields of a schema are specified, and which values other fields get if they are missing.
 */
interface Leniency {
  /** Names of fields that must be there. */
  readonly specified?: readonly string[];
  /** Replacement values for fields in which an empty value would have a meaning. */
  readonly otherwise?: Readonly<Record<string, unknown>>;
}

type ObjectShape = Extract<Shape, { type: "object" }>;

/** An object with other shapes for some of its fields. */
function withFields(shape: Shape, fields: Readonly<Record<string, Shape>>): ObjectShape {
  const object = shape as ObjectShape;
  return { ...object, fields: { ...object.fields, ...fields } };
}

/**
 * Makes a shape lenient about the fields that the specification does not show: if such a field is
 * missing or has an unknown form, it becomes empty.
 */
function lenient(shape: Shape, { specified = [], otherwise = {} }: Leniency = {}): ObjectShape {
  const fields = Object.entries((shape as ObjectShape).fields).map(([key, of]): [string, Shape] => {
    const value = otherwise[key] ?? emptyOf(of);
    return [key, specified.includes(key) ? of : { type: "default", of, value, caught: true }];
  });
  return withFields(shape, Object.fromEntries(fields));
}

function emptyOf({ type }: Shape): unknown {
  if (type === "optional") return undefined;
  if (type === "array") return [];
  return type === "number" ? 0 : "";
}

/**
 * Only the operation and the reason are specified; every other field is lenient. A missing
 * certainty means 1.
 */
function hostedDecision(shape: { readonly fields: { readonly items: { readonly item: Shape } } }): Shape {
  const item = lenient(shape.fields.items.item, {
    specified: ["operation", "reason"],
    otherwise: { certainty: 1 },
  });
  return withFields(shape as unknown as Shape, { items: { type: "array", item } });
}

function hostedAdd(): Shape {
  const { add } = payloadShapes;
  const { data, query } = add.fields.data.fields;
  const { semantic, episodic, procedural } = data.fields.memory_decisions.fields;
  const decisions = {
    semantic: hostedDecision(semantic),
    episodic: hostedDecision(episodic),
    procedural: hostedDecision(procedural),
  };
  const decided = withFields(data, {
    memory_decisions: withFields(data.fields.memory_decisions, decisions),
    skipped: { type: "default", of: data.fields.skipped, value: [], caught: true },
  });
  return withFields(add, { data: withFields(add.fields.data, { data: decided, query: lenient(query) }) });
}

function hostedSearch(): Shape {
  const { search } = payloadShapes;
  return withFields(search, {
    file_memory: { type: "array", item: lenient(search.fields.file_memory.item) },
  });
}

/** The payload parsers of the hosted service that differ from the contract's. */
export const hostedOutputs: { readonly [Name in EndpointName]?: Parser<Output<Name>> } = {
  add: parserOf(hostedAdd()),
  search: parserOf(hostedSearch()),
};
