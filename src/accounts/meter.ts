/**
 * The meter port: prices of calls, and limits of storage and spending. The verbs receive it as a
 * part, because a charge must commit in the transaction of the write that it pays for. The verbs
 * count tokens and bytes; only the meter knows prices.
 */

/** A plan of a store. */
export interface Plan {
  readonly name: string;
  /** Storage limit, in GB of 10^9 bytes. */
  readonly storage_gb: number;
  /** Multiplier of the price of a token. */
  readonly token_rate: number;
}

/** What a store has used so far. Money is integer micro-dollars. */
export interface Usage {
  readonly requests: number;
  readonly tokens: number;
  readonly spendMicros: number;
  readonly storageUsed: number;
}

/** Limits that the store checks again under its write lock. */
export interface Limits {
  /** Largest `storageUsed`, in bytes. */
  readonly storageBytes: number;
  /** Largest `spendMicros`, in micro-dollars; `null` if nothing is charged. */
  readonly spendMicros: number | null;
}

/** Prices and limits of an account. */
export interface Meter {
  readonly plan: Plan;
  readonly limits: Limits;
  /** Price of a call in micro-dollars. */
  price(call: "add" | "search", tokens: number): number;
  /** What is left in the wallet, in micro-dollars; 0 if nothing is charged. */
  balance(usage: Usage): number;
}
