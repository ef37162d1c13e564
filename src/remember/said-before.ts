/** When two statements say the same: facts by their names and values, repetitions by their passage. Pure. */
import type { MemoryRecord } from "../contract/record.js";
import type { Draft } from "../extractors/extractor.js";
import { sameValue } from "../internal/same-value.js";
import { fold } from "../internal/words.js";
import type { NewRecord } from "../stores/store.js";

/** A fact that is current, or was. */
export interface LiveFact {
  /** {@link factKey} of its entity and property. */
  readonly key: string;
  readonly id: string;
  readonly value: string;
  readonly saidAt: string;
  readonly validFrom: string;
  readonly text: string;
  /** Of one that was: until when, and what came after it. */
  readonly ended?: { readonly validTo: string; readonly by: string };
}

/** What a record says, as far as a repetition of it is concerned. */
export type SaidBefore = Pick<NewRecord, "type" | "property" | "value" | "occurredAt">;

/** Of a record that is kept, or that is about to be. */
export function saidBefore(record: MemoryRecord | NewRecord): SaidBefore {
  const occurredAt = "occurredAt" in record ? record.occurredAt : record.occurred_at;
  return { type: record.type, property: record.property, value: record.value, occurredAt };
}

/** The same sentence again carries nothing new, unless it tells of another day. */
export function saysTheSame(said: SaidBefore, draft: Draft): boolean {
  if (said.type !== draft.type) return false;
  if (draft.type === "semantic")
    return said.property === draft.property && sameValue(said.value ?? "", draft.value);
  if (draft.type === "episodic" && draft.dated)
    return said.occurredAt.slice(0, 10) === draft.occurredAt.slice(0, 10);
  return true;
}

/** A kept fact that is current. */
export function liveFact(record: MemoryRecord): LiveFact {
  return {
    key: factKey(record),
    id: record.id,
    // A rule has no value: what it says is its text.
    value: record.value ?? record.text,
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
    saidAt: record.occurredAt,
    validFrom: record.validFrom ?? record.occurredAt,
  };
}

/** One key a fact, however its names are written. */
export function factKey(fact: { readonly entity: string | null; readonly property: string | null }): string {
  return `${fold(fact.entity ?? "")}\u0000${fold(fact.property ?? "")}`;
}
