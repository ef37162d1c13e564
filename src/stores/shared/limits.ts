/** Which limit a write would pass. */
import type { Limits, Usage } from "../../accounts/meter.js";

/** Returns the limit that an addition would pass. An addition of nothing passes none. */
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
