/** What every store guarantees about `sources` and `load`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { change, collect, fact, friday, now, passage, record, tuesday, unlimited } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeTransfer(open: () => Promise<Store>): void {
  describe("sources() and load()", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const page = { limit: 100, include_superseded: true };

    it("copy a store into another without loss", async () => {
      await store.save(
        change(
          [
            passage("Mira lives in Graz.", {
              speaker: "Eva",
              prompt: "Where does she live?",
              message: 3,
              role: "assistant",
              mentions: ["Mira"],
              records: [
                fact("graz", ["Mira", "home", "Graz"]),
                record("said", { metadata: { a: [1] }, expiresAt: "2027-01-01T00:00:00.000Z" }),
              ],
            }),
          ],
          { source: { id: "s1", createdAt: tuesday } },
        ),
      );
      await store.save(
        change([passage("She moved.", { records: [fact("linz", ["Mira", "home", "Linz"])] })], {
          closings: [{ recordId: "graz", validTo: friday, supersededBy: "linz" }],
        }),
      );
      const dumps = await collect(store.sources());
      const other = await open();
      const load = () =>
        other.load(
          dumps.map((dump) => ({
            dump,
            passages: dump.passages.map((one) => {
              const { digest, vector } = passage(one.text, {
                speaker: one.speaker,
                prompt: one.prompt,
              });
              return { digest, vector };
            }),
          })),
          { at: now, actor: "importer", limits: unlimited },
        );
      expect(await load()).toEqual({ sources: 2, records: 3, skipped: 0 });
      expect(await collect(other.sources())).toEqual(dumps);
      expect((await other.list(page, now)).items).toEqual((await store.list(page, now)).items);
      expect((await other.usage()).storageUsed).toBe((await store.usage()).storageUsed);
      expect((await other.audit({ limit: 9 })).items.map(({ operation }) => operation)).toEqual([
        "IMPORT",
        "IMPORT",
        "IMPORT",
      ]);
      expect(await load()).toEqual({ sources: 0, records: 0, skipped: 3 });
      expect(await collect(other.sources())).toEqual(dumps);
      await other.close();
    });

    it("load() past the storage limit saves nothing", async () => {
      await store.save(change([passage("a harbour", { records: [record("r1")] })]));
      const [dump] = await collect(store.sources());
      const other = await open();
      const loading = other.load([{ dump: dump!, passages: [passage("a harbour")] }], {
        at: now,
        actor: "importer",
        limits: { storageBytes: 10, spendMicros: null },
      });
      await expect(loading).rejects.toMatchObject({ code: "storage_limit_reached" });
      expect((await other.list(page, now)).items).toEqual([]);
      await other.close();
    });

    it("leave out what has expired", async () => {
      await store.save(change([passage("a heron", { records: [record("brief", { expiresAt: friday })] })]));
      expect(await collect(store.sources())).toEqual([]);
    });
  });
}
