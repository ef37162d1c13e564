/** What every store guarantees about the audit trail. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { change, friday, monday, passage, record, tuesday } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeAudit(open: () => Promise<Store>): void {
  describe("the audit trail", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const trail = async () =>
      (await store.audit({ limit: 100 })).items.map(({ operation, record_id, reason }) => [
        operation,
        record_id,
        reason,
      ]);

    it("has a row for each change, and is valid", async () => {
      await store.save(change([passage("a harbour", { records: [record("r1"), record("r2")] })]));
      const update = record("r3", { operation: "UPDATE" });
      const closings = [{ recordId: "r1", validTo: friday, supersededBy: "r3" }];
      await store.save(change([passage("b harbour", { records: [update] })], { closings }));
      expect(await trail()).toEqual([
        ["REMEMBER", null, null],
        ["CREATE", "r1", null],
        ["CREATE", "r2", null],
        ["REMEMBER", null, null],
        ["UPDATE", "r3", null],
        ["UPDATE", "r1", "superseded by r3"],
      ]);
      expect(await store.verifyAudit()).toEqual({ valid: true, rows: 6 });
    });

    it("chains each row to the one before", async () => {
      await store.save(change([passage("a harbour", { records: [record("r1")] })]));
      const { items } = await store.audit({ limit: 100 });
      expect(items[0]?.previous_hash).toBe("0".repeat(64));
      expect(items[1]?.previous_hash).toBe(items[0]?.hash);
    });

    it("is read by operation, record and time, page by page", async () => {
      for (const [index, at] of [monday, tuesday, friday].entries())
        await store.save(change([passage(`harbour ${at}`, { records: [record(`r${index}`)] })], { at }));
      expect((await store.audit({ record_id: "r1", limit: 9 })).items).toHaveLength(1);
      expect((await store.audit({ after: tuesday, before: friday, limit: 9 })).items).toHaveLength(2);
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const next: Awaited<ReturnType<Store["audit"]>> = await store.audit({
          limit: 4,
          ...(cursor === null ? {} : { cursor }),
        });
        seen.push(...next.items.map(({ seq }) => seq));
        cursor = next.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    });
  });
}
