/**
 * Writes the members of input interfaces from zod schemas. TypeScript shows no docstrings for a
 * type that zod infers, so each option and input is an interface whose members repeat the schema: a
 * docstring from `describe()`, the default, and the type that zod infers. The schema stays the only
 * source.
 */
import { z } from "zod";

/** An interface below a marker line: the name of its schema, and the text of its members. */
export interface Marked {
  readonly schema: string;
  readonly name: string;
  /** The names of its members. */
  readonly fields: readonly string[];
  /** Offset of the first character of its members. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
}

const marker =
  /\/\/ Members generated from `(\w+)` by npm run build:types\.\n(?:\/\*\*[\s\S]*?\*\/\n)?export interface (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gmu;

/** The marked interfaces of a source file. */
export function markedInterfaces(source: string): Marked[] {
  return [...source.matchAll(marker)].map((match) => {
    const [, schema = "", name = "", members = ""] = match;
    const end = match.index + match[0].length - 1;
    const fields = [...members.matchAll(/^ {2}(\w+)\??: /gmu)].map(([, field = ""]) => field);
    return { schema, name, fields, start: end - members.length, end };
  });
}

/** The members of an interface, one per field of the schema. */
export function membersOf(schema: z.ZodObject, name: string): string {
  return Object.entries(schema.shape)
    .map(([key, field]) => {
      const type = `z.input<typeof ${name}>["${key}"]`;
      return `${docstring(field)}  ${key}${isOptional(field) ? "?" : ""}: ${type};\n`;
    })
    .join("");
}

function isOptional(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
}

/** The description as a sentence, and the default, wrapped at 100 columns. */
function docstring(field: z.core.$ZodType): string {
  const { description, fallback } = metaOf(field);
  const sentence =
    description === undefined ? "" : `${description[0]!.toUpperCase()}${description.slice(1)}.`;
  const lines = [...wrapped(sentence), ...(fallback === undefined ? [] : ["", `@default ${fallback}`])];
  if (lines.length === 1 && lines[0] === "") return "";
  if (lines.length === 1 && lines[0]!.length <= 90) return `  /** ${lines[0]} */\n`;
  return `  /**\n${lines.map((line) => `   * ${line}`.trimEnd()).join("\n")}\n   */\n`;
}

interface Meta {
  readonly description?: string | undefined;
  readonly fallback?: string | undefined;
}

/** The outermost description of a field, and its default. */
function metaOf(field: z.core.$ZodType): Meta {
  const description = z.globalRegistry.get(field)?.description;
  const inner =
    field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.def.innerType : undefined;
  const below: Meta = inner === undefined ? {} : metaOf(inner);
  const fallback = field instanceof z.ZodDefault ? JSON.stringify(field.def.defaultValue) : below.fallback;
  return { description: description ?? below.description, fallback };
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 95)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
