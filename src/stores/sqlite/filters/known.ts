/**
 * What is known of what a call brings: the facts that it may change, and whether it was said
 * before.
 */
import type { MemoryRecord } from "../../../contract/record.js";
import type { FactKey, Known } from "../../store.js";
import type { Moment, RecordTable } from "../tables/record-table.js";

/** What a call asks for. */
export interface Wanted {
  readonly facts: readonly FactKey[];
  readonly digests: readonly string[];
  readonly recordIds: readonly string[];
}

/** Look-ups between two turns of the event loop: a millisecond or two. */
const lookUpsPerTurn = 128;

/**
 * Looks up what is known, in steps. What changes between two of them is found by the write, which
 * names what the decision relied on.
 */
export function* knownOf(
  records: RecordTable,
  { facts, digests, recordIds }: Wanted,
  moment: Moment,
): Generator<undefined, Known> {
  const [current, ended]: [MemoryRecord[][], MemoryRecord[][]] = [[], []];
  for (const [index, fact] of facts.entries()) {
    if (index % lookUpsPerTurn === lookUpsPerTurn - 1) yield;
    current.push(records.facts(fact, moment));
    ended.push(records.endedFacts(fact, moment));
  }
  const passages: Known["passages"][number][] = [];
  for (const [index, digest] of [...new Set(digests)].entries()) {
    if (index % lookUpsPerTurn === lookUpsPerTurn - 1) yield;
    const said = records.saidBefore(digest, moment);
    if (said.length > 0) passages.push({ digest, records: said });
  }
  const named = [...new Set(recordIds)].flatMap((id) => records.current(id, moment) ?? []);
  return { facts: current.flat(), ended: ended.flat(), named, passages };
}
