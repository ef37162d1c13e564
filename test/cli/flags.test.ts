import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { addFlags, shapeOf } from "../../src/cli/flags.js";
import { forgetInput } from "../../src/contract/forget.js";
import { auditInput } from "../../src/contract/maintenance/audit.js";
import { recallInput } from "../../src/contract/recall.js";
import { recordsInput } from "../../src/contract/record.js";
import { rememberInput } from "../../src/contract/remember.js";

function parse(schema: Parameters<typeof addFlags>[1], argv: string[]): Record<string, unknown> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  const fieldsOf = addFlags(command, schema);
  command.parse(argv, { from: "user" });
  return fieldsOf(command.opts());
}

describe("addFlags()", () => {
  test.each([
    ["remember", rememberInput],
    ["recall", recallInput],
    ["forget", forgetInput],
    ["records", recordsInput],
    ["audit", auditInput],
  ] as const)("makes a flag of every field that %s takes, and says what it means", (_, schema) => {
    const command = new Command();
    addFlags(command, schema);
    const names = command.options.map((option) => option.long?.slice(2).replaceAll("-", "_"));
    // All commands share the flag for the scope.
    expect(names).toEqual(Object.keys(shapeOf(schema)).filter((name) => name !== "scope"));
    expect(command.options.filter(({ description }) => description === "")).toEqual([]);
  });

  test("returns only the given flags, by their contract names", () => {
    expect(parse(recallInput, ["--token-budget", "200", "--explain", "--as-of", "2026-04-01"])).toEqual({
      token_budget: 200,
      explain: true,
      as_of: "2026-04-01",
    });
    expect(parse(recallInput, [])).toEqual({});
  });

  test("accepts lists with commas and repeated flags", () => {
    expect(parse(recallInput, ["--types", "semantic,episodic", "--types", "procedural"])).toEqual({
      types: ["semantic", "episodic", "procedural"],
    });
  });

  test("parses metadata as JSON if it is JSON, otherwise as text", () => {
    const argv = ["team=atlas", "size=3", "open=true", 'tags=["a","b"]', "note=a=b"].flatMap((pair) => [
      "--metadata",
      pair,
    ]);
    expect(parse(rememberInput, argv)).toEqual({
      metadata: { team: "atlas", size: 3, open: true, tags: ["a", "b"], note: "a=b" },
    });
  });

  test("parses filter conditions, and merges those on one key", () => {
    const argv = ["team=atlas", "size>=3", "size<9", "open!=true", '{"tag":["a","b"]}'].flatMap((part) => [
      "--filter",
      part,
    ]);
    expect(parse(recallInput, argv)).toEqual({
      filter: { team: "atlas", size: { gte: 3, lt: 9 }, open: { ne: true }, tag: ["a", "b"] },
    });
  });

  test.each([
    [rememberInput, ["--metadata", "nothing"]],
    [recallInput, ["--limit", "many"]],
    [recallInput, ["--filter", "team"]],
    [recallInput, ["--filter", "{team"]],
    [forgetInput, ["--type", "musical"]],
  ] as const)("refuses a value that cannot be read: %#", (schema, argv) => {
    expect(() => parse(schema, [...argv])).toThrow(/invalid/u);
  });

  test("has the description and default of each field", () => {
    const command = new Command();
    addFlags(command, recallInput, ["query"]);
    const help = command.helpInformation();
    expect(help).toContain("--token-budget <n>");
    expect(help).toContain("most tokens of prose in total; default 1000");
    expect(help).not.toContain("--query");
  });
});
