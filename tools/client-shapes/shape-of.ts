/**
 * Turns the schemas of the contract into the shapes that the client parses by. A schema that has no
 * equivalent is an error, so a change of the contract cannot leave the client behind.
 */
import { z } from "zod";
import { type Bound, boundMessage, type Check, type Shape } from "../../src/client/parser.js";
import { type Predicate, predicates } from "../../src/contract/plain/predicates.js";
import { timestamp } from "../../src/contract/record.js";

/** How exact a shape is: an input has every check, a payload only what its reader relies on. */
export type Exactness = "input" | "payload";

/** Converts schemas of one exactness. */
export class Shapes {
  readonly #exactness: Exactness;

  constructor(exactness: Exactness) {
    this.#exactness = exactness;
  }

  /** @throws {TypeError} for a schema that no shape can express */
  of(schema: z.core.$ZodType): Shape {
    const shape = this.#typeOf(schema as z.core.$ZodTypes);
    const checks = this.#exactness === "input" ? checksOf(schema as z.core.$ZodTypes) : [];
    return checks.length === 0 ? shape : { ...shape, checks };
  }

  #typeOf(schema: z.core.$ZodTypes): Shape {
    if (schema === timestamp) {
      const { def } = timestamp.def.in._zod;
      return { type: "time", message: messageOf(def, { code: "invalid_union" })! };
    }
    const { def } = schema._zod;
    switch (def.type) {
      case "unknown":
      case "string":
      case "boolean":
      case "null":
        return { type: def.type };
      case "number": {
        const isInteger = (def as { format?: string }).format === "safeint";
        return { type: isInteger && this.#exactness === "input" ? "int" : "number" };
      }
      case "enum":
        // A newer service may know more values than this client.
        if (this.#exactness === "payload") return { type: "string" };
        return { type: "enum", values: Object.values(def.entries) as string[] };
      case "literal":
        return { type: "enum", values: def.values as (string | boolean)[] };
      case "array":
        return { type: "array", item: this.of(def.element) };
      case "record":
        return { type: "record", key: this.of(def.keyType), value: this.of(def.valueType) };
      case "union": {
        const options = def.options.map((option) => this.of(option));
        const message = messageOf(def, { code: "invalid_union" });
        return message === undefined ? { type: "union", options } : { type: "union", options, message };
      }
      case "optional":
      case "nullable":
        return { type: def.type, of: this.of(def.innerType) };
      case "default":
        return { type: "default", of: this.of(def.innerType), value: def.defaultValue };
      case "object":
        return this.#objectOf(def);
      case "custom":
        return {
          type: "custom",
          test: predicateOf((def as unknown as { fn: unknown }).fn),
          message: messageOf(def, { code: "custom" }) ?? "Invalid input",
        };
      default:
        throw new TypeError(`Cannot express a schema of the type ${def.type} as a shape`);
    }
  }

  #objectOf({ shape, catchall }: z.core.$ZodObjectDef): Shape {
    // A payload is checked for what its reader relies on: fields that may be absent are not.
    const isChecked = ([, field]: readonly [string, z.core.$ZodType]) =>
      this.#exactness === "input" || field._zod.def.type !== "optional";
    const fields = Object.entries(shape)
      .filter(isChecked)
      .map(([key, field]) => [key, this.of(field)] as const);
    const kind = (catchall as z.core.$ZodTypes | undefined)?._zod.def.type;
    // Unknown fields of a payload are kept: a newer service may return more.
    const isStrict = kind === "never" && this.#exactness === "input";
    const object: Shape = { type: "object", fields: Object.fromEntries(fields) };
    return isStrict ? { ...object, strict: true } : object;
  }
}

function checksOf(schema: z.core.$ZodTypes): Check[] {
  const { def } = schema._zod;
  if (schema === timestamp || def.type === "custom") return [];
  const own = def.type === "string" && "pattern" in def ? [patternOf(def)] : [];
  return [...own, ...(def.checks ?? []).flatMap((check) => checkOf(check, def.type))];
}

function patternOf(def: object): Check {
  const { pattern, format } = def as { pattern: RegExp; format: string };
  return ["pattern", pattern.source, messageOf(def, { code: "invalid_format", format })!];
}

/** The parts of a check's definition that a shape has. */
interface CheckDef {
  readonly check: string;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly value?: number;
  readonly fn?: unknown;
  readonly path?: readonly string[];
}

function checkOf(check: z.core.$ZodCheck<never>, origin: string): Check[] {
  const def = check._zod.def as unknown as CheckDef;
  switch (def.check) {
    // The type says so.
    case "number_format":
      return [];
    case "max_length":
      return [bound(["max", def.maximum!], def, { code: "too_big", maximum: def.maximum, origin })];
    case "min_length":
      return [bound(["min", def.minimum!], def, { code: "too_small", minimum: def.minimum, origin })];
    case "less_than":
      return [bound(["max", def.value!], def, { code: "too_big", maximum: def.value, origin })];
    case "greater_than":
      return [bound(["min", def.value!], def, { code: "too_small", minimum: def.value, origin })];
    case "string_format":
      return [patternOf(def)];
    case "custom": {
      const message = messageOf(def, { code: "custom" })!;
      const [path] = def.path ?? [];
      const name = predicateOf(def.fn);
      return [path === undefined ? [name, message] : [name, message, path]];
    }
    default:
      throw new TypeError(`Cannot express the check ${def.check} in a shape`);
  }
}

/** A bound, with its message unless it is the one that the parser makes. */
function bound(check: Bound, def: object, { origin, ...issue }: Record<string, unknown>): Check {
  const message = messageOf(def, { ...issue, origin, inclusive: true })!;
  return message === boundMessage(check, origin as string) ? check : [...check, message];
}

/** The message of an issue: the schema's own, else zod's. */
function messageOf(def: object, issue: Record<string, unknown>): string | undefined {
  const own = (def as { error?: (issue: object) => string | { message: string } | undefined }).error?.(issue);
  const said = own ?? (issue.code === "invalid_union" ? undefined : z.config().localeError?.(issue as never));
  return typeof said === "object" ? said?.message : said;
}

function predicateOf(test: unknown): Predicate {
  const found = Object.entries(predicates).find(([, predicate]) => predicate === test);
  if (found !== undefined) return found[0] as Predicate;
  throw new TypeError(
    "Cannot express a condition in a shape: it must be one of contract/plain/predicates.ts",
  );
}
