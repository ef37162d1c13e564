import { describe, expect, it } from "vitest";
import { z } from "zod";
import { errorCodes, MemoryError, parseInput } from "../../src/contract/errors.js";
import { forgetInput } from "../../src/contract/forget.js";
import { recallInput } from "../../src/contract/recall.js";
import { recordsInput, timestamp } from "../../src/contract/record.js";
import { rememberInput } from "../../src/contract/remember.js";

const issues = (schema: z.ZodType, value: unknown) => {
  try {
    parseInput(schema, value, "test");
  } catch (error) {
    if (MemoryError.is(error, "invalid_input"))
      return error.data.issues.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    throw error;
  }
  return "accepted";
};

describe("rememberInput", () => {
  it("accepts a string, an object and chat messages as the same input", () => {
    expect(parseInput(rememberInput, "Ana", "test")).toEqual({ content: "Ana" });
    expect(parseInput(rememberInput, { content: "Ana" }, "test")).toEqual({ content: "Ana" });
    const messages = [{ role: "user", content: "Ana" }];
    expect(parseInput(rememberInput, messages, "test")).toEqual({ content: messages });
  });

  it.each([
    ["nothing", undefined, /expected object/],
    ["an empty string", "", /must not be empty/],
    ["white space", " \n\t ", /must not be empty/],
    ["10 MB", "x".repeat(10_485_760), /at most 1048576 characters/],
    ["a lone surrogate", "a\ud800b", /lone surrogate/],
    ["a NUL character", "a\0b", /NUL/],
    ["no messages", [], /at least one message/],
    ["messages of nothing", [{ role: "user", content: "  " }], /not empty/],
    ["an unknown role", [{ role: "robot", content: "hi" }], /role/],
    ["an unknown field", { content: "Ana", occured_at: "2026-01-01" }, /occured_at/],
    ["a time that is none", { content: "Ana", occurred_at: "yesterday" }, /ISO 8601/],
    ["a year past 9999", { content: "Ana", occurred_at: "+010000-01-01T00:00:00Z" }, /ISO 8601/],
    [
      "previous_context that is a deep list",
      { content: "Ana", previous_context: deep(1000) },
      /expected string/,
    ],
    ["nested metadata", { content: "Ana", metadata: { a: { b: 1 } } }, /metadata/],
    ["a number", 7, /expected object/],
  ])("refuses %s and says why", (_, input, rule) => {
    expect(issues(rememberInput, input)).toMatch(rule);
  });
});

describe("timestamp", () => {
  it.each([
    ["2026-05-03", "2026-05-03T00:00:00.000Z"],
    ["2026-05-03T10:00:00", "2026-05-03T10:00:00.000Z"],
    ["2026-05-03T10:00:00+02:00", "2026-05-03T08:00:00.000Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
  ])("parses %s as %s in every input", (given, utc) => {
    expect(timestamp.parse(given)).toBe(utc);
  });

  it("refuses an invalid Date", () => {
    expect(timestamp.safeParse(new Date(Number.NaN)).success).toBe(false);
  });
});

describe("recallInput", () => {
  it("has defaults for the budget and the limit", () => {
    expect(parseInput(recallInput, "Where?", "test")).toEqual({
      query: "Where?",
      token_budget: 1000,
      limit: 50,
      rules: "standing",
      explain: false,
    });
  });

  it.each([
    ["a budget of 0", { query: "x", token_budget: 0 }, /token_budget/],
    ["an empty query", { query: "" }, /query: must not be empty/],
    ["types that are none", { query: "x", types: ["dream"] }, /types/],
    ["a condition on metadata that bounds nothing", { query: "x", filter: { a: {} } }, /at least one of gt/],
  ])("refuses %s and says why", (_, input, rule) => {
    expect(issues(recallInput, input)).toMatch(rule);
  });
});

describe("forgetInput", () => {
  it.each([
    ["no condition", {}, /at least one of ids/],
    ["a reason alone", { reason: "why not" }, /at least one of ids/],
    ["everything without confirm", { all: true }, /needs confirm/],
    ["an empty filter, which would be everything", { filter: {} }, /at least one key/],
    ["no ids", { ids: [] }, /ids/],
  ])("refuses %s and says why", (_, input, rule) => {
    expect(issues(forgetInput, input)).toMatch(rule);
  });
});

describe("MemoryError", () => {
  it("has action, field and rule in its message and in its data", () => {
    expect(() => parseInput(recordsInput, { limit: 0 }, "list records")).toThrow(
      /^Cannot list records: limit: /,
    );
  });

  it("is identified by its code", () => {
    const error = new MemoryError("closed", "Cannot recall: it was closed", {});
    expect(MemoryError.is(error, "closed")).toBe(true);
    expect(MemoryError.is(error, "busy")).toBe(false);
    expect(MemoryError.is(new Error("closed"))).toBe(false);
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
  });
});

describe("schemas", () => {
  it.each([
    ["remember", rememberInput],
    ["recall", recallInput],
    ["forget", forgetInput],
  ])("have a JSON Schema: %s", (_, schema) => {
    expect(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).toHaveProperty("type", "object");
  });
});

function deep(levels: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
