/**
 * Derives flags from the contract: one option per field of an input schema, with the schema's name,
 * description, default and kind, so that a new field becomes a flag automatically. The library
 * checks the values; this module only converts text into JSON.
 */

import { z } from "zod";
import { type Command, InvalidArgumentError, Option } from "../bundled/commander.js";
import { metadata, metadataFilter, timestamp } from "../contract/record.js";

type Shape = Readonly<Record<string, z.ZodType>>;
type Values = Readonly<Record<string, unknown>>;

/** How a field is written on the command line. */
interface Kind {
  /** The placeholder after the flag's name; absent for a switch. */
  readonly placeholder?: string;
  readonly hint?: string;
  readonly choices?: readonly string[];
  readonly parse?: (text: string, before: unknown) => unknown;
}

/** The object inside an input schema that also takes short forms (`z.preprocess`). */
export function shapeOf(schema: z.ZodType): Shape {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.out as z.ZodType);
  if (schema instanceof z.ZodObject) return schema.shape as Shape;
  throw new TypeError(`Cannot derive flags: the schema must be an object, got ${schema.def.type}`);
}

/** Fields that have a flag of all commands. */
const shared: readonly string[] = ["scope"];

/**
 * Adds a flag for each field of `schema` except those in `except`, which are arguments of the
 * command.
 *
 * @returns a function that reads the given fields from the parsed options, by their contract names
 */
export function addFlags(
  command: Command,
  schema: z.ZodType,
  except: readonly string[] = [],
): (values: Values) => Record<string, unknown> {
  const options = Object.entries(shapeOf(schema))
    .filter(([key]) => !except.includes(key) && !shared.includes(key))
    .map(([key, field]) => ({ key, option: flagOf(key, field) }));
  for (const { option } of options) command.addOption(option);
  return (values) =>
    Object.fromEntries(
      options
        .map(({ key, option }) => [key, values[option.attributeName()]] as const)
        .filter(([, value]) => value !== undefined),
    );
}

function flagOf(key: string, field: z.ZodType): Option {
  const { inner, description, fallback } = unwrap(field);
  const kind = kindOf(inner);
  const name = `--${key.replaceAll("_", "-")}`;
  const text = [description, kind.hint, fallback].filter(Boolean).join("; ");
  const option = new Option(kind.placeholder ? `${name} <${kind.placeholder}>` : name, text);
  if (kind.choices) option.choices(kind.choices);
  return kind.parse ? option.argParser(kind.parse) : option;
}

/** Removes `optional` and `default`, and keeps the outermost description. */
function unwrap(field: z.ZodType): { inner: z.ZodType; description?: string; fallback?: string } {
  const description = field.description;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    const below = unwrap(field.unwrap() as z.ZodType);
    const shown = field instanceof z.ZodDefault ? fallbackOf(field.def.defaultValue) : undefined;
    return {
      inner: below.inner,
      ...(description || below.description ? { description: description ?? below.description ?? "" } : {}),
      ...(shown || below.fallback ? { fallback: shown ?? below.fallback ?? "" } : {}),
    };
  }
  return description ? { inner: field, description } : { inner: field };
}

function fallbackOf(value: unknown): string | undefined {
  return value === false ? undefined : `default ${JSON.stringify(value)}`;
}

function kindOf(field: z.ZodType): Kind {
  if (field === timestamp) return { placeholder: "time", hint: "ISO 8601, for instance 2026-05-03" };
  if (field === metadata) return { placeholder: "key=value", hint: "repeatable", parse: collectPairs };
  if (field === metadataFilter)
    return {
      placeholder: "condition",
      hint: "key=value, key!=value, key>=value … or JSON; repeatable",
      parse: collectFilter,
    };
  if (field instanceof z.ZodBoolean || field instanceof z.ZodLiteral) return {};
  if (field instanceof z.ZodNumber) return { placeholder: "n", parse: toNumber };
  if (field instanceof z.ZodEnum)
    return { placeholder: "name", choices: field.options.map((option) => String(option)) };
  if (field instanceof z.ZodArray) return listKind(field.element as z.ZodType);
  return { placeholder: "text" };
}

function listKind(element: z.ZodType): Kind {
  const names = element instanceof z.ZodEnum ? element.options.join(", ") : undefined;
  return {
    placeholder: "a,b,…",
    hint: names ?? "a list, or repeated",
    parse: (text, before) => [...((before as string[] | undefined) ?? []), ...splitList(text)],
  };
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part.length > 0);
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new InvalidArgumentError(`must be a number, got "${text}".`);
  return value;
}

/**
 * Collects `key=value` of a repeatable flag. Values that are JSON are parsed.
 *
 * @throws {InvalidArgumentError}
 */
export function collectPairs(text: string, before: unknown): Record<string, unknown> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError(`must be key=value, got "${text}".`);
  return { ...(before as object | undefined), [text.slice(0, at)]: toScalar(text.slice(at + 1)) };
}

/**
 * Collects `name=value` of a repeatable flag. Values are texts.
 *
 * @throws {InvalidArgumentError}
 */
export function collectLabels(text: string, before: unknown): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError(`must be name=value, got "${text}".`);
  return { ...(before as Record<string, string> | undefined), [text.slice(0, at)]: text.slice(at + 1) };
}

const comparisons = { "!=": "ne", ">=": "gte", "<=": "lte", ">": "gt", "<": "lt" } as const;

function collectFilter(text: string, before: unknown): Record<string, unknown> {
  const conditions = { ...(before as Record<string, unknown> | undefined) };
  if (text.startsWith("{")) return { ...conditions, ...jsonObject(text) };
  const parts = /^(.+?)(!=|>=|<=|=|>|<)(.*)$/su.exec(text);
  if (!parts) throw new InvalidArgumentError(`must be a condition such as team=atlas, got "${text}".`);
  const [, key = "", sign = "", raw = ""] = parts;
  const value = toScalar(raw);
  if (sign === "=") return { ...conditions, [key]: value };
  const bound = { [comparisons[sign as keyof typeof comparisons]]: value };
  return { ...conditions, [key]: { ...(conditions[key] as object | undefined), ...bound } };
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new InvalidArgumentError(`must be a JSON object: ${(error as Error).message}.`);
  }
}

/** Parses `3`, `true`, `null`, `["a","b"]` and `"3"` as JSON; returns any other text as it is. */
function toScalar(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Usually the text is not JSON: `team=atlas` means the word.
    return text;
  }
}
