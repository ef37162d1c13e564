/**
 * Reads a store's own export, the basis of the other exports. It only uses the verb `export`, so it
 * works with any memory service.
 */
import { parseInput } from "../contract/errors.js";
import {
  type ExchangedSource,
  type ExchangeHeader,
  exchangedSource,
  exchangeHeader,
} from "../contract/maintenance/exchange.js";
import type { CallOptions, MemoryService } from "../contract/memory-service.js";

/** A passage of a source in an export. */
export type ExchangedPassage = ExchangedSource["passages"][number];
/** A record of a passage in an export. */
export type ExchangedRecord = ExchangedPassage["records"][number];

/** The header, then every source in the order in which it was stored. */
export async function* exchanged(
  memory: MemoryService,
  call: CallOptions,
): AsyncGenerator<{ readonly header: ExchangeHeader } | { readonly source: ExchangedSource }> {
  let first = true;
  for await (const line of memory.export(call)) {
    const value: unknown = JSON.parse(line);
    if (first) yield { header: parseInput(exchangeHeader, value, "export") };
    else yield { source: parseInput(exchangedSource, value, "export").source };
    first = false;
  }
}

/** Whether a record is true at a time: nothing replaced it, and it has not ended. */
export function isCurrent({ superseded_by, valid_to }: ExchangedRecord, at: string): boolean {
  return superseded_by === null && (valid_to === null || valid_to > at);
}
