/** The client's parsers against the schemas that their shapes were generated from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { inputShapes } from "../../src/client/input-shapes.js";
import { inputs } from "../../src/client/inputs.js";
import { parserOf, type Shape } from "../../src/client/parser.js";
import { payloadShapes } from "../../src/client/payload-shapes.js";
import { MemoryError, type Parser, parseInput } from "../../src/contract/errors.js";
import { recallInput } from "../../src/contract/recall.js";
import { memoryRecord, timestamp } from "../../src/contract/record.js";
import { rememberInput } from "../../src/contract/remember.js";
import { modules, renderShapes } from "../../tools/client-shapes/render-shapes.js";
import { projectRoot } from "../documents.js";

const [inputModule, payloadModule] = modules;

/** What parsing does: the value, or the error that the caller sees. */
function outcome(schema: Parser<unknown>, value: unknown): unknown {
  try {
    return { value: parseInput(schema, value, "check") };
  } catch (error) {
    if (!MemoryError.is(error, "invalid_input")) throw error;
    return { message: error.message, issues: error.data.issues };
  }
}

const texts = fc.constantFrom(
  "",
  " ",
  "Ana",
  "a\0b",
  "\ud800",
  "x/y",
  "user",
  "semantic",
  "found",
  "é".repeat(300),
);
const times = fc.oneof(
  fc.constantFrom(
    "2026-05-03",
    "2026-02-29",
    "2024-02-29T24:00:00Z",
    "2026-05-03T10:00",
    "0000-01-01",
    "yesterday",
  ),
  fc.date().map((date) => (Number.isNaN(date.getTime()) ? "none" : date.toISOString())),
  fc.date(),
);
const scalars = fc.oneof(
  texts,
  times,
  fc.constantFrom(
    0,
    1,
    2.5,
    -3,
    1e6,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    false,
    null,
    undefined,
  ),
  fc.constantFrom(new Map(), new Uint8Array(2), Symbol("s"), () => 1, 5n, Object.create(null)),
);
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalars,
    fc.array(tie("anything"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("gt", "lte", "ne", "user", "User", "role", "content", "at", "x"),
      tie("anything"),
      {
        maxKeys: 3,
      },
    ),
  ),
}));

/**
 * Values near a shape: each part is right most of the time, and anything else in the other cases.
 */
function near(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: right(shape) }, { weight: 1, arbitrary: anything });
}

function right(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.type) {
    case "string":
      return texts;
    case "number":
    case "int":
      return fc.constantFrom(0, 1, 7, 1000, 1001, -1, 0.5, 1e300);
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...shape.values);
    case "time":
      return times;
    case "array":
      return fc.array(near(shape.item), { maxLength: 3 });
    case "record":
      return fc.dictionary(fc.constantFrom("user", "agent", "Bad", "a\0"), near(shape.value), {
        maxKeys: 10,
      });
    case "union":
      return fc.oneof(...shape.options.map(right));
    case "optional":
    case "nullable":
    case "default":
      return fc.oneof(fc.constant(shape.type === "nullable" ? null : undefined), near(shape.of));
    case "object": {
      const fields = Object.fromEntries(
        Object.entries(shape.fields).map(([key, field]) => [key, near(field)]),
      );
      const extra = fc.constantFrom({}, {}, {}, { colour: "red" }, { "": 1, b: 2 });
      return fc
        .tuple(fc.record(fields, { requiredKeys: [] }), extra)
        .map(([one, other]) => ({ ...one, ...other }));
    }
    default:
      return anything;
  }
}

describe("the client's input parsers", () => {
  const schemas = Object.entries(inputModule!.schemas) as [keyof typeof inputShapes, z.ZodType][];

  it.each(schemas)("parse %s as the schema does, with the same messages", (name, schema) => {
    const parser = parserOf(inputShapes[name]);
    fc.assert(
      fc.property(near(inputShapes[name]), (value) => {
        expect(outcome(parser, value)).toEqual(outcome(schema, value));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it.each([
    ["remember", inputs.remember, rememberInput],
    ["recall", inputs.recall, recallInput],
  ] as const)("take what is short for an object, as %s does", (_, parser, schema) => {
    for (const value of ["", "Ana sails.", [], [{ role: "user", content: "Hi Ana." }], 5, null])
      expect(outcome(parser, value)).toEqual(outcome(schema, value));
  });

  it("know the same times as the contract", () => {
    const time = parserOf({ ...inputShapes.recall.fields.as_of.of });
    const digits = fc.stringMatching(
      /^[012]\d{3}-[0123]\d-[0-3]\d(T[012]\d:[0-6]\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/,
    );
    fc.assert(
      fc.property(digits, (value) => {
        expect(outcome(time, value)).toEqual(outcome(timestamp, value));
      }),
      { numRuns: 1000, seed: 1 },
    );
  });
});

describe("the client's payload parsers", () => {
  const schemas = Object.entries(payloadModule!.schemas) as [keyof typeof payloadShapes, z.ZodType][];

  it.each(schemas)("accept every %s that the contract accepts", (name, schema) => {
    const parser = parserOf(payloadShapes[name]);
    fc.assert(
      fc.property(near(payloadShapes[name]), (value) => {
        if (schema.safeParse(value).success)
          expect(parser.safeParse(value)).toEqual({ success: true, data: value });
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it("refuse what lacks a field, or has one of another type, wherever it is", () => {
    const record = { id: "r1", type: "semantic", text: "Ana sails." };
    const page = (item: object) =>
      parserOf(payloadShapes.records).safeParse({ items: [item], next_cursor: null });
    expect(page(record)).toMatchObject({ success: false });
    const whole = Object.fromEntries(Object.keys(memoryRecord.shape).map((key) => [key, "x"]));
    expect(page({ ...whole, metadata: {}, certainty: 1, page: 1 })).toMatchObject({ success: true });
    expect(page({ ...whole, metadata: { a: {} }, certainty: 1, page: 1 })).toMatchObject({ success: false });
  });
});

it.each(modules)("$path is up to date with the contract: npm run build:types", (module) => {
  expect(readFileSync(join(projectRoot, module.path), "utf8")).toBe(renderShapes(module));
});
