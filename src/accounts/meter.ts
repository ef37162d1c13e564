/**
 * The meter port: what a call may cost and a store may hold. A part that the roads are handed, because a charge must commit in the one
 * transaction of the write it pays for; the roads know tokens and bytes, never prices.
 */

export interface Plan {
  readonly name: string;
  /** GB of 10^9 bytes. */
  readonly storage_gb: number;
  /** Multiplier applied when pricing tokens. */
  readonly token_rate: number;
}

/** What a store has used so far. Money is integer micro-dollars. */
export interface Usage {
  readonly requests: number;
  readonly tokens: number;
  readonly spendMicros: number;
  readonly storageUsed: number;
}

/** Bounds that the store checks again under its write lock. */
export interface Limits {
  /** Bytes that `storageUsed` may reach. */
  readonly storageBytes: number;
  /** Micro-dollars that `spendMicros` may reach; `null` where nothing is charged. */
  readonly spendMicros: number | null;
}

/** What calls cost and what an account may hold and spend: the port between the roads and money. */
export interface Meter {
  readonly plan: Plan;
  readonly limits: Limits;
  /** Price of a call in micro-dollars. */
  price(call: "add" | "search", tokens: number): number;
  /** What is left in the wallet, in micro-dollars; 0 where nothing is charged. */
  balance(usage: Usage): number;
}
