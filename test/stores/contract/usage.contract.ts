/** What every store guarantees about `usage`, `count` and `close`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { change, collect, erasure, noUsage, unlimited } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeUsage(open: () => Promise<Store>): void {
  describe("usage and close()", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it("count() adds a call, and refuses one that would overdraw", async () => {
      const delta = { requests: 1, tokens: 5, spendMicros: 6 };
      const limits = { storageBytes: 10, spendMicros: 10 };
      expect(await store.count(delta, limits)).toEqual({
        outcome: "counted",
        usage: { ...delta, storageUsed: 0 },
      });
      expect(await store.count(delta, limits)).toMatchObject({ outcome: "refused", limit: "spend" });
      expect(await store.usage()).toEqual({ ...delta, storageUsed: 0 });
    });

    it("after close() every method throws, and closing again does nothing", async () => {
      await store.close();
      await store.close();
      await expect(store.usage()).rejects.toMatchObject({ code: "closed" });
      await expect(store.save(change([]))).rejects.toMatchObject({ code: "closed" });
      await expect(store.count(noUsage, unlimited)).rejects.toMatchObject({ code: "closed" });
      await expect(store.erase(["r1"], erasure())).rejects.toMatchObject({ code: "closed" });
      await expect(collect(store.sources())).rejects.toMatchObject({ code: "closed" });
    });
  });
}
