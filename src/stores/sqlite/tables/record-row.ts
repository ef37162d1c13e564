/** Rows of records, as SQL gives them and as the contract shows them. */
import type { MemoryRecord, Metadata, RecordType } from "../../../contract/record.js";
import { toIso } from "../database/times.js";

/**
 * A record as the columns of {@link recordColumns} give it. Rows are read as arrays and named here: to have SQLite's binding name 18 columns took half as long
 * again as reading them.
 */
export type RecordTuple = [
  id: number,
  uuid: string,
  passage: number,
  type: RecordType,
  text: string | null,
  entity: string | null,
  property: string | null,
  value: string | null,
  appliesWhen: string | null,
  occurredAt: number,
  occurredUntil: number | null,
  validFrom: number | null,
  validTo: number | null,
  createdAt: number,
  supersededBy: string | null,
  expiresAt: number | null,
  metadata: string | null,
  certainty: number | null,
];

/** The same, named. */
export interface RecordRow {
  readonly id: number;
  readonly uuid: string;
  readonly passage: number;
  readonly type: RecordType;
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly applies_when: string | null;
  readonly occurred_at: number;
  readonly occurred_until: number | null;
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly created_at: number;
  readonly superseded_by: string | null;
  readonly expires_at: number | null;
  readonly metadata: string | null;
  /** Null where the extractor has no doubt. */
  readonly certainty: number | null;
}

/** What a record takes from the passage that it stands on. */
export interface Standing {
  readonly text: string;
  readonly speaker: string | null;
  readonly sourceId: string;
  /** Null where it stands in no file. */
  readonly fileId: string | null;
  readonly page: number | null;
  readonly heading: string | null;
}

/** Columns of {@link RecordRow}, of alias `r`. */
export const recordColumns = `r.id, r.uuid, r.passage, r.type, r.text, r.entity, r.property, r.value, r.applies_when,
  r.occurred_at, r.occurred_until, r.valid_from, r.valid_to, r.created_at, r.superseded_by, r.expires_at, r.metadata, r.certainty`;

/** Columns of a record's {@link Standing} and of the record, of aliases `r`, `p`, `s` and `f`. */
export const standingColumns = `p.text, p.speaker, s.uuid, f.uuid, p.page, p.heading, ${recordColumns}`;
export const recordsWithStanding = `records r join passages p on p.id = r.passage join sources s on s.id = p.source
  left join files f on f.id = p.file`;

/** Where the record begins in a {@link StandingTuple}. Taken apart by rest and spread, 170 passages with their records took 1.7 ms instead of 1.1. */
const standingLength = 6;

/** A record after what it stands on, as {@link standingColumns} give them. */
export type StandingTuple = [
  text: string,
  speaker: string | null,
  sourceId: string,
  fileId: string | null,
  page: number | null,
  heading: string | null,
  ...record: RecordTuple,
];

/** Names the columns of a record; others may follow them. */
export function toRow(tuple: readonly [...RecordTuple, ...unknown[]]): RecordRow {
  const [
    id,
    uuid,
    passage,
    type,
    text,
    entity,
    property,
    value,
    applies_when,
    occurred_at,
    occurred_until,
    valid_from,
    valid_to,
    created_at,
    superseded_by,
    expires_at,
    metadata,
    certainty,
  ] = tuple;
  return {
    id,
    uuid,
    passage,
    type,
    text,
    entity,
    property,
    value,
    applies_when,
    occurred_at,
    occurred_until,
    valid_from,
    valid_to,
    created_at,
    superseded_by,
    expires_at,
    metadata,
    certainty,
  };
}

/** A row as the contract shows it. */
export function toRecord(row: RecordRow, standing: Standing): MemoryRecord {
  return {
    id: row.uuid,
    type: row.type,
    text: row.text ?? standing.text,
    entity: row.entity,
    property: row.property,
    value: row.value,
    trigger: row.applies_when,
    speaker: standing.speaker,
    source_id: standing.sourceId,
    occurred_at: toIso(row.occurred_at),
    occurred_until: toIso(row.occurred_until),
    valid_from: toIso(row.valid_from),
    valid_to: toIso(row.valid_to),
    created_at: toIso(row.created_at),
    superseded_by: row.superseded_by,
    expires_at: toIso(row.expires_at),
    metadata: toMetadata(row.metadata),
    ...(row.certainty === null ? {} : { certainty: row.certainty }),
    ...placeOf(standing),
  };
}

/** Fields that only a record of a file has. */
function placeOf({ fileId, page, heading }: Standing): Pick<MemoryRecord, "file_id" | "page" | "heading"> {
  if (fileId === null) return {};
  return {
    file_id: fileId,
    ...(page === null ? {} : { page }),
    ...(heading === null ? {} : { heading }),
  };
}

/** A record with what it stands on, as the contract shows it. */
export function standingRecord(tuple: StandingTuple): MemoryRecord {
  const [text, speaker, sourceId, fileId, page, heading] = tuple;
  const record = tuple.slice(standingLength) as RecordTuple;
  return toRecord(toRow(record), { text, speaker, sourceId, fileId, page, heading });
}

/** Metadata of its column. */
export function toMetadata(json: string | null): Metadata {
  return json === null ? {} : (JSON.parse(json) as Metadata);
}
