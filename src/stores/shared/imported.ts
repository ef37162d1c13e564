/** Whole sources as they move between stores: the rules that all stores follow. Pure. */
import type { MemoryRecord } from "../../contract/record.js";
import type { NewRecord } from "../store.js";

/**
 * Maximum number of a file's passages in one part of a dump, so that parts stay small for a long
 * file. What was said is dumped whole.
 */
export const partSize = 500;

/** Returns an exported record as one to save. @param passageText the text of its passage */
export function imported(record: MemoryRecord, passageText: string): NewRecord {
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
