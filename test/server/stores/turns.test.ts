/** Scheduling of calls: limits are kept, stores take turns, and every call starts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Turns } from "../../../src/server/stores/turns.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Waits until every call that may start has started. */
const settle = async () => {
  for (let at = 0; at < 8; at += 1) await turn();
};

describe("Turns", () => {
  it("take() starts the only call of a store before the fifth call of a busy store", async () => {
    const turns = new Turns({ ofStore: 2, ofAll: 3 });
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const call = (store: string, name: string) =>
      turns.take(store).then((end) => {
        order.push(name);
        ends.push(end);
      });
    const calls = [..."abcdef"].map((name) => call("busy", name));
    calls.push(call("other", "x"), call("third", "y"));
    await settle();
    expect(order).toEqual(["a", "b", "x"]);
    expect([turns.working, turns.waiting]).toEqual([3, 5]);
    ends.shift()!();
    await settle();
    expect(order.at(-1)).toBe("y");
    while (ends.length > 0) {
      ends.shift()!();
      await settle();
    }
    await Promise.all(calls);
    expect(order.slice(4)).toEqual(["c", "d", "e", "f"]);
    expect([turns.working, turns.waiting]).toEqual([0, 0]);
  });

  it("starts one waiting call per turn of the event loop, so that requests are read in between", async () => {
    const turns = new Turns({ ofStore: 1, ofAll: 4 });
    let most = 0;
    let started = 0;
    const calls = Array.from({ length: 20 }, async () => {
      const end = await turns.take("busy");
      started += 1;
      end();
    });
    const done = Promise.all(calls).then(() => true);
    while (started < 20) {
      const before = started;
      await turn();
      most = Math.max(most, started - before);
    }
    expect(await done).toBe(true);
    expect(most).toBe(1);
  });

  it("starts one call per turn of the event loop, where several requests arrive together", async () => {
    const turns = new Turns({ ofStore: 4, ofAll: 64 });
    const started: string[] = [];
    const call = async (store: string) => {
      const end = await turns.take(store);
      started.push(store);
      end();
    };
    const calls = ["busy", "busy", "busy", "quiet"].map(call);
    await Promise.resolve();
    await Promise.resolve();
    expect(started).toEqual(["busy"]);
    await Promise.all(calls);
    expect(started).toEqual(["busy", "busy", "quiet", "busy"]);
  });

  it("take() rejects with the signal's reason, and leaves the queue", async () => {
    const turns = new Turns({ ofStore: 1, ofAll: 1 });
    const end = await turns.take("one");
    const gone = new AbortController();
    const waiting = turns.take("one", gone.signal);
    const next = turns.take("one");
    gone.abort(new Error("went away"));
    await expect(waiting).rejects.toThrow("went away");
    end();
    end();
    (await next)();
    expect([turns.working, turns.waiting]).toEqual([0, 0]);
    await expect(turns.take("one", AbortSignal.abort(new Error("gone before")))).rejects.toThrow(
      "gone before",
    );
  });

  it("keeps both limits and starts every call, in any order of arrivals and ends", async () => {
    const call = fc.record({
      store: fc.integer({ min: 0, max: 4 }),
      turns: fc.integer({ min: 0, max: 3 }),
      leaves: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
        const turns = new Turns({ ofStore: 2, ofAll: 3 });
        const working = new Map<number, number>();
        let most = 0;
        const outcomes = await Promise.allSettled(
          calls.map(async ({ store, turns: long, leaves }) => {
            const gone = new AbortController();
            const taking = turns.take(String(store), gone.signal);
            if (leaves) gone.abort();
            const end = await taking;
            working.set(store, (working.get(store) ?? 0) + 1);
            most = Math.max(most, ...working.values());
            expect(turns.working).toBeLessThanOrEqual(3);
            for (let at = 0; at < long; at += 1) await turn();
            working.set(store, working.get(store)! - 1);
            end();
          }),
        );
        expect(most).toBeLessThanOrEqual(2);
        for (const [index, { status }] of outcomes.entries())
          if (!calls[index]!.leaves) expect(status).toBe("fulfilled");
        expect([turns.working, turns.waiting]).toEqual([0, 0]);
      }),
      { numRuns: 50 },
    );
  });
});
