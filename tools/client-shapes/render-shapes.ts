/** Renders the shapes of the client from the schemas of the contract. */
import type { z } from "zod";
import { clientOptions } from "../../src/client/options-schema.js";
import { forgetInput } from "../../src/contract/forget.js";
import { endpoints, envelope, errorBody, invalidKeyPayload } from "../../src/contract/http.js";
import { auditInput } from "../../src/contract/maintenance/audit.js";
import { profileInput } from "../../src/contract/profile.js";
import { recallObject } from "../../src/contract/recall.js";
import { recordId, recordsInput } from "../../src/contract/record.js";
import { rememberObject } from "../../src/contract/remember.js";
import { rememberFileInput } from "../../src/contract/remember-file.js";
import { scope } from "../../src/contract/scope.js";
import { type Exactness, Shapes } from "./shape-of.js";

interface Module {
  readonly path: string;
  readonly doc: string;
  readonly exactness: Exactness;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
}

/** The modules, relative to the repository, and the schemas of each. */
export const modules: readonly Module[] = [
  {
    path: "src/client/input-shapes.ts",
    doc: "What the client's callers may pass",
    exactness: "input",
    schemas: {
      remember: rememberObject,
      rememberFile: rememberFileInput,
      recall: recallObject,
      profile: profileInput,
      forget: forgetInput,
      records: recordsInput,
      audit: auditInput,
      recordId,
      scope,
      options: clientOptions,
    },
  },
  {
    path: "src/client/payload-shapes.ts",
    doc: "What a service returns",
    exactness: "payload",
    schemas: {
      ...Object.fromEntries(Object.entries(endpoints).map(([name, { output }]) => [name, output])),
      // A trace is for people to read: it is passed on as it is, like every field without a shape.
      search: endpoints.search.output.omit({ trace: true }),
      envelope,
      invalidKey: invalidKeyPayload,
      errorBody,
    },
  },
];

/** One shape to a line: one field to a line would be a thousand lines. */
const unformatted = "// biome-ignore format: generated, one shape to a line.\n";

/** The text of a module. */
export function renderShapes({ doc, exactness, schemas }: Module): string {
  const shapes = new Shapes(exactness);
  const writer = new Writer(Object.values(schemas).map((schema) => shapes.of(schema)));
  const fields = Object.entries(schemas).map(
    ([name, schema]) => `  ${name}: ${writer.text(shapes.of(schema))},`,
  );
  return [
    `/** ${doc}, as shapes. Generated from the contract by \`npm run build:types\`. */`,
    'import type { Shape } from "./parser.js";',
    "",
    ...writer.constants,
    "",
    `/** ${doc}, by name. */`,
    `${unformatted}export const ${exactness}Shapes = {`,
    ...fields,
    "} as const satisfies Record<string, Shape>;",
    "",
  ].join("\n");
}

/** Writes shapes as literals. A part that occurs more than once is a constant of its own. */
class Writer {
  readonly constants: string[] = [];
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(shapes: readonly object[]) {
    for (const shape of shapes) this.#count(shape);
  }

  text(value: unknown): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const key = JSON.stringify(value);
    const name = this.#names.get(key);
    if (name !== undefined) return name;
    const literal = Array.isArray(value)
      ? `[${value.map((item) => this.text(item)).join(", ")}]`
      : `{ ${Object.entries(value)
          .map(([field, item]) => `${field}: ${this.text(item)}`)
          .join(", ")} }`;
    if (Array.isArray(value) || (this.#uses.get(key) ?? 0) < 2) return literal;
    const named = `shape${this.#names.size + 1}`;
    this.#names.set(key, named);
    this.constants.push(`${unformatted}const ${named} = ${literal} as const satisfies Shape;`);
    return named;
  }

  #count(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const key = JSON.stringify(value);
    const uses = this.#uses.get(key) ?? 0;
    if ("type" in value) this.#uses.set(key, uses + 1);
    if (uses === 0) for (const part of Object.values(value)) this.#count(part);
  }
}
