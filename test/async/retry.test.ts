import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, retryAfterMs, waitMs } from "../../src/async/retry.js";

const policy = { retries: 3, baseMs: 250, maxMs: 10_000, maxRetryAfterMs: 60_000 };
const now = Date.parse("2026-01-01T00:00:00Z");

describe("backoffMs()", () => {
  it("doubles its bound with each try and uses the whole range", () => {
    expect([0, 1, 2, 3].map((attempt) => backoffMs(attempt, 0.999999, policy))).toEqual([
      249, 499, 999, 1999,
    ]);
    expect(backoffMs(5, 0, policy)).toBe(0);
  });

  it("never exceeds the bound, after any number of tries", () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.double({ min: 0, max: 0.9999, noNaN: true }), (attempt, random) => {
        const wait = backoffMs(attempt, random, policy);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThan(policy.maxMs);
      }),
    );
  });
});

describe("retryAfterMs()", () => {
  it.each([
    ["seconds", "120", 120_000],
    ["no seconds at all", "0", 0],
    ["an HTTP date", "Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
    ["a date that is past", "Wed, 31 Dec 2025 23:59:00 GMT", 0],
    ["nothing", null, null],
    ["words", "soon", null],
    ["a negative number", "-5", null],
    ["a fraction", "1.5", null],
  ])("reads %s", (_, header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe("waitMs()", () => {
  it("waits at least as long as the service asked", () => {
    expect(waitMs(0, { askedMs: 2000, random: 0, policy })).toBe(2000);
    expect(waitMs(0, { askedMs: 2000, random: 0.5, policy })).toBe(2125);
  });
});
