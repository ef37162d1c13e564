/**
 * Refuses calls for lack of storage or money, with the same errors before the work and again under
 * the write lock.
 */
import { MemoryError } from "../contract/errors.js";
import { toUsd } from "../numbers/money.js";

/**
 * Checks that a call can be paid for. All amounts are in micro-dollars.
 *
 * @throws {MemoryError} `insufficient_balance` if a call of `priceMicros` would spend more than
 * `limitMicros` in total
 */
export function admitSpend(
  action: string,
  priceMicros: number,
  spentMicros: number,
  limitMicros: number | null,
): void {
  if (limitMicros === null || spentMicros + priceMicros <= limitMicros) return;
  const data = { needed: toUsd(priceMicros), wallet_balance: toUsd(limitMicros - spentMicros) };
  throw new MemoryError(
    "insufficient_balance",
    `Cannot ${action}: it may cost ${data.needed} USD, the wallet has ${data.wallet_balance} USD`,
    { data },
  );
}

/**
 * Checks that bytes fit into the plan.
 *
 * @throws {MemoryError} `storage_limit_reached` if `bytes` more would exceed the limit
 */
export function admitStorage(action: string, bytes: number, usedBytes: number, limitBytes: number): void {
  if (usedBytes + bytes <= limitBytes) return;
  throw new MemoryError(
    "storage_limit_reached",
    `Cannot ${action}: the plan has ${limitBytes} bytes, ${usedBytes} are used and ${bytes} more are needed. Forget something or take a larger plan`,
    { data: { storage_used: usedBytes, storage_limit: limitBytes, needed: bytes } },
  );
}
