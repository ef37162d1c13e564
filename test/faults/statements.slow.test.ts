/**
 * Each verb of a store while one of its statements fails: a named error, no half state, and a store
 * that goes on.
 */
import { describe, expect, it } from "vitest";
import type { SqliteStore } from "../../src/stores/sqlite/sqlite-store.js";
import { openStore, temporaryPath } from "../stores/sqlite/sqlite-fixture.js";
import { change, erasure, passage, record } from "../stores/store-fixture.js";
import { FailingDriver } from "./failing-driver.js";

const time = "2026-04-01T12:00:00.000Z";
const kept = ["a", "b", "c", "d"];
const saved = (id: string) =>
  change([passage(`passage ${id}`, { records: [record(id)] })], {
    source: { id: `source-${id}`, createdAt: time },
  });

const verbs: Readonly<Record<string, (store: SqliteStore) => Promise<unknown>>> = {
  save: (store) => store.save(saved("new")),
  erase: (store) => store.erase(["b"], erasure()),
  list: (store) => store.list({ limit: 10, include_superseded: true }, time),
  usage: (store) => store.usage(),
  verifyAudit: (store) => store.verifyAudit(),
};

async function idsOf(store: SqliteStore): Promise<string[]> {
  const { items } = await store.list({ limit: 100, include_superseded: true }, time);
  return items.map(({ id }) => id).sort();
}

/** The ids of a store before and after a verb, and how many statements it ran. */
async function withoutFault(verb: (store: SqliteStore) => Promise<unknown>) {
  const driver = new FailingDriver();
  const store = openStore(temporaryPath(), { driver });
  for (const id of kept) await store.save(saved(id));
  driver.arm();
  await verb(store);
  const { ran } = driver;
  return { ran, after: await idsOf(store) };
}

describe.each(Object.entries(verbs))("%s(), each of whose statements fails in its turn", (_, verb) => {
  it("is refused with a named error or acknowledged, and leaves a whole store", async () => {
    const { ran, after } = await withoutFault(verb);
    expect(ran).toBeGreaterThan(0);
    let refused = 0;
    for (let point = 1; point <= ran; point += 1) {
      const driver = new FailingDriver();
      const path = temporaryPath();
      const store = openStore(path, { driver });
      for (const id of kept) await store.save(saved(id));
      driver.arm(point);
      const failure = await verb(store).then(
        () => undefined,
        (error: unknown) => error,
      );
      driver.arm();
      if (failure === undefined) expect(await idsOf(store)).toEqual(after);
      else {
        refused += 1;
        expect(failure).toMatchObject({
          name: "MemoryError",
          code: expect.stringMatching(/io_failed|corrupt/),
        });
        expect([kept, after]).toContainEqual(await idsOf(store));
      }
      await store.close();
      const again = openStore(path);
      await again.save(saved("later"));
      expect(await again.verifyAudit()).toMatchObject({ valid: true });
      const { checks } = await again.check({ repair: false });
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      await again.close();
    }
    expect(refused).toBeGreaterThan(0);
  }, 120_000);
});
