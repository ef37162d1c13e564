/** A store's own export, read again: what the other exports are made of. It speaks `export` alone, so it works on any memory service. */
import { parseInput } from "../contract/errors.js";
import {
  type ExchangedSource,
  type ExchangeHeader,
  exchangedSource,
  exchangeHeader,
} from "../contract/exchange.js";
import type { CallOptions, MemoryService } from "../contract/memory-service.js";

/** A passage of a source, and a record on it, as an export has them. */
export type ExchangedPassage = ExchangedSource["passages"][number];
export type ExchangedRecord = ExchangedPassage["records"][number];

/** The header, and then every source in the order in which it was kept. */
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

/** Whether a record says what is so at a moment: nothing replaced it, and it has not ended. */
export function isCurrent({ superseded_by, valid_to }: ExchangedRecord, at: string): boolean {
  return superseded_by === null && (valid_to === null || valid_to > at);
}
