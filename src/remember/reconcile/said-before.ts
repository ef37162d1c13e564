/**
 * Decides whether two statements are the same: facts by their names and values, repetitions by
 * their passage. Pure.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { Draft } from "../../extractors/extractor.js";
import type { NewRecord } from "../../stores/store.js";
import { ComparedValue, plainValue } from "../../text/same-value.js";
import { fold } from "../../text/words.js";

/** A current or former fact. */
export interface LiveFact {
  /** {@link factKey} of its entity and property. */
  readonly key: string;
  readonly id: string;
  readonly value: string;
  /** The value, prepared for comparisons. */
  readonly compared: ComparedValue;
  readonly saidAt: string;
  readonly validFrom: string;
  readonly text: string;
  /** For a former fact: when it ended, and the id of its successor. */
  readonly ended?: { readonly validTo: string; readonly by: string };
}

/**
 * The drafts from passages with one digest. A repeated sentence states nothing new, unless it is
 * about another day.
 */
export class SaidBefore {
  readonly #said = new Set<string>();

  /** Adds a stored or a planned record. */
  add(record: MemoryRecord | NewRecord): void {
    this.#said.add(record.type);
    if (record.type === "semantic") this.#said.add(factSaid(record.property ?? "", record.value ?? ""));
    if (record.type === "episodic")
      this.#said.add(daySaid("occurredAt" in record ? record.occurredAt : record.occurred_at));
  }

  /** Whether a draft repeats one of the records. */
  has(draft: Draft): boolean {
    if (draft.type === "semantic") return this.#said.has(factSaid(draft.property, draft.value));
    if (draft.type === "episodic" && draft.dated) return this.#said.has(daySaid(draft.occurredAt));
    return this.#said.has(draft.type);
  }
}

function factSaid(property: string, value: string): string {
  return `fact\u0000${property}\u0000${plainValue(value)}`;
}

function daySaid(occurredAt: string): string {
  return `day\u0000${occurredAt.slice(0, 10)}`;
}

/** A stored fact or rule. */
export function liveFact(record: MemoryRecord): LiveFact {
  // A rule has no value: what it says is its text.
  const value = record.value ?? record.text;
  return {
    key: factKey(record),
    id: record.id,
    value,
    compared: new ComparedValue(value),
    saidAt: record.occurred_at,
    validFrom: record.valid_from ?? record.occurred_at,
    text: record.text,
    ...(record.valid_to === null || record.superseded_by === null
      ? {}
      : { ended: { validTo: record.valid_to, by: record.superseded_by } }),
  };
}

/** The fields of a fact that this call creates. */
export function liveFields(record: NewRecord): Omit<LiveFact, "text"> {
  return {
    key: factKey(record),
    id: record.id,
    value: record.value ?? "",
    compared: new ComparedValue(record.value ?? ""),
    saidAt: record.occurredAt,
    validFrom: record.validFrom ?? record.occurredAt,
  };
}

/** The key of a fact: its folded entity and property. */
export function factKey(fact: { readonly entity: string | null; readonly property: string | null }): string {
  return `${fold(fact.entity ?? "")}\u0000${fold(fact.property ?? "")}`;
}
