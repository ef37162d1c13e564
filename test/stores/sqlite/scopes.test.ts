/**
 * Scopes in the store's file: older files have none, erased labels leave no byte, queries use
 * indexes.
 */
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { metadataMatcher } from "../../../src/stores/sqlite/filters/metadata-filter.js";
import { VisiblePassages } from "../../../src/stores/sqlite/passages/visible-passages.js";
import { supportedSchema } from "../../../src/stores/sqlite/schema/migrations.js";
import {
  ask,
  change,
  scope as criteria,
  erasure,
  fact,
  monday,
  now,
  passage,
  record,
  saved,
  unlimited,
} from "../store-fixture.js";
import { older, olderFile, openStore, temporaryPath } from "./sqlite-fixture.js";

const alice = { scope: { user: "alice the unmistakable" } };

/** The number of migrations of each layout before this one. */
const olderLayouts = Array.from({ length: supportedSchema - 1 }, (_, index) => index + 1);

describe("a file of an older layout", () => {
  it.each(olderLayouts)("with %i migrations opens, and its contents have no scope", async (steps) => {
    const path = temporaryPath();
    olderFile(path, steps);
    const store = openStore(path);
    const [kept] = await ask(store).passages([1], criteria);
    expect(kept?.text).toBe(older.text);
    expect(await ask(store).answered(older.key, monday)).toBe(older.answer);
    expect(await ask(store.within(alice)).passages([1], criteria)).toEqual([]);
    await store.within(alice).save(change([passage("I paint", { records: [record("a1")] })]));
    expect((await ask(store).statistics()).said.passages).toBe(1);
    expect((await store.erase([older.record], erasure())).ids).toEqual([older.record]);
    expect(await ask(store).answered(older.key, monday)).toBeUndefined();
  });
});

describe("erasing the last record of a scope", () => {
  it("leaves no byte of its labels, and no answer under a key", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    const part = store.within(alice);
    const under = { idempotency: { key: "k", answer: () => "an answer", recordIds: [] } };
    await part.save(change([passage("I paint", { records: [record("a1")] })]));
    await part.save(change([], under));
    expect(readFileSync(`${path}-wal`).includes("unmistakable")).toBe(true);
    const { residue } = await part.erase(["a1"], erasure());
    expect(residue).toEqual({ records: 0, passages: 0, vectors: 0, words: 0, overwritten: true });
    expect(await ask(part).answered("k", monday)).toBeUndefined();
    await store.close();
    expect(readFileSync(path).includes("unmistakable")).toBe(false);
  });

  it("reports a row that still contains its labels", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    await store.within(alice).save(change([passage("I paint", { records: [record("a1")] })]));
    const file = new Database(path);
    file.exec(
      "create trigger kept after delete on scopes begin insert into scopes (labels) values (old.labels); end",
    );
    file.close();
    const { residue } = await store.within(alice).erase(["a1"], erasure());
    expect(residue.passages).toBe(1);
  });

  it("does not reuse its number", async () => {
    const store = openStore(":memory:");
    const rows = async () =>
      (await store.within("everything").audit({ limit: 99 })).items.map(({ scope }) => scope);
    await store.within(alice).save(change([passage("I paint", { records: [record("a1")] })]));
    await store.within(alice).erase(["a1"], erasure());
    await store
      .within({ scope: { user: "bob" } })
      .save(change([passage("I row", { records: [record("b1")] })]));
    expect(await rows()).toEqual([1, 1, 1, 2, 2]);
    expect(await store.verifyAudit()).toMatchObject({ valid: true });
  });

  it("keeps the answers of scopes without records", async () => {
    const store = openStore(":memory:");
    const under = { idempotency: { key: "k", answer: () => "nothing kept", recordIds: [] } };
    await store.within({ scope: { user: "bob" } }).save(change([], under));
    await store.within(alice).save(change([passage("I paint", { records: [record("a1")] })]));
    await store.within(alice).erase(["a1"], erasure());
    expect(await ask(store.within({ scope: { user: "bob" } })).answered("k", monday)).toBe("nothing kept");
  });
});

