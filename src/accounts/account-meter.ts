/** A meter for an account that may change while a store is open, by a deposit or another plan. */
import { toUsd } from "../numbers/money.js";
import type { Limits, Meter, Plan, Usage } from "./meter.js";
import { type Prices, planMeter } from "./plan-meter.js";

/** An account as the registry has it now. */
export interface Account {
  readonly plan: Plan;
  /** Sum of all deposits, in micro-dollars. */
  readonly depositedMicros: number;
}

/** The price of tokens where none is set: 1 USD per million, before the plan's `token_rate`. */
export const defaultPrices: Prices = { add: 1, search: 1 };

/**
 * A {@link Meter} whose account is updated before each call. It does not track spending: the
 * store's file does, under its write lock, so two concurrent calls cannot both spend the last cent.
 * The balance is always deposits minus spending.
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

  /** Sets the account. */
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
