/** The meter for the options `plan`, `prices` and `wallet`. Without them nothing costs anything. */
import { toMicros } from "../numbers/money.js";
import type { Limits, Meter, Plan, Usage } from "./meter.js";

/**
 * The largest SQLite file: 4,294,967,294 pages (sqlite.org/limits.html, section 13) of 4,096 bytes.
 */
const sqliteBytes = 4_294_967_294 * 4096;

/** The plan of the library without options: no charge, and as much storage as SQLite allows. */
export const embeddedPlan: Plan = { name: "embedded", storage_gb: sqliteBytes / 1e9, token_rate: 0 };

/** Prices in USD per million tokens, before the plan's `token_rate`. */
export interface Prices {
  readonly add: number;
  readonly search: number;
}

/** Options of {@link planMeter}; what is omitted costs nothing. */
export interface PlanMeterOptions {
  /** @default embeddedPlan */
  readonly plan?: Plan | undefined;
  /** @default nothing costs anything */
  readonly prices?: Prices | undefined;
  /** All that was paid in since the store was created, in USD. Absent: spending has no limit. */
  readonly wallet?: { readonly balance: number } | undefined;
}

/**
 * A {@link Meter} for a plan. One USD per million tokens is one micro-dollar per token, so prices
 * are integers; they are rounded up.
 */
export function planMeter({ plan = embeddedPlan, prices, wallet }: PlanMeterOptions = {}): Meter {
  const depositMicros = wallet === undefined ? null : toMicros(wallet.balance);
  const limits: Limits = { storageBytes: Math.round(plan.storage_gb * 1e9), spendMicros: depositMicros };
  return {
    plan,
    limits,
    price: (call, tokens) => Math.ceil(tokens * (prices?.[call] ?? 0) * plan.token_rate),
    balance: (usage: Usage) => (depositMicros === null ? 0 : depositMicros - usage.spendMicros),
  };
}