it("a refused write does not leave the number of its scope to another scope", async () => {
  const store = openStore(":memory:");
  const refused = change([passage("I paint", { records: [record("a1")] })], {
    closings: [{ recordId: "not there", validTo: null, supersededBy: "a1" }],
  });
  expect((await store.within(alice).save(refused)).outcome).toBe("conflict");
  saved(
    await store
      .within({ scope: { user: "bob" } })
      .save(change([passage("I row", { records: [record("b1")] })])),
  );
  expect(await ask(store.within(alice)).passages([1], criteria)).toEqual([]);
  expect((await store.within(alice).list({ limit: 9, include_superseded: true }, now)).items).toEqual([]);
});

it("a call that began before the first scope was created sees only what has no scope", async () => {
  const store = openStore(":memory:");
  await store.save(change([passage("I row", { records: [record("n1")] })]));
  const call = store.within({ scope: null });
  expect((await ask(call).passages([1, 2], criteria)).map(({ text }) => text)).toEqual(["I row"]);
  await store.within(alice).save(change([passage("I paint", { records: [record("a1")] })]));
  expect(await ask(store.within(alice)).passages([1], criteria)).toHaveLength(1);
  expect((await ask(call).passages([1, 2], criteria)).map(({ text }) => text)).toEqual(["I row"]);
  expect(await ask(call).speakers([2])).toEqual([undefined]);
});

describe("VisiblePassages", () => {
  it.each([10, 10_000])(
    "returns the ordinal of each of %d passages, and the passage of an ordinal",
    (count) => {
      const seen = new VisiblePassages();
      const passages = Array.from({ length: count }, (_, at) => 3 + at * 5 + (at % 3));
      seen.add(passages.slice(0, count / 2));
      expect(seen.ordinalOf(passages[1]!)).toBe(2);
      seen.add(passages.slice(count / 2));
      expect(
        passages.every(
          (passage, at) => seen.ordinalOf(passage) === at + 1 && seen.passageAt(at + 1) === passage,
        ),
      ).toBe(true);
      expect([
        seen.ordinalOf(1),
        seen.ordinalOf(9_999_999),
        seen.passageAt(0),
        seen.passageAt(count + 1),
      ]).toEqual([undefined, undefined, undefined, undefined]);
    },
  );
});

it("no query of a scope reads rows of others", async () => {
  const path = temporaryPath();
  const part = openStore(path).within({ scope: { user: "alice" } });
  const prepare = vi.spyOn(Database.prototype, "prepare");
  const said = passage("Ana lives in Porto", { records: [fact("r1", ["Ana", "home", "Porto"])] });
  await part.save(
    change([said], { idempotency: { key: "k", answer: () => "", recordIds: [] }, limits: unlimited }),
  );
  const find = { limit: 9, scope: criteria };
  await ask(part).known([{ entity: "Ana", property: "home" }], ["digest"], ["r1"]);
  await ask(part).rules(find);
  await ask(part).about(["Ana"], { ...find, isProperty: () => true });
  await ask(part).during(now, now, find);
  await ask(part).onPage(1, find);
  await ask(part).passages([1], criteria);
  await part.list({ limit: 9, include_superseded: false }, now);
  await part.list({ limit: 9, include_superseded: false, entity: "Ana" }, now);
  await part.select({ entity: "Ana" });
  await ask(part).history("r1");
  await part.audit({ limit: 9 });
  for await (const _ of part.sources());
  await ask(part).file({ digest: "d", name: "n" });
  const asked = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  const file = new Database(path);
  file.function("metadata_matches", metadataMatcher());
  const plans = asked
    .filter(
      (sql) =>
        /^\s*(?:with|select)/.test(sql) &&
        /\b(?:passages|records|sources|files|audit|answers|names)\b/.test(sql),
    )
    .map((sql) => planOf(file, sql));
  file.close();
  expect(plans.length).toBeGreaterThan(15);
  // Only the highest number may be read from a whole table.
  const scans = plans.filter((plan) =>
    /\bSCAN (?:p|r|s|f|a|passages|records|sources|files|audit|answers|names)\b/.test(plan),
  );
  expect(scans.filter((plan) => !/max\((?:id|passage)\)/.test(plan))).toEqual([]);
});

function planOf(file: Database.Database, sql: string): string {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name!, null]);
  const unnamed = Array.from(sql.replaceAll(/'[^']*'/g, "").matchAll(/\?/g), () => null);
  const parameters = names.length > 0 ? [Object.fromEntries(names)] : unnamed;
  const rows = file.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters);
  return `${rows.map(({ detail }) => detail).join(", ")}: ${sql}`;
}
