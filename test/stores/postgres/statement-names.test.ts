import { expect, test } from "vitest";
import { statementName } from "../../../src/stores/postgres/database/statement-names.js";
import { Bound } from "../../../src/stores/postgres/database/transaction.js";
import { metadataSql } from "../../../src/stores/postgres/reading/metadata-sql.js";

const schema = "names_of_statements";
const nameOf = (text: string, passages = 10) => statementName({ schema, passages }, text);

/** A statement with a filter that accepts one of some numbers. */
const filtered = (numbers: number) => {
  const accepted = Array.from({ length: numbers }, (_, at) => at);
  return `select 1 where ${metadataSql(new Bound(), { rank: accepted }).join(" and ")}`;
};

test("statementName() names a statement once for each size of a store", () => {
  expect(nameOf("select 1", 8)).toBe(nameOf("select 1", 62));
  expect(nameOf("select 1", 8)).not.toBe(nameOf("select 1", 63));
  expect(nameOf("select 1")).not.toBe(nameOf("select 2"));
});

test("statementName() names only some filters, and they take no names from other statements", () => {
  const names = Array.from({ length: 200 }, (_, at) => nameOf(filtered(at + 1)));
  expect(names[0]).toBeDefined();
  expect(names.filter((name) => name !== undefined).length).toBeLessThanOrEqual(128);
  expect(nameOf(filtered(1))).toBe(names[0]);
  expect(nameOf("select 3")).toBeDefined();
});
