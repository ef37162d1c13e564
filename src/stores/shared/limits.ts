/** Finds the limit that a write would exceed. */
import type { Limits, Usage } from "../../accounts/meter.js";
import { MemoryError } from "../../contract/errors.js";

/** Returns the limit that an addition would exceed. An empty addition exceeds none. */
export function limitPassed(
  usage: Usage,
  limits: Limits,
  added: { readonly storage: number; readonly spendMicros: number },
): "storage" | "spend" | undefined {
  if (added.storage > 0 && usage.storageUsed + added.storage > limits.storageBytes) return "storage";
  const { spendMicros } = limits;
  if (spendMicros !== null && added.spendMicros > 0 && usage.spendMicros + added.spendMicros > spendMicros)
    return "spend";
  return undefined;
}

/**
 * Throws if new bytes would exceed the storage limit.
 *
 * @param used bytes that are used before
 * @param needed bytes to add; nothing is refused if there are none
 * @throws {MemoryError} `storage_limit_reached`
 */
export function assertStorage(
  action: "import" | "re-embed",
  { storageBytes }: Limits,
  { used, needed }: { readonly used: number; readonly needed: number },
): void {
  if (needed <= 0 || used + needed <= storageBytes) return;
  const more =
    action === "import" ? ` and ${needed} more are needed` : `, and the new vectors take ${needed} more`;
  throw new MemoryError(
    "storage_limit_reached",
    `Cannot ${action}: storage must stay within ${storageBytes} bytes, ${used} are used${more}`,
    { data: { storage_used: used, storage_limit: storageBytes, needed } },
  );
}
