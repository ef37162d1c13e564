/**
 * Looks up what the store already knows about an input: the facts that it may change, and whether
 * the same was said before.
 */
import type { MemoryRecord } from "../../../contract/record.js";
import type { FactKey, KnownRecords } from "../../store.js";
import type { ReadContext, RecordTable } from "../tables/record-table.js";

/** What to look up. */
export interface LookUp {
  readonly facts: readonly FactKey[];
  readonly digests: readonly string[];
  readonly recordIds: readonly string[];
}

/** Look-ups before the event loop gets a turn: one or two milliseconds. */
const lookUpsPerTurn = 128;

/**
 * Looks up the facts, digests and records in steps. If another call changes them between two steps,
 * the write detects it, because it names the records that the decision relied on.
 */
export function* lookUpKnown(
  records: RecordTable,
  { facts, digests, recordIds }: LookUp,
  moment: ReadContext,
): Generator<undefined, KnownRecords> {
  const [current, ended]: [MemoryRecord[][], MemoryRecord[][]] = [[], []];
  for (const [index, fact] of facts.entries()) {
    if (index % lookUpsPerTurn === lookUpsPerTurn - 1) yield;
    current.push(records.facts(fact, moment));
    ended.push(records.endedFacts(fact, moment));
  }
  const passages: KnownRecords["passages"][number][] = [];
  for (const [index, digest] of [...new Set(digests)].entries()) {
    if (index % lookUpsPerTurn === lookUpsPerTurn - 1) yield;
    const said = records.withDigest(digest, moment);
    if (said.length > 0) passages.push({ digest, records: said });
  }
  const named = [...new Set(recordIds)].flatMap((id) => records.current(id, moment) ?? []);
  return { facts: current.flat(), ended: ended.flat(), named, passages };
}
