import { describe, expect, it } from "vitest";
import { newestSources } from "../../../src/recall/search/newest-sources.js";

const numbersOf = (...sources: readonly number[]) =>
  newestSources({ conversationOf: Uint32Array.from(sources) }).sort((one, other) => one - other);

describe("newestSources()", () => {
  it("returns the first and the last passage of each source, and none that was forgotten", () => {
    expect(numbersOf(0, 1, 1, 1, 0, 2, 3, 3, 0)).toEqual([1, 3, 5, 5, 6, 7]);
    expect(numbersOf(0)).toEqual([]);
  });

  it("returns those of the eight newest sources, the first of them whole", () => {
    const sources = Array.from({ length: 10 }, (_, at) => [at + 1, at + 1, at + 1]).flat();
    const found = numbersOf(0, ...sources);
    expect(found).toHaveLength(16);
    expect(found[0]).toBe(7);
    expect(found.at(-1)).toBe(30);
  });
});
