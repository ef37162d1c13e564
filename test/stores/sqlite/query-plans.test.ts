/**
 * Without statistics, SQLite takes any equality for selective: no query may read all records of a
 * type.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { metadataMatcher } from "../../../src/stores/sqlite/filters/metadata-filter.js";
import type { Criteria } from "../../../src/stores/store.js";
import { ask, change, fact, now, passage, record, scope, testEmbedder } from "../store-fixture.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

it("no query reads all records of a type, except the one for the passages of a type", async () => {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  const path = temporaryPath();
  const store = openStore(path);
  await store.save(
    change([passage("Ana lives in Porto", { records: [fact("r1", ["Ana", "home", "Porto"])] })]),
  );
  const typed: Criteria = { ...scope, types: ["procedural", "semantic"] };
  const rule = passage("Always ask", { records: [record("r2", { type: "procedural", metadata: { k: 1 } })] });
  await store.save(
    change([rule], {
      expects: { facts: [{ entity: "Ana", property: "home", recordIds: ["r1"] }], absentDigests: [] },
    }),
  );
  await ask(store).known([{ entity: "Ana", property: "home" }], []);
  for (const asked of [scope, typed, { ...typed, filter: { k: 1 } }, { ...typed, asOf: now }]) {
    await ask(store).rules({ limit: 9, scope: asked });
    await ask(store).about(["Ana"], { limit: 9, scope: asked, isProperty: () => true });
    await ask(store).during(now, now, { limit: 9, scope: asked });
    await ask(store).nearest(new Float32Array(testEmbedder.dimensions).fill(1), { limit: 9, scope: asked });
    await ask(store).matching(["porto"], { limit: 9, scope: asked });
    await ask(store).passages([1, 2], asked);
  }
  await store.list({ types: ["semantic"], limit: 9, include_superseded: false }, now);
  await store.select({ type: "semantic", filter: { k: 1 } });
  await store.select({ type: "semantic", entity: "Ana" });
  const asked = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) => /\brecords\b/.test(sql));
  prepare.mockRestore();
  const file = new Database(path);
  file.function("metadata_matches", metadataMatcher());
  const plans = asked
    .filter((sql) => /^\s*(?:with|select|update|delete)/.test(sql))
    .map((sql) => planOf(file, sql));
  file.close();
  expect(plans.length).toBeGreaterThan(20);
  expect(plans.filter((plan) => /records_by_type \(<expr>=\?\)/.test(plan))).toEqual([]);
  expect(plans.filter((plan) => plan.includes("records_of_rules")).length).toBeGreaterThan(0);
});

it("layout() reads a covering index, after the last row that it has read", async () => {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  const path = temporaryPath();
  const store = openStore(path);
  await store.save(change([passage("Ana lives in Porto", { records: [record("r1")] })]));
  await ask(store).layout();
  const [asked] = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => sql.includes("select id, scope, source, word_count"));
  prepare.mockRestore();
  const file = new Database(path);
  const plan = planOf(file, asked!);
  file.close();
  expect(plan).toMatch(/^SEARCH p USING COVERING INDEX passages_by_scope \(scope=\? AND id>\? AND id<\?\)/);
});

function planOf(file: Database.Database, sql: string): string {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name!, null]);
  const unnamed = Array.from(sql.replaceAll(/'[^']*'/g, "").matchAll(/\?/g), () => null);
  const parameters = names.length > 0 ? [Object.fromEntries(names)] : unnamed;
  const rows = file.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters);
  return `${rows.map(({ detail }) => detail).join(", ")}: ${sql}`;
}

it("no statement has a bare parameter as its limit, for which SQLite would prepare it for each run", () => {
  const folder = fileURLToPath(new URL("../../../src/stores/sqlite/", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const filesWith = (form: RegExp) =>
    files.filter((name) => form.test(readFileSync(join(folder, name), "utf8")));
  expect(filesWith(/\blimit cast\([?@]/).length).toBeGreaterThan(10);
  expect(filesWith(/\b(?:limit|offset) (?:\?(?:["'`)]|\s*$| offset)|@\w+\b(?! [-+]))/m)).toEqual([]);
});
