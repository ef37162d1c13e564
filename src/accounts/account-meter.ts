/**
 * A meter for an account. The account may change while a store is open: somebody deposits money,
 * the plan changes, or other stores of the account use storage and money.
 */
import { toUsd } from "../numbers/money.js";
import type { Limits, Meter, Plan, Usage } from "./meter.js";
import { type Prices, planMeter } from "./plan-meter.js";

/** The registry's current data about a store and its account. */
export interface Account {
  readonly plan: Plan;
  /** The amount that the store may spend in total, in micro-dollars. */
  readonly shareMicros: number;
  /** The amount by which the store's share could grow, in micro-dollars. */
  readonly freeMicros: number;
  /** Bytes that the account's other stores use of the plan's storage. */
  readonly othersBytes: number;
}

/** The price of tokens if none is set: 1 USD per million, before the plan's `token_rate`. */
export const defaultPrices: Prices = { add: 1, search: 1 };

/**
 * A {@link Meter} whose account is updated before each call. It does not track spending: the
 * store's file does, under its write lock, so two concurrent calls cannot both spend the last cent.
 * The balance is what is left of the store's share plus what is free in the wallet.
 */
export class AccountMeter implements Meter {
  readonly #prices: Prices;
  #account: Account;
  #usage: Usage | undefined;
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
    this.#usage = usage;
    return this.#meter.balance(usage) + this.#account.freeMicros;
  }

  /** What the store used when it was last asked; `undefined` before the first charged call. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  /**
   * Sets the account. A share never gets smaller, so a smaller one was read before the current one
   * and is ignored.
   */
  update(given: Account): void {
    const { shareMicros, freeMicros } = this.#account;
    const account = given.shareMicros < shareMicros ? { ...given, shareMicros, freeMicros } : given;
    if (isSame(account, this.#account)) return;
    this.#account = account;
    this.#meter = meterOf(account, this.#prices);
  }
}

function meterOf({ plan, shareMicros, othersBytes }: Account, prices: Prices): Meter {
  const meter = planMeter({ plan, prices, wallet: { balance: toUsd(shareMicros) } });
  const storageBytes = Math.max(0, meter.limits.storageBytes - othersBytes);
  return { ...meter, limits: { ...meter.limits, storageBytes } };
}

function isSame(one: Account, other: Account): boolean {
  return (
    one.shareMicros === other.shareMicros &&
    one.freeMicros === other.freeMicros &&
    one.othersBytes === other.othersBytes &&
    isSamePlan(one.plan, other.plan)
  );
}

/** A plan may have more fields than the meter uses, which `details` returns. */
function isSamePlan(one: Plan, other: Plan): boolean {
  const fields = Object.entries(other);
  return (
    fields.length === Object.keys(one).length &&
    fields.every(([name, value]) => Reflect.get(one, name) === value)
  );
}
