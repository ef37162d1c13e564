import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { echo } from "../../../src/server/request/echo.js";

describe("echo()", () => {
  it("returns a small value unchanged", () => {
    const small = { query: "x", list: [1, null, true], inner: { a: { b: "c" } } };
    expect(echo(small)).toEqual(small);
    expect(echo(undefined)).toBeNull();
  });

  it("copies __proto__ as an ordinary key", () => {
    const copied = echo(JSON.parse('{"__proto__":{"a":1}}')) as object;
    expect(JSON.stringify(copied)).toBe('{"__proto__":{"a":1}}');
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype);
  });

  it("shortens deep, long and wide values", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(JSON.stringify(echo(deep))).toBe('[[[[[[[["…"]]]]]]]]');
    expect(echo("x".repeat(5000))).toBe(`${"x".repeat(1024)}…`);
    expect(echo(Array.from({ length: 1000 }, () => 1))).toHaveLength(65);
    expect(
      Object.keys(
        echo(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]))) as object,
      ),
    ).toHaveLength(64);
  });

  it("has a bounded size for any input", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
        expect(() => JSON.stringify(echo(value))).not.toThrow();
      }),
    );
    const wide = (levels: number): unknown =>
      levels === 0 ? "x".repeat(2000) : Array.from({ length: 8 }, () => wide(levels - 1));
    expect(JSON.stringify(echo(wide(5))).length).toBeLessThan(1_200_000);
  });
});
