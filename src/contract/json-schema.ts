/** JSON Schema (2020-12) of a contract schema, as OpenAPI and tool definitions show it. */
import { z } from "zod";

type Document = z.core.JSONSchema.BaseSchema;

/**
 * The schema of what goes over a wire: `"input"` is what a caller may send, `"output"` what comes back. Kept short, because tool definitions
 * are read by models and paid for: a time is a string in ISO 8601 without the pattern that checks each day of February, and an integer says
 * no bounds that every JSON number has.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io,
    // A `Date` is a caller's convenience inside one process and cannot be sent: `plainTime` takes its place.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (takesDate(zodSchema)) plainTime(jsonSchema);
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.type === "integer") dropSafeBounds(jsonSchema);
    },
  });
  return document;
}

function takesDate({ _zod }: z.core.$ZodTypes): boolean {
  return _zod.def.type === "union" && _zod.def.options.some((option) => option._zod.def.type === "date");
}

function plainTime(document: Document): void {
  delete document.anyOf;
  document.type = "string";
  document.examples = ["2026-05-03", "2026-05-03T10:00:00Z"];
}

function dropSafeBounds(document: Document): void {
  if (document.minimum === Number.MIN_SAFE_INTEGER) delete document.minimum;
  if (document.maximum === Number.MAX_SAFE_INTEGER) delete document.maximum;
}

/** A schema as other libraries take it: Standard Schema and Standard JSON Schema (standardschema.dev). */
export interface SharedSchema<Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "keepsake";
    readonly types?: { readonly input: Input; readonly output: Input };
    readonly validate: (value: unknown) => { readonly value: Input };
    readonly jsonSchema: Record<"input" | "output", () => Record<string, unknown>>;
  };
}

/**
 * A contract schema for a library that shows it to a model. Nothing is checked here: the service parses what comes in and says what is wrong
 * in its own words, with the code that every door gives; what goes out is its own payload.
 */
export function sharedSchema<Schema extends z.ZodType>(schema: Schema): SharedSchema<z.input<Schema>> {
  const documents = { input: jsonSchemaOf(schema, "input"), output: jsonSchemaOf(schema, "output") };
  return {
    "~standard": {
      version: 1,
      vendor: "keepsake",
      validate: (value) => ({ value: value as z.input<Schema> }),
      // Copies: libraries write into what they are given.
      jsonSchema: {
        input: () => structuredClone(documents.input),
        output: () => structuredClone(documents.output),
      },
    },
  };
}
