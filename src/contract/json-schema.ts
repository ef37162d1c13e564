/** JSON Schema (2020-12) of a contract schema, for OpenAPI and tool definitions. */
import { z } from "zod";

type Document = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema of what is sent as JSON: `"input"` is what a caller may send, `"output"` what is
 * returned. It is kept short, because models read tool definitions and each token costs money. A
 * time is an ISO 8601 string without the pattern that validates each day of February. An integer
 * has no bounds that every JSON number has.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io,
    // A `Date` is a convenience inside one process and cannot be sent: `plainTime` replaces it.
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

/**
 * A schema in the form that other libraries accept: Standard Schema and Standard JSON Schema
 * (standardschema.dev).
 */
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
 * A contract schema for a library that shows it to a model. `validate` accepts everything: the
 * service parses the input and reports problems with its own messages and codes, as it does for
 * every interface.
 */
export function sharedSchema<Schema extends z.ZodType>(schema: Schema): SharedSchema<z.input<Schema>> {
  const documents = { input: jsonSchemaOf(schema, "input"), output: jsonSchemaOf(schema, "output") };
  return {
    "~standard": {
      version: 1,
      vendor: "keepsake",
      validate: (value) => ({ value: value as z.input<Schema> }),
      // Copies, because libraries modify the objects they receive.
      jsonSchema: {
        input: () => structuredClone(documents.input),
        output: () => structuredClone(documents.output),
      },
    },
  };
}
