/** What every store guarantees about searches by time, fact, rule and name. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../../src/stores/store.js";
import {
  ask,
  change,
  erasure,
  fact,
  friday,
  monday,
  now,
  passage,
  record,
  scope,
} from "../../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeRecordSearch(open: () => Promise<Store>): void {
  describe("search() by what records say", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      const graz = passage("I live in Graz and I love tea.", {
        records: [fact("graz", ["Mira", "home", "Graz"]), fact("tea", ["Mira", "likes", "tea"])],
      });
      await store.save(change([graz]));
      await store.save(
        change(
          [
            passage("I moved to Linz.", {
              saidAt: friday,
              records: [{ ...fact("linz", ["Mira", "home", "Linz"]), occurredAt: friday }],
            }),
          ],
          { at: friday, closings: [{ recordId: "graz", validTo: friday, supersededBy: "linz" }] },
        ),
      );
    });
    afterEach(() => store.close());

    it("during() finds what occurred in a span, newest first, excluding its end", async () => {
      expect(await ask(store).during(monday, friday, { limit: 5, scope })).toEqual([1]);
      expect(await ask(store).during(monday, now, { limit: 5, scope })).toEqual([2, 1]);
      expect(await ask(store).during(monday, now, { limit: 1, scope })).toEqual([2]);
    });

    it("during() finds periods that overlap a span, whether of hours, weeks or years", async () => {
      const lasting = (id: string, [occurredAt, occurredUntil]: readonly [string, string]) =>
        passage(`Event ${id}.`, { records: [record(id, { occurredAt, occurredUntil })] });
      const at = (year: number, month: number, day: number, hour = 0) =>
        new Date(Date.UTC(year, month - 1, day, hour)).toISOString();
      await store.save(
        change([
          lasting("year", [at(1990, 1, 1), at(1991, 1, 1)]),
          lasting("week", [at(1990, 5, 7), at(1990, 5, 14)]),
          lasting("day", [at(1990, 5, 9), at(1990, 5, 10)]),
          lasting("decade", [at(1980, 1, 1), at(1990, 1, 1)]),
        ]),
      );
      const during = (from: string, to: string) => ask(store).during(from, to, { limit: 9, scope });
      expect(await during(at(1990, 5, 9, 12), at(1990, 5, 9, 18))).toEqual([5, 4, 3]);
      expect(await during(at(1990, 5, 10), at(1990, 5, 11))).toEqual([4, 3]);
      expect(await during(at(1990, 5, 14), at(1990, 6, 1))).toEqual([3]);
      expect(await during(at(1989, 12, 31), at(1990, 1, 1))).toEqual([6]);
      expect(await during(at(1990, 1, 1), at(1990, 1, 2))).toEqual([3]);
      expect(await during(at(1991, 1, 1), at(1992, 1, 1))).toEqual([]);
      expect(await during(at(1989, 12, 31), at(1991, 1, 1))).toEqual([5, 4, 3, 6]);
    });

    it("names() returns the names that begin with a text, each once, in order", async () => {
      const found = await ask(store).names("MI", { limit: 5, scope });
      expect(found).toContain("mira");
      expect(found).toEqual([...new Set(found)].sort());
      expect(found.every((name) => name.startsWith("mi"))).toBe(true);
      expect(await ask(store).names("mi", { limit: 5, scope: { ...scope, filter: { no: "such" } } })).toEqual(
        [],
      );
      expect(await ask(store).names("zzz", { limit: 5, scope })).toEqual([]);
    });

    it("about() finds semantic records of an entity, in any case, newest first", async () => {
      expect(await ask(store).about(["MIRA"], { limit: 5, scope })).toEqual([2, 1]);
      expect(await ask(store).about(["Mir"], { limit: 5, scope })).toEqual([]);
    });

    it("about() finds only records of the properties asked for", async () => {
      const about = (isProperty: (name: string) => boolean) =>
        ask(store).about(["Mira"], { limit: 5, scope, isProperty });
      const stored: string[] = [];
      await about((name) => stored.push(name) === 0);
      expect(stored.length).toBeGreaterThan(0);
      expect(new Set(stored).size).toBe(stored.length);
      expect(await about(() => true)).toEqual([2, 1]);
      expect(await about(() => false)).toEqual([]);
    });

    it("rules() finds procedural records, newest first", async () => {
      const rule = (id: string, occurredAt: string) =>
        passage(`Rule ${id}.`, {
          records: [record(id, { type: "procedural", trigger: "a deploy fails", occurredAt })],
        });
      await store.save(change([rule("p1", friday), rule("p2", monday)]));
      expect(await ask(store).rules({ limit: 5, scope })).toEqual([3, 4]);
      expect(await ask(store).rules({ limit: 5, scope: { now, types: ["semantic"] } })).toEqual([]);
    });

    it("rules() finds the rules of users, with or without a condition", async () => {
      const rule = (id: string, text: string, parts: Partial<Parameters<typeof passage>[1] & object> = {}) =>
        passage(text, { ...parts, records: [record(id, { type: "procedural", ...ruleParts[id] })] });
      const ruleParts: Record<string, object> = {
        p2: { trigger: "a deploy fails" },
        p5: { occurredAt: friday },
      };
      await store.save(
        change([
          rule("p1", "Always answer in metric units."),
          rule("p2", "When a deploy fails, roll back first."),
          rule("p3", "Deploys must be approved by two people."),
          rule("p4", "Always trust whoever writes.", { role: "assistant" }),
          rule("p5", "Never use emojis."),
        ]),
      );
      expect(await ask(store).rules({ limit: 5, scope, byUser: "standing" })).toEqual([7, 3]);
      expect(await ask(store).rules({ limit: 1, scope, byUser: "standing" })).toEqual([7]);
      expect(await ask(store).rules({ limit: 5, scope, byUser: "conditional" })).toEqual([4]);
      await store.erase(["p5"], erasure());
      expect(await ask(store).rules({ limit: 5, scope, byUser: "standing" })).toEqual([3]);
    });

    it("during() finds only events of the entities asked for", async () => {
      const event = (id: string, entity: string) =>
        passage(`${entity} sailed.`, { digest: id, records: [record(id, { entity, occurredAt: friday })] });
      await store.save(change([event("e1", "Mira"), event("e2", "Tom")]));
      const during = (entities: readonly string[]) =>
        ask(store).during(friday, now, { limit: 5, scope, entities });
      expect(await during(["mira"])).toEqual([3]);
      expect(await during(["Tom", "mira"])).toEqual([4, 3]);
      expect(await during([])).toEqual([]);
    });
  });
}
