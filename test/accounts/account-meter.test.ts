import { describe, expect, it } from "vitest";
import { AccountMeter } from "../../src/accounts/account-meter.js";

const usage = { requests: 1, tokens: 10, spendMicros: 300, storageUsed: 0 };

describe("AccountMeter", () => {
  it("prices tokens at the service's prices times the plan's rate", () => {
    const account = {
      plan: { name: "team", storage_gb: 1, token_rate: 2 },
      shareMicros: 1000,
      freeMicros: 50,
      othersBytes: 0,
    };
    const meter = new AccountMeter(account, { add: 3, search: 1 });
    expect([meter.price("add", 10), meter.price("search", 10)]).toEqual([60, 20]);
    expect(meter.limits).toEqual({ storageBytes: 1e9, spendMicros: 1000 });
    expect(meter.balance(usage)).toBe(750);
  });

  it("uses an account that changed by a deposit or another plan", () => {
    const plan = { name: "open", storage_gb: 1, token_rate: 0 };
    const meter = new AccountMeter({ plan, shareMicros: 0, freeMicros: 0, othersBytes: 0 });
    expect(meter.price("add", 10)).toBe(0);
    meter.update({
      plan: { name: "team", storage_gb: 2, token_rate: 1 },
      shareMicros: 500,
      freeMicros: 0,
      othersBytes: 5e8,
    });
    expect(meter.plan.name).toBe("team");
    expect(meter.price("add", 10)).toBe(10);
    expect(meter.limits).toEqual({ storageBytes: 1.5e9, spendMicros: 500 });
    expect(meter.balance(usage)).toBe(200);
  });

  it("keeps its share when an older entry arrives later", () => {
    const plan = { name: "team", storage_gb: 1, token_rate: 1 };
    const meter = new AccountMeter({ plan, shareMicros: 500, freeMicros: 0, othersBytes: 0 });
    meter.update({ plan, shareMicros: 300, freeMicros: 200, othersBytes: 0 });
    expect(meter.limits.spendMicros).toBe(500);
    expect(meter.balance(usage)).toBe(200);
    expect(meter.usage).toBe(usage);
  });
});
