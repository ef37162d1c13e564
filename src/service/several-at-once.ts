/** Remembers several inputs of a batch at once: those that are ready. */
import { ReadAhead } from "../async/read-ahead.js";
import type { AddPayload, RememberInput } from "../contract/remember.js";
import type { BatchOptions } from "./remember-batch.js";

/**
 * A {@link BatchOptions.remembered} that passes several inputs to one call.
 *
 * @param atOnce Largest number of inputs of one call.
 * @param remember Remembers the first of the inputs, at least one, and returns their payloads in
 * order. The remaining inputs are passed again with the next call.
 */
export function severalAtOnce(
  atOnce: number,
  remember: (inputs: readonly RememberInput[]) => Promise<readonly AddPayload[]>,
): BatchOptions["remembered"] {
  return async function* (inputs) {
    const ahead = new ReadAhead(inputs, atOnce);
    try {
      for (let ready = await ahead.fill(); ready.length > 0; ready = await ahead.fill()) {
        const payloads = await remember(ready);
        ahead.take(payloads.length);
        yield* payloads;
      }
    } finally {
      await ahead.close();
    }
  };
}
