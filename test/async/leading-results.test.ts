import { describe, expect, it } from "vitest";
import { leadingResults } from "../../src/async/slots.js";

/** Pieces of work that settle when the test says so. */
class Pieces {
  readonly begun: string[] = [];
  readonly stopped: string[] = [];
  readonly #settle = new Map<string, (outcome: string | Error) => void>();

  readonly work = (item: string, signal: AbortSignal): Promise<string> => {
    this.begun.push(item);
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => {
        this.stopped.push(item);
        reject(signal.reason);
      });
      this.#settle.set(item, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
    });
  };

  settle(item: string, outcome: string | Error = item.toUpperCase()): void {
    this.#settle.get(item)!(outcome);
  }
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

describe("leadingResults()", () => {
  it("starts all pieces at once and returns the results in order", async () => {
    const pieces = new Pieces();
    const results = leadingResults(["a", "b", "c"], pieces.work);
    expect(pieces.begun).toEqual(["a", "b", "c"]);
    for (const item of ["c", "a", "b"]) pieces.settle(item);
    expect(await results).toEqual(["A", "B", "C"]);
    expect(pieces.stopped).toEqual([]);
  });

  it("returns the results before a failure, stops later pieces, and lets earlier ones continue", async () => {
    const pieces = new Pieces();
    const results = leadingResults(["a", "b", "c", "d"], pieces.work);
    pieces.settle("c", new Error("c failed"));
    await turns();
    expect(pieces.stopped).toEqual(["d"]);
    pieces.settle("b");
    pieces.settle("a");
    expect(await results).toEqual(["A", "B"]);
  });

  it("throws the error of the first piece", async () => {
    const pieces = new Pieces();
    const results = leadingResults(["a", "b"], pieces.work);
    pieces.settle("b", new Error("b failed"));
    pieces.settle("a", new Error("a failed"));
    await expect(results).rejects.toThrow("a failed");
  });

  it("does not wait for stopped pieces, even if they do not stop", async () => {
    const never = (item: string) =>
      item === "a" ? Promise.reject(new Error("a failed")) : new Promise<string>(() => {});
    await expect(leadingResults(["a", "b"], never)).rejects.toThrow("a failed");
  });

  it("stops all pieces once the signal fires, and starts none after that", async () => {
    const pieces = new Pieces();
    const controller = new AbortController();
    const results = leadingResults(["a", "b"], pieces.work, controller.signal);
    controller.abort(new Error("enough"));
    await expect(results).rejects.toThrow("enough");
    expect(pieces.stopped).toEqual(["a", "b"]);
    await expect(leadingResults(["c"], pieces.work, controller.signal)).rejects.toThrow("enough");
    expect(pieces.begun).toEqual(["a", "b"]);
  });

  it("returns nothing for no items", async () => {
    expect(await leadingResults([], async () => "x")).toEqual([]);
  });
});
