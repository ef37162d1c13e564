/**
 * When two statements say the same: facts by their names and values, repetitions by their passage.
 * Pure.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { Draft } from "../../extractors/extractor.js";
import type { NewRecord } from "../../stores/store.js";
import { ComparedValue, plainValue } from "../../text/same-value.js";
import { fold } from "../../text/words.js";

/** A fact that is current, or was. */
export interface LiveFact {
  /** {@link factKey} of its entity and property. */
  readonly key: string;
  readonly id: string;
  readonly value: string;
  /** The same value, as it is compared with others. */
  readonly compared: ComparedValue;
  readonly saidAt: string;
  readonly validFrom: string;
  readonly text: string;
  /** Of one that was: until when, and what came after it. */
  readonly ended?: { readonly validTo: string; readonly by: string };
}

/**
 * What was said with one digest: the same sentence again carries nothing new, unless it tells of
 * another day.
 */
export class SaidBefore {
  readonly #said = new Set<string>();

  /** Notes a record that is kept, or that is about to be. */
  add(record: MemoryRecord | NewRecord): void {
    this.#said.add(record.type);
    if (record.type === "semantic") this.#said.add(factSaid(record.property ?? "", record.value ?? ""));
    if (record.type === "episodic")
      this.#said.add(daySaid("occurredAt" in record ? record.occurredAt : record.occurred_at));
  }

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

/** A kept fact that is current. */
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

/** A fact that this call makes current. */
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

/** One key a fact, however its names are written. */
export function factKey(fact: { readonly entity: string | null; readonly property: string | null }): string {
  return `${fold(fact.entity ?? "")}\u0000${fold(fact.property ?? "")}`;
}
