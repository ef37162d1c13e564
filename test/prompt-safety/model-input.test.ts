import { describe, expect, it } from "vitest";
import { fieldNames, modelInput } from "../../src/prompt-safety/model-input.js";

const schema = {
  properties: {
    query: { type: "string" },
    limit: { type: "integer" },
    explain: { type: "boolean" },
    types: { type: "array" },
    filter: { type: "object" },
  },
  required: ["query"],
};

describe("modelInput()", () => {
  it.each<[string, unknown, unknown]>([
    ["a text", "Where?", { query: "Where?" }],
    ["nothing", undefined, {}],
    ["a wrapped object", { arguments: { query: "Where?" } }, { query: "Where?" }],
    ["a wrapped text", { input: "Where?" }, { query: "Where?" }],
    ["null", { query: "Where?", limit: null }, { query: "Where?" }],
    ["an empty text", { query: "Where?", filter: " " }, { query: "Where?" }],
    ["a number as text", { limit: " 20 " }, { limit: 20 }],
    ["a switch as text", { explain: "False" }, { explain: false }],
    ["one item", { types: "semantic" }, { types: ["semantic"] }],
    ["items between commas", { types: "semantic, file" }, { types: ["semantic", "file"] }],
    ["a list as JSON", { types: '["file"]' }, { types: ["file"] }],
    ["an object as JSON", { filter: '{"team": "atlas"}' }, { filter: { team: "atlas" } }],
  ])("reads %s as it was meant", (_, given, read) => {
    expect(modelInput(given, schema, "query")).toEqual(read);
  });

  it.each<[string, unknown]>([
    ["a needed field that is empty", { query: "" }],
    ["a field that there is not", { query: "Where?", top_k: null as unknown, k: 5 }],
    ["a number that is a text", { query: "7", limit: "a few" }],
    ["what is no JSON", { filter: "{team" }],
    ["a number where a text is asked for", { query: 7 }],
  ])("leaves %s for the schema to refuse", (_, given) => {
    const { top_k: _left, ...rest } = given as Record<string, unknown>;
    expect(modelInput(given, schema, "query")).toEqual(rest);
  });

  it("does not take a text for a tool that has no main field", () => {
    expect(modelInput("Ana", schema)).toBe("Ana");
  });
});

it("fieldNames() names what is needed first", () => {
  expect(fieldNames(schema)).toBe("query (required), limit, explain, types, filter");
});
