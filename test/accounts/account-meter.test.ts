import { describe, expect, it } from "vitest";
import { AccountMeter } from "../../src/accounts/account-meter.js";

const usage = { requests: 1, tokens: 10, spendMicros: 300, storageUsed: 0 };

describe("AccountMeter", () => {
  it("prices tokens at the service's prices times the plan's rate", () => {
    const account = { plan: { name: "team", storage_gb: 1, token_rate: 2 }, depositedMicros: 1000 };
    const meter = new AccountMeter(account, { add: 3, search: 1 });
    expect([meter.price("add", 10), meter.price("search", 10)]).toEqual([60, 20]);
    expect(meter.limits).toEqual({ storageBytes: 1e9, spendMicros: 1000 });
    expect(meter.balance(usage)).toBe(700);
  });

  it("uses an account that changed by a deposit or another plan", () => {
    const plan = { name: "open", storage_gb: 1, token_rate: 0 };
    const meter = new AccountMeter({ plan, depositedMicros: 0 });
    expect(meter.price("add", 10)).toBe(0);
    meter.update({ plan: { name: "team", storage_gb: 2, token_rate: 1 }, depositedMicros: 500 });
    expect(meter.plan.name).toBe("team");
    expect(meter.price("add", 10)).toBe(10);
    expect(meter.limits).toEqual({ storageBytes: 2e9, spendMicros: 500 });
    expect(meter.balance(usage)).toBe(200);
  });
});
