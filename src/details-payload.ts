/** What a service says about one of its memories: usage, storage, plan and wallet. */

import type { Meter, Usage } from "./accounts/meter.js";
import type { DetailsPayload } from "./contract/details.js";
import { toUsd } from "./numbers/money.js";

/** A memory and what it has used. */
export interface UsedMemory {
  readonly id: string;
  readonly name: string;
  readonly usage: Usage;
}

/** Makes the payload of `details`. The key of a caller is added by the service that knows it. */
export function detailsPayload({ id, name, usage }: UsedMemory, meter: Meter): DetailsPayload {
  return {
    valid: true,
    api_key: "",
    memory: {
      id,
      name,
      usage: { requests: usage.requests, tokens: usage.tokens, spend: toUsd(usage.spendMicros) },
      storage_used: usage.storageUsed,
      storage_limit: meter.limits.storageBytes,
    },
    plan: { ...meter.plan },
    wallet_balance: toUsd(meter.balance(usage)),
  };
}
