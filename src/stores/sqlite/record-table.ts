/** Records: typed claims, each standing on a passage. */
import type { MemoryRecord, Metadata, RecordType } from "../../contract/record.js";
import type { Closing, NewRecord } from "../store.js";
import type { Connection } from "./connection.js";
import { addEntries, removeEntries } from "./metadata-entries.js";
import { isCurrent } from "./scope.js";
import { metadataJson, recordBytes } from "./sizes.js";
import { toIso, toMs } from "./times.js";

/** A record as the columns of {@link recordColumns} give it. */
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
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly created_at: number;
  readonly superseded_by: string | null;
  readonly expires_at: number | null;
  readonly metadata: string | null;
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
  r.occurred_at, r.valid_from, r.valid_to, r.created_at, r.superseded_by, r.expires_at, r.metadata`;

/** Columns of a record and of its {@link Standing}, of aliases `r`, `p` and `s`. */
export const standingColumns = `${recordColumns}, p.text as passage_text, p.speaker, s.uuid as source_uuid,
  f.uuid as file_id, p.page, p.heading`;
export const recordsWithStanding = `records r join passages p on p.id = r.passage join sources s on s.id = p.source
  left join files f on f.id = p.file`;

export type StandingRow = RecordRow & {
  readonly passage_text: string;
  readonly speaker: string | null;
  readonly source_uuid: string;
  readonly file_id: string | null;
  readonly page: number | null;
  readonly heading: string | null;
};

/** A name as facts are compared: in lower case. */
export function factKey(name: string | null): string | null {
  return name === null ? null : name.toLowerCase();
}

/** The highest number that a record has. */
export function lastRecord(connection: Connection): number {
  return connection.column<[], number>("select coalesce(max(id), 0) from records").get() ?? 0;
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
    valid_from: toIso(row.valid_from),
    valid_to: toIso(row.valid_to),
    created_at: toIso(row.created_at),
    superseded_by: row.superseded_by,
    expires_at: toIso(row.expires_at),
    metadata: toMetadata(row.metadata),
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

/** A joined row as the contract shows it. */
export function standingRecord(row: StandingRow): MemoryRecord {
  const { passage_text: text, speaker, source_uuid: sourceId, file_id: fileId, page, heading } = row;
  return toRecord(row, { text, speaker, sourceId, fileId, page, heading });
}

export class RecordTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(passage: number, record: NewRecord): void {
    const metadata = metadataJson(record.metadata);
    this.#connection
      .statement(
        `insert into records (uuid, passage, type, text, entity, property, value, applies_when, entity_key, property_key,
           occurred_at, valid_from, valid_to, created_at, superseded_by, expires_at, metadata)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        record.id,
        passage,
        record.type,
        record.text,
        record.entity,
        record.property,
        record.value,
        record.trigger,
        factKey(record.entity),
        factKey(record.property),
        toMs(record.occurredAt),
        toMs(record.validFrom),
        toMs(record.validTo),
        toMs(record.createdAt),
        record.supersededBy,
        toMs(record.expiresAt),
        metadata,
      );
    addEntries(this.#connection, passage, metadata);
  }

  /** Ends a record. @returns its type, or `undefined` where it is gone or was superseded by something else */
  close({ recordId, validTo, supersededBy, insteadOf }: Closing): RecordType | undefined {
    return this.#connection
      .statement<[number, string, string, string | null], { type: RecordType }>(
        "update records set valid_to = ?, superseded_by = ? where uuid = ? and superseded_by is ? returning type",
      )
      .get(Date.parse(validTo), supersededBy, recordId, insteadOf ?? null)?.type;
  }

  /** Ends those records of a passage that are still true. */
  endStanding(
    passage: number,
    { validTo, supersededBy }: { readonly validTo: number; readonly supersededBy: string | null },
  ): { readonly recordId: string; readonly recordType: RecordType }[] {
    return this.#connection
      .statement<[number, string | null, number], { recordId: string; recordType: RecordType }>(
        `update records set valid_to = ?, superseded_by = ? where passage = ? and superseded_by is null and valid_to is null
         returning uuid as recordId, type as recordType`,
      )
      .all(validTo, supersededBy, passage);
  }

  /** Removes a record, with what its passage is found by because of it: its passage must go too. */
  remove({ id, passage, metadata }: RecordRow): void {
    removeEntries(this.#connection, passage, metadata);
    this.#connection.statement("delete from records where id = ?").run(id);
  }

  find(uuid: string): { readonly id: number; readonly passage: number } | undefined {
    return this.#connection
      .statement<[string], { id: number; passage: number }>("select id, passage from records where uuid = ?")
      .get(uuid);
  }

  ofPassage(passage: number): RecordRow[] {
    return this.#connection
      .statement<[number], RecordRow>(
        `select ${recordColumns} from records r where r.passage = ? order by r.id`,
      )
      .all(passage);
  }

  /** Current semantic records of an entity's property. The plus keeps SQLite from looking through all records of the type. */
  facts(entity: string, property: string, now: number): MemoryRecord[] {
    return this.#connection
      .statement<[object], StandingRow>(
        `select ${standingColumns} from ${recordsWithStanding}
         where r.entity_key = @entity and r.property_key = @property and +r.type = 'semantic' and ${isCurrent} order by r.id`,
      )
      .all({ entity: factKey(entity), property: factKey(property), now })
      .map(standingRecord);
  }

  /** A record by its id, where it is current. */
  current(uuid: string, now: number): MemoryRecord | undefined {
    const row = this.#connection
      .statement<[object], StandingRow>(
        `select ${standingColumns} from ${recordsWithStanding} where r.uuid = @uuid and ${isCurrent}`,
      )
      .get({ uuid, now });
    return row && standingRecord(row);
  }

  /** Ids of the same, for comparing with what a decision relied on. */
  factIds(entity: string, property: string, now: number): string[] {
    return this.#connection
      .column<[object], string>(
        `select r.uuid from records r
         where r.entity_key = @entity and r.property_key = @property and +r.type = 'semantic' and ${isCurrent}`,
      )
      .all({ entity: factKey(entity), property: factKey(property), now });
  }

  /** Semantic records of an entity and a property that another one replaced. */
  endedFacts(entity: string, property: string): MemoryRecord[] {
    return this.#connection
      .statement<[object], StandingRow>(
        `select ${standingColumns} from ${recordsWithStanding}
         where r.entity_key = @entity and r.property_key = @property and r.superseded_by is not null order by r.id`,
      )
      .all({ entity: factKey(entity), property: factKey(property) })
      .map(standingRecord);
  }

  /** Current records of the passages that were kept with a digest. */
  saidBefore(digest: string, now: number): MemoryRecord[] {
    return this.#connection
      .statement<[object], StandingRow>(
        `select ${standingColumns} from ${recordsWithStanding} where p.digest = @digest and ${isCurrent} order by r.id`,
      )
      .all({ digest, now })
      .map(standingRecord);
  }
}

/** What a record row counts. */
export function rowBytes(row: RecordRow): number {
  const { uuid, text, entity, property, value, applies_when, metadata } = row;
  return recordBytes({
    id: uuid,
    text,
    entity,
    property,
    value,
    trigger: applies_when,
    metadata: toMetadata(metadata),
  });
}

function toMetadata(json: string | null): Metadata {
  return json === null ? {} : (JSON.parse(json) as Metadata);
}
