/** The meter that options describe: a plan, prices and a wallet. With none of them nothing costs anything. */
import { toMicros } from "../numbers/money.js";
import type { Limits, Meter, Plan, Usage } from "./meter.js";

/** What SQLite can hold: 4,294,967,294 pages (sqlite.org/limits.html, section 13) of 4,096 bytes. */
const sqliteBytes = 4_294_967_294 * 4096;

/** The plan of a bare library: no charge, and the storage that SQLite can hold. */
export const embeddedPlan: Plan = { name: "embedded", storage_gb: sqliteBytes / 1e9, token_rate: 0 };

/** USD for a million tokens, before the plan's `token_rate`. */
export interface Prices {
  readonly add: number;
  readonly search: number;
}

/** A plan, its prices and its wallet; what is left out costs nothing. */
export interface PlanMeterOptions {
  /** @default embeddedPlan */
  readonly plan?: Plan | undefined;
  /** @default nothing costs anything */
  readonly prices?: Prices | undefined;
  /** What was paid in over the life of the store, in USD. Absent: nothing limits spending. */
  readonly wallet?: { readonly balance: number } | undefined;
}

/** A {@link Meter} over a plan. One USD for a million tokens is one micro-dollar a token, so prices stay integers: they are rounded up. */
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
