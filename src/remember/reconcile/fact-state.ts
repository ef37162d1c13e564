/**
 * The current and the replaced facts while a call is reconciled, and what must be closed in the
 * store.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { Closing, KnownRecords, NewRecord } from "../../stores/store.js";
import { FactIndex } from "./fact-index.js";
import type { PlannedPassage } from "./plan.js";
import { type LiveFact, liveFact } from "./said-before.js";

/** How a new record closes facts. */
export interface ClosingOptions {
  /** ISO 8601 UTC: when the successor was said. */
  readonly saidAt: string;
  /** Whether the closed facts were wrong from the start. */
  readonly wasWrong: boolean;
}

/** The current and the replaced facts of one call. */
export class FactState {
  /** Stored facts and rules that this call closes. */
  readonly closings: Closing[] = [];
  readonly live = new FactIndex();
  /** Replaced facts. A late report is inserted between them. */
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

  /** The current record with the id that a draft names. */
  named(id: string | undefined): LiveFact | undefined {
    return id === undefined ? undefined : this.#named.get(id);
  }

  /** Registers a record that this call creates, so that it can be closed before it is written. */
  planned(id: string): void {
    this.#planned.add(id);
  }

  /** Closes facts, with the record that replaces them. */
  close(facts: readonly LiveFact[], successor: NewRecord, { saidAt, wasWrong }: ClosingOptions): void {
    for (const fact of facts) {
      const from = successor.validFrom ?? saidAt;
      // "I have lived in Porto since 2019" said after "I live in Lisbon": the later statement ends
      // the earlier one, but never at a time before the earlier one began.
      const validTo = from > fact.validFrom ? from : saidAt;
      const formerSuccessor = fact.ended === undefined ? {} : { formerSuccessor: fact.ended.by };
      const closing = {
        recordId: fact.id,
        validTo: wasWrong ? null : validTo,
        supersededBy: successor.id,
        ...formerSuccessor,
      };
      if (this.#planned.has(fact.id)) this.#closedHere.set(fact.id, closing);
      else this.closings.push(closing);
      this.#named.delete(fact.id);
      this.live.remove(fact);
      this.ended.remove(fact);
      const endedAt = wasWrong ? fact.validFrom : validTo;
      this.ended.add({ ...fact, ended: { validTo: endedAt, by: successor.id } });
    }
  }

  /**
   * The passages to write. A record that a later message of the same call closed is written closed.
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
 * Only facts and rules can be replaced. Events happened, and extracts belong to their file.
 */
function isUpdatable({ type }: MemoryRecord): boolean {
  return type === "semantic" || type === "procedural";
}
