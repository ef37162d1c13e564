/** What every store guarantees about `list`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { change, monday, now, passage, record } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeList(open: () => Promise<Store>): void {
  describe("list()", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      const passages = [1, 2, 3, 4, 5].map((n) =>
        passage(`boat ${n}`, {
          records: [
            record(`r${n}`, { entity: n % 2 ? "Odd" : "Even", occurredAt: `2026-03-0${n}T00:00:00.000Z` }),
          ],
        }),
      );
      await store.save(change(passages, { source: { id: "five", createdAt: monday } }));
    });
    afterEach(() => store.close());

    const listed = async (request: Partial<Parameters<Store["list"]>[0]>) =>
      (await store.list({ limit: 100, include_superseded: false, ...request }, now)).items.map(
        ({ id }) => id,
      );

    it("returns all records, oldest first, page by page", async () => {
      const first = await store.list({ limit: 2, include_superseded: false }, now);
      expect(first.items.map(({ id }) => id)).toEqual(["r1", "r2"]);
      const second = await store.list(
        { limit: 3, include_superseded: false, cursor: first.next_cursor! },
        now,
      );
      expect(second.items.map(({ id }) => id)).toEqual(["r3", "r4", "r5"]);
      expect(second.next_cursor).toBeNull();
    });

    it("applies every condition", async () => {
      expect(await listed({ entity: "odd" })).toEqual(["r1", "r3", "r5"]);
      expect(
        await listed({
          entity: "odd",
          after: "2026-03-03T00:00:00.000Z",
          before: "2026-03-05T00:00:00.000Z",
        }),
      ).toEqual(["r3"]);
      expect(await listed({ ids: ["r2", "r9"] })).toEqual(["r2"]);
      expect(await listed({ source_id: "five", types: ["semantic"] })).toEqual([]);
    });

    it("returns the newest first, page by page", async () => {
      const first = await store.list({ limit: 2, include_superseded: false, order: "newest" }, now);
      expect(first.items.map(({ id }) => id)).toEqual(["r5", "r4"]);
      const cursor = first.next_cursor!;
      expect(await listed({ order: "newest", cursor })).toEqual(["r3", "r2", "r1"]);
      expect(await listed({ order: "newest", entity: "odd", cursor })).toEqual(["r3", "r1"]);
      expect(await listed({ order: "newest", entity: "odd", limit: 2 })).toEqual(["r5", "r3"]);
    });

    it("finds what a text contains and what somebody said, without case and accents", async () => {
      const said = passage("Der Kran in Łódź", { speaker: "José", records: [record("r6", {})] });
      await store.save(change([said], { source: { id: "six", createdAt: monday } }));
      expect(await listed({ text: "BOAT 3" })).toEqual(["r3"]);
      expect(await listed({ text: "krän in" })).toEqual(["r6"]);
      expect(await listed({ text: "%" })).toEqual([]);
      expect(await listed({ speaker: "jose" })).toEqual(["r6"]);
      expect(await listed({ speaker: "jo" })).toEqual([]);
    });

    it("returns what was true at a time", async () => {
      const fact = record("r6", {
        validFrom: "2026-01-01T00:00:00.000Z",
        validTo: "2026-02-01T00:00:00.000Z",
      });
      await store.save(
        change([passage("oak", { records: [fact] })], { source: { id: "six", createdAt: monday } }),
      );
      expect(await listed({ ids: ["r6"] })).toEqual([]);
      expect(await listed({ ids: ["r6"], as_of: "2026-01-15T00:00:00.000Z" })).toEqual(["r6"]);
      expect(await listed({ ids: ["r6"], as_of: "2026-02-01T00:00:00.000Z" })).toEqual([]);
    });

    it("refuses a cursor that no page returned", async () => {
      for (const cursor of ["x", "cmVjb3Jkczp4", Buffer.from("audit:1").toString("base64url")])
        await expect(listed({ cursor })).rejects.toMatchObject({ code: "invalid_input" });
    });
  });
}
