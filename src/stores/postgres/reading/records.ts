/** Records as SQL returns them, and as the contract defines them. */
import type { MemoryRecord, Metadata, RecordType } from "../../../contract/record.js";
import { toIso } from "../../formats/times.js";
import { passageOf } from "./criteria.js";

/** A record with columns of its passage, source and file. */
export interface RecordRow {
  readonly id: number;
  readonly uuid: string;
  readonly passage: number;
  readonly type: RecordType;
  readonly text: string;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly applies_when: string | null;
  readonly speaker: string | null;
  readonly source_uuid: string;
  readonly occurred_at: number;
  readonly occurred_until: number | null;
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly created_at: number;
  readonly superseded_by: string | null;
  readonly expires_at: number | null;
  readonly metadata: Metadata | null;
  /** Null if the extractor is sure. */
  readonly certainty: number | null;
  readonly file_uuid: string | null;
  readonly page: number | null;
  readonly heading: string | null;
}

/** Columns of a {@link RecordRow}, of {@link recordTables}. */
export const recordColumns = `r.id, r.uuid, r.passage, r.type, coalesce(r.text, p.text) as text, r.entity, r.property, r.value,
  r.applies_when, p.speaker, s.uuid as source_uuid, r.occurred_at, r.occurred_until, r.valid_from, r.valid_to, r.created_at,
  r.superseded_by, r.expires_at, r.metadata, r.certainty, f.uuid as file_uuid, p.page, p.heading`;

/** Joins the sources and files of passages (alias `p`). */
export const sourceAndFile = `
  cross join lateral (select * from sources s where s.store_id = $1 and s.id = p.source offset 0) s
  left join lateral (select * from files f where f.store_id = $1 and f.id = p.file offset 0) f on true`;

/** Joins the passages, sources and files of records (alias `r`), as `p`, `s` and `f`. */
export const andTheirSources = `${passageOf("r.passage")} ${sourceAndFile}`;

/** Records with their passages, sources and files: the record is looked up first. */
export const recordTables = `records r ${andTheirSources}`;

/** SQL condition: all rows of {@link recordTables} are of the store. */
export const ofStoreWithSource = "r.store_id = $1 and p.store_id = $1 and s.store_id = $1";

/** Returns a row as the contract defines a record. */
export function toRecord(row: RecordRow): MemoryRecord {
  return {
    id: row.uuid,
    type: row.type,
    text: row.text,
    entity: row.entity,
    property: row.property,
    value: row.value,
    trigger: row.applies_when,
    speaker: row.speaker,
    source_id: row.source_uuid,
    occurred_at: toIso(row.occurred_at),
    occurred_until: toIso(row.occurred_until),
    valid_from: toIso(row.valid_from),
    valid_to: toIso(row.valid_to),
    created_at: toIso(row.created_at),
    superseded_by: row.superseded_by,
    expires_at: toIso(row.expires_at),
    metadata: row.metadata ?? {},
    ...(row.certainty === null ? {} : { certainty: row.certainty }),
    ...(row.file_uuid === null ? {} : { file_id: row.file_uuid }),
    ...(row.file_uuid === null || row.page === null ? {} : { page: row.page }),
    ...(row.file_uuid === null || row.heading === null ? {} : { heading: row.heading }),
  };
}
