import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planMeter } from "../../src/accounts/plan-meter.js";

const unused = { requests: 0, tokens: 0, spendMicros: 0, storageUsed: 0 };

describe("planMeter()", () => {
  it("without options costs nothing, and its only limit is that of SQLite", () => {
    const meter = planMeter();
    expect(meter.price("add", 1_000_000)).toBe(0);
    expect(meter.balance(unused)).toBe(0);
    expect(meter.limits.spendMicros).toBeNull();
    expect(meter.limits.storageBytes).toBe(4_294_967_294 * 4096);
  });

  it("prices tokens in micro-dollars, times the plan's rate, rounded up", () => {
    const meter = planMeter({
      plan: { name: "builder", storage_gb: 10, token_rate: 1.5 },
      prices: { add: 2.5, search: 1 },
      wallet: { balance: 3 },
    });
    expect(meter.price("add", 3)).toBe(12);
    expect(meter.price("search", 3)).toBe(5);
    expect(meter.limits).toEqual({ storageBytes: 10_000_000_000, spendMicros: 3_000_000 });
    expect(meter.balance({ ...unused, spendMicros: 1 })).toBe(2_999_999);
  });

  it("always prices in whole micro-dollars", () => {
    const plan = { name: "p", storage_gb: 1, token_rate: 0.37 };
    fc.assert(
      fc.property(fc.nat(1e6), fc.double({ min: 0, max: 100, noNaN: true }), (tokens, add) => {
        expect(Number.isInteger(planMeter({ plan, prices: { add, search: 0 } }).price("add", tokens))).toBe(
          true,
        );
      }),
    );
  });
});
