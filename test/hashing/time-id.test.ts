import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeId } from "../../src/hashing/time-id.js";

describe("timeId()", () => {
  it("is a UUID of version 7 that begins with the time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (atMs) => {
        const id = timeId(atMs);
        expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        expect(Number.parseInt(id.slice(0, 13).replace("-", ""), 16)).toBe(atMs);
      }),
    );
  });

  it("differs each time", () => {
    expect(new Set(Array.from({ length: 1000 }, () => timeId(7))).size).toBe(1000);
  });
});
