/** Money is computed in integer micro-dollars and shown in USD. */

/** Micro-dollars to USD. Exact to the micro-dollar for balances below 9 billion USD. */
export function toUsd(micros: number): number {
  return micros / 1_000_000;
}

/** USD to micro-dollars, to the nearest. */
export function toMicros(usd: number): number {
  return Math.round(usd * 1_000_000);
}
