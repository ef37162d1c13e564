/**
 * Which facts are current while a call is read, which were replaced, and what that writes to the
 * store.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { Closing, KnownRecords, NewRecord } from "../../stores/store.js";
import { FactIndex } from "./fact-index.js";
import type { PlannedPassage } from "./plan.js";
import { type LiveFact, liveFact } from "./said-before.js";

/** How a successor closes facts. */
export interface ClosingOptions {
  /** ISO 8601 UTC: when the successor was said. */
  readonly saidAt: string;
  /** The facts were wrong from the start. */
  readonly neverHeld: boolean;
}

export class FactState {
  /** Facts and rules that were kept before, and that this call closes. */
  readonly closings: Closing[] = [];
  readonly live = new FactIndex();
  /** What was replaced: a late report finds its place among it. */
  readonly ended = new FactIndex();
  /** Records that a draft may update by their id, while they are current. */
  readonly #named = new Map<string, LiveFact>();
  readonly #planned = new Set<string>();
  readonly #closedHere = new Map<string, Closing>();

  constructor(known: Pick<KnownRecords, "facts" | "ended" | "named">) {
    for (const record of known.facts) this.live.add(liveFact(record));
    for (const record of known.ended) this.ended.add(liveFact(record));
    for (const record of known.named) if (isUpdatable(record)) this.#named.set(record.id, liveFact(record));
  }

  /** The current record of an id that a draft names. */
  named(id: string | undefined): LiveFact | undefined {
    return id === undefined ? undefined : this.#named.get(id);
  }

  /** Notes the id of a record that this call makes: it can be closed before it is written. */
  planned(id: string): void {
    this.#planned.add(id);
  }

  close(facts: readonly LiveFact[], successor: NewRecord, { saidAt, neverHeld }: ClosingOptions): void {
    for (const fact of facts) {
      const from = successor.validFrom ?? saidAt;
      // "I have lived in Porto since 2019" said after "I live in Lisbon": what was said last ends
      // what was said first, never before it began.
      const validTo = from > fact.validFrom ? from : saidAt;
      const formerSuccessor = fact.ended === undefined ? {} : { formerSuccessor: fact.ended.by };
      const closing = {
        recordId: fact.id,
        validTo: neverHeld ? null : validTo,
        supersededBy: successor.id,
        ...formerSuccessor,
      };
      if (this.#planned.has(fact.id)) this.#closedHere.set(fact.id, closing);
      else this.closings.push(closing);
      this.#named.delete(fact.id);
      this.live.remove(fact);
      this.ended.remove(fact);
      const endedAt = neverHeld ? fact.validFrom : validTo;
      this.ended.add({ ...fact, ended: { validTo: endedAt, by: successor.id } });
    }
  }

  /**
   * Records made in this call may have been closed by a later message of it: they are written
   * closed.
   */
  settled(passages: readonly PlannedPassage[]): PlannedPassage[] {
    return passages.map((passage) => ({
      ...passage,
      records: passage.records.map((planned) => {
        const closing = this.#closedHere.get(planned.record.id);
        if (closing === undefined) return planned;
        const validTo = closing.validTo ?? planned.record.validFrom;
        return {
          ...planned,
          record: { ...planned.record, validTo, supersededBy: closing.supersededBy },
        };
      }),
    }));
  }
}

/**
 * Events happened, and extracts of files are their file's: facts and rules are what can be
 * otherwise from now on.
 */
function isUpdatable({ type }: MemoryRecord): boolean {
  return type === "semantic" || type === "procedural";
}
