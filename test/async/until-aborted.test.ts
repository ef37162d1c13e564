import { describe, expect, it } from "vitest";
import { untilAborted } from "../../src/async/deadline.js";

describe("untilAborted", () => {
  it("returns the result of the work if the signal does not fire", async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
    expect(await untilAborted(Promise.resolve(2), undefined)).toBe(2);
    await expect(untilAborted(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  });

  it("rejects with the reason while the work continues", async () => {
    const controller = new AbortController();
    let finish = (_value: number): void => {};
    const work = new Promise<number>((resolve) => {
      finish = resolve;
    });
    const waiting = untilAborted(work, controller.signal);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(untilAborted(work, controller.signal)).rejects.toThrow("enough");
    finish(3);
    expect(await work).toBe(3);
  });
});
