/** Whole sources as they move between stores: the rules that all stores follow. Pure. */
import type { MemoryRecord } from "../../contract/record.js";
import type { LoadedSource, NewPassage, NewRecord, Place } from "../store.js";

/**
 * Maximum number of a file's passages in one part of a dump, so that parts stay small for a long
 * file. Sources of messages are dumped in one part.
 */
export const partSize = 500;

/** A passage to load, with those of its records that are not stored yet. */
export interface Loadable<Stored> {
  readonly passage: NewPassage & { readonly place: Place };
  /** The stored passage that has its other records; absent if the passage is new. */
  readonly storedOn: Stored | undefined;
}

/**
 * Returns the passages of a source that have records to load. Ids are unique in a store: a record
 * whose id is stored, or occurred before in the source, is left out.
 *
 * @param stored the scope and the passage of each stored record, by the record's id
 * @param scope the number of the source's scope; absent if the store has nothing of it
 */
export function loadables<Stored extends { readonly scope: number }>(
  { dump, passages }: LoadedSource,
  stored: ReadonlyMap<string, Stored>,
  scope: number | undefined,
): Loadable<Stored>[] {
  const seen = new Set(stored.keys());
  return dump.passages.flatMap((dumped, at) => {
    const fresh = dumped.records.filter(({ id }) => !seen.has(id) && seen.add(id));
    const records = fresh.map((record) => imported(record, dumped.text));
    const storedOn = dumped.records.map(({ id }) => stored.get(id)).find((one) => one?.scope === scope);
    return fresh.length === 0 ? [] : [{ passage: { ...dumped, ...passages[at]!, records }, storedOn }];
  });
}

/** Returns an exported record as one to save. @param passageText the text of its passage */
function imported(record: MemoryRecord, passageText: string): NewRecord {
  return {
    id: record.id,
    operation: "IMPORT",
    type: record.type,
    text: record.text === passageText ? null : record.text,
    entity: record.entity,
    property: record.property,
    value: record.value,
    trigger: record.trigger,
    occurredAt: record.occurred_at,
    occurredUntil: record.occurred_until,
    validFrom: record.valid_from,
    validTo: record.valid_to,
    createdAt: record.created_at,
    supersededBy: record.superseded_by,
    expiresAt: record.expires_at,
    metadata: record.metadata,
    ...(record.certainty === undefined ? {} : { certainty: record.certainty }),
  };
}
