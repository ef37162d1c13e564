import { describe, expect, it } from "vitest";
import { Slots, together } from "../../src/async/slots.js";

/** Work that ends on request. */
function deferredWork() {
  const { promise, resolve } = deferred();
  return { work: () => promise, end: resolve };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("Slots", () => {
  it("start waiting work in order, as soon as a slot is free", async () => {
    const slots = new Slots(1);
    const begun: string[] = [];
    const first = deferredWork();
    const named = (name: string) => async () => void begun.push(name);
    const running = [slots.run(first.work), slots.run(named("second")), slots.run(named("third"))];
    expect(begun).toEqual([]);
    first.end();
    await Promise.all(running);
    expect(begun).toEqual(["second", "third"]);
  });

  it("free their slot if work fails", async () => {
    const slots = new Slots(1);
    await expect(slots.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await slots.run(async () => "next")).toBe("next");
  });

  it("drop aborted work from the queue, and continue with the rest", async () => {
    const slots = new Slots(1);
    const controller = new AbortController();
    const first = deferredWork();
    const running = slots.run(first.work);
    const leaving = slots.run(async () => "never", controller.signal);
    const behind = slots.run(async () => "behind");
    controller.abort(new Error("enough"));
    await expect(leaving).rejects.toThrow("enough");
    first.end();
    await running;
    expect(await behind).toBe("behind");
  });
});

describe("together()", () => {
  it("gives results in the order of the items", async () => {
    expect(await together([3, 1, 2], async (item) => item * 2)).toEqual([6, 2, 4]);
  });

  it("stops the others if one fails", async () => {
    const stopped: unknown[] = [];
    const work = async (item: string, signal: AbortSignal) => {
      if (item === "bad") throw new Error("bad");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      stopped.push(item);
    };
    await expect(together(["a", "bad", "b"], work)).rejects.toThrow("bad");
    await Promise.resolve();
    expect(stopped).toEqual(["a", "b"]);
  });

  it("starts nothing if the signal has fired", async () => {
    const reason = new Error("enough");
    const work = () => expect.unreachable();
    await expect(together([1], work, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
