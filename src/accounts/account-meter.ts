/** A meter over an account that changes while a store is open: a deposit, another plan. */
import { toUsd } from "../numbers/money.js";
import type { Limits, Meter, Plan, Usage } from "./meter.js";
import { type Prices, planMeter } from "./plan-meter.js";

/** What an account allows, as the registry says it now. */
export interface Account {
  readonly plan: Plan;
  /** Everything ever paid in, in micro-dollars. */
  readonly depositedMicros: number;
}

/** What a token costs where nobody set prices: 1 USD for a million, before the plan's `token_rate`. */
export const defaultPrices: Prices = { add: 1, search: 1 };

/**
 * A {@link Meter} whose account is told to it anew before each call. What was spent is not here: the store's file says that, under its write lock, so that two calls
 * at once cannot both spend the last cent, and a balance is always deposits less spend.
 */
export class AccountMeter implements Meter {
  readonly #prices: Prices;
  #account: Account;
  #meter: Meter;

  constructor(account: Account, prices: Prices = defaultPrices) {
    this.#prices = prices;
    this.#account = account;
    this.#meter = meterOf(account, prices);
  }

  get plan(): Plan {
    return this.#meter.plan;
  }

  get limits(): Limits {
    return this.#meter.limits;
  }

  price(call: "add" | "search", tokens: number): number {
    return this.#meter.price(call, tokens);
  }

  balance(usage: Usage): number {
    return this.#meter.balance(usage);
  }

  /** Takes over the account as it is now. */
  update(account: Account): void {
    if (isSame(account, this.#account)) return;
    this.#account = account;
    this.#meter = meterOf(account, this.#prices);
  }
}

function meterOf({ plan, depositedMicros }: Account, prices: Prices): Meter {
  return planMeter({ plan, prices, wallet: { balance: toUsd(depositedMicros) } });
}

function isSame(one: Account, other: Account): boolean {
  return (
    one.depositedMicros === other.depositedMicros &&
    one.plan.name === other.plan.name &&
    one.plan.storage_gb === other.plan.storage_gb &&
    one.plan.token_rate === other.plan.token_rate
  );
}
