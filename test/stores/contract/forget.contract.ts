/** What every store guarantees about `select` and `erase`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import {
  ask,
  change,
  collect,
  erasure,
  fact,
  friday,
  monday,
  now,
  passage,
  provable,
  record,
  scope,
  vectorOf,
} from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeForget(open: () => Promise<Store>): void {
  describe("select() and erase()", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      await store.save(
        change(
          [
            passage("Mira lives in Graz with Tomas Berg.", {
              speaker: "Eva",
              mentions: ["Mira", "Tomas Berg"],
              records: [fact("graz", ["Mira", "home", "Graz"]), record("with", { entity: "Eva" })],
            }),
            passage("The kettle is blue.", {
              records: [record("kettle", { metadata: { room: "kitchen" } })],
            }),
          ],
          { source: { id: "first", createdAt: monday } },
        ),
      );
      await store.save(
        change(
          [
            passage("Mira's home is Linz.", {
              saidAt: friday,
              records: [{ ...fact("linz", ["Mira", "home", "Linz"]), occurredAt: friday }],
            }),
          ],
          {
            closings: [{ recordId: "graz", validTo: friday, supersededBy: "linz" }],
          },
        ),
      );
    });
    afterEach(() => store.close());

    const page = { limit: 100, include_superseded: true };
    const ids = async () => (await store.list(page, now)).items.map(({ id }) => id);
    const idOf = async (recordId: string) => {
      const all = await ask(store).passages(
        Array.from({ length: 50 }, (_, index) => index + 1),
        { now, includeSuperseded: true },
      );
      return all.find(({ records }) => records.some(({ id }) => id === recordId))?.id ?? 0;
    };

    const goes = async (selection: Parameters<Store["select"]>[0]) =>
      (await store.select(selection)).map(({ record_id, because }) => `${record_id} ${because}`);

    it("select() includes ancestors and all records of their passages, with the reason", async () => {
      expect(await goes({ ids: ["linz"] })).toEqual([
        "linz selected",
        "graz ancestor",
        "with shares_passage",
      ]);
    });

    it("select() does not include the successor of a record", async () => {
      expect(await goes({ ids: ["graz"] })).toEqual(["graz selected", "with shares_passage"]);
    });

    it("select() finds people by records about them, said by them or naming them", async () => {
      expect(await goes({ entity: "eva" })).toEqual(["graz selected", "with selected"]);
      expect(await goes({ entity: "TOMAS" })).toEqual(["graz selected", "with selected"]);
      expect(await goes({ entity: "Tomas Berg" })).toHaveLength(2);
      expect(await goes({ entity: "Tom" })).toEqual([]);
      expect(await goes({ entity: "Mira" })).toEqual(["graz selected", "with selected", "linz selected"]);
    });

    it("select() finds a word that may be the name only with strictness perhaps", async () => {
      const planted = passage("She planted a rose.", { records: [record("planted")] });
      await store.save(change([planted]));
      const selected = async (strictness?: "surely" | "perhaps") =>
        (await store.select({ entity: "Rose", ...(strictness && { strictness }) })).map(
          (one) => one.record_id,
        );
      expect(await selected()).toEqual([]);
      expect(await selected("surely")).toEqual([]);
      expect(await selected("perhaps")).toEqual(["planted"]);
    });

    it("select() requires all conditions", async () => {
      expect(await goes({ entity: "Mira", after: friday })).toEqual([
        "linz selected",
        "graz ancestor",
        "with shares_passage",
      ]);
      expect(await goes({ type: "episodic", filter: { room: "kitchen" } })).toEqual(["kettle selected"]);
      expect(await goes({ type: "semantic", filter: { room: "kitchen" } })).toEqual([]);
      expect(await goes({ before: friday, matched: ["kettle", "linz"] })).toEqual(["kettle selected"]);
    });

    it("select() returns everything only with `all`, and nothing without a condition", async () => {
      expect(await goes({ all: true })).toHaveLength(4);
      expect(await goes({})).toEqual([]);
    });

    it("erase() removes records from every index, and proves it", async () => {
      const { ids: gone, residue } = await store.erase(["linz"], erasure());
      expect([...gone].sort()).toEqual(["graz", "linz", "with"]);
      expect(provable(residue)).toEqual({ records: 0, passages: 0, vectors: 0, words: 0, overwritten: true });
      expect(await ids()).toEqual(["kettle"]);
      expect(await ask(store).history("linz")).toEqual([]);
      expect(
        (await ask(store).matching(["linz", "graz", "kettl"], { limit: 5, scope })).map(
          ({ passages }) => passages,
        ),
      ).toEqual([[], [], [2]]);
      expect(
        (await ask(store).nearest(vectorOf("Mira's home is Linz."), { limit: 5, scope })).map(
          (one) => one.passage,
        ),
      ).toEqual([2]);
      expect(await goes({ entity: "Eva" })).toEqual([]);
    });

    it("erase() frees what saving added, to the byte", async () => {
      const { storageUsed } = await store.usage();
      const first = await store.erase(["linz"], erasure());
      expect((await store.usage()).storageUsed).toBe(storageUsed - first.freedBytes);
      await store.erase(["kettle"], erasure());
      expect((await store.usage()).storageUsed).toBe(0);
      expect(await collect(store.sources())).toEqual([]);
    });

    it("erase() does not free passage numbers for reuse", async () => {
      await store.erase(["linz"], erasure());
      await store.save(change([passage("Something new.", { records: [record("new")] })]));
      expect(await idOf("new")).toBe(4);
    });

    it("erase() removes answers about erased records, and answers about no record", async () => {
      const answerTo = (key: string, recordIds: string[]) =>
        store.save(change([], { idempotency: { key, answer: () => "answer", recordIds } }));
      await answerTo("of it", ["linz"]);
      await answerTo("of another", ["kettle"]);
      await answerTo("of none", []);
      const before = (await store.usage()).storageUsed;
      const { freedBytes } = await store.erase(["linz"], erasure());
      expect((await store.usage()).storageUsed).toBe(before - freedBytes);
      expect(await ask(store).answered("of it", monday)).toBeUndefined();
      expect(await ask(store).answered("of none", monday)).toBeUndefined();
      expect(await ask(store).answered("of another", monday)).toBe("answer");
    });

    it("erase() writes one audit row per record, with the reason", async () => {
      await store.erase(["linz"], erasure({ reason: "asked", actor: "eva" }));
      const { items } = await store.audit({ operation: "FORGET", limit: 10 });
      expect(
        items.map(({ record_id, record_type, reason, actor }) => [record_id, record_type, reason, actor]),
      ).toEqual([
        ["linz", "semantic", "asked", "eva"],
        ["graz", "semantic", "asked", "eva"],
        ["with", "episodic", "asked", "eva"],
      ]);
    });

    it("erase() of unknown ids erases nothing, and counts the call", async () => {
      const usage = { requests: 1, tokens: 0, spendMicros: 0 };
      const erased = await store.erase(["nobody"], erasure({ usage }));
      expect(erased).toMatchObject({ ids: [], freedBytes: 0 });
      expect((await store.usage()).requests).toBe(3);
    });
  });
}
