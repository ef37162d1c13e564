/** Records: typed claims, each standing on a passage. */
import type { MemoryRecord, RecordType } from "../../../contract/record.js";
import type { BriefRecord, Closing, FactKey, NewRecord } from "../../store.js";
import { recordChecksum } from "../checks/checksum.js";
import type { Connection } from "../database/connection.js";
import { metadataJson, recordBytes } from "../database/sizes.js";
import { toMs } from "../database/times.js";
import { byScopes, inScopes, isCurrent, scopeParameters } from "../filters/criteria.js";
import { addEntries, removeEntries } from "./metadata-entries.js";
import {
  type RecordRow,
  type RecordTuple,
  recordColumns,
  recordsWithStanding,
  type StandingTuple,
  standingColumns,
  standingRecord,
  toMetadata,
  toRow,
} from "./record-row.js";

/** A name as facts are compared: in lower case. */
export function factKey(name: string | null): string | null {
  return name === null ? null : name.toLowerCase();
}

/** The same of several names, each once. */
export function factKeys(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => factKey(name) ?? []))];
}

/** The highest number that a record has. */
export function lastRecord(connection: Connection): number {
  return connection.column<[], number>("select coalesce(max(id), 0) from records").get() ?? 0;
}

/** The certainty as it is stored: most records have no doubt, and take no room for it. */
function doubtOf({ certainty = 1 }: NewRecord): number | null {
  return certainty < 1 ? certainty : null;
}

/** When, in milliseconds, and in which scopes; absent: in all. */
export interface Moment {
  readonly now: number;
  readonly scopes: readonly number[] | undefined;
}

/** What the store itself adds to a record. */
interface NewRow {
  readonly scope: number;
  /** Whether it is a rule that comes with every answer. */
  readonly standing?: boolean;
}

export class RecordTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(passage: number, record: NewRecord, { scope, standing = false }: NewRow): void {
    const metadata = metadataJson(record.metadata);
    this.#connection
      .statement(
        `insert into records (uuid, passage, type, text, entity, property, value, applies_when, entity_key, property_key,
           occurred_at, occurred_until, valid_from, valid_to, created_at, superseded_by, expires_at, metadata,
           certainty, standing, scope, checksum)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
        toMs(record.occurredUntil),
        toMs(record.validFrom),
        toMs(record.validTo),
        toMs(record.createdAt),
        record.supersededBy,
        toMs(record.expiresAt),
        metadata,
        doubtOf(record),
        standing ? 1 : null,
        scope,
        recordChecksum({ ...record, uuid: record.id, applies_when: record.trigger, metadata }),
      );
    addEntries(this.#connection, passage, metadata);
  }

  /** Ends a record. @returns its type, or `undefined` where it is gone or was superseded by something else */
  close({ recordId, validTo, supersededBy, insteadOf }: Closing): RecordType | undefined {
    return this.#connection
      .statement<[number | null, string, string, string | null], { type: RecordType }>(
        `update records set valid_to = coalesce(?, valid_from, (select said_at from passages where id = records.passage)),
           superseded_by = ? where uuid = ? and superseded_by is ? returning type`,
      )
      .get(toMs(validTo), supersededBy, recordId, insteadOf ?? null)?.type;
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

  /** The record of an id, of whatever scope. */
  find(uuid: string): { readonly id: number; readonly passage: number; readonly scope: number } | undefined {
    return this.#connection
      .statement<[string], { id: number; passage: number; scope: number }>(
        "select id, passage, scope from records where uuid = ?",
      )
      .get(uuid);
  }

  ofPassage(passage: number): RecordRow[] {
    return this.#connection
      .tuples<[number], RecordTuple>(
        `select ${recordColumns} from records r where r.passage = ? order by r.id`,
      )
      .all(passage)
      .map(toRow);
  }

  /** Current semantic records of an entity's property. The plus keeps SQLite from looking through all records of the type. */
  facts({ entity, property }: FactKey, { now, scopes }: Moment): MemoryRecord[] {
    return this.#connection
      .tuples<[object], StandingTuple>(
        `select ${standingColumns} from ${recordsWithStanding}
         where ${ofFact(scopes)} and +r.type = 'semantic' and ${isCurrent} order by r.id`,
      )
      .all({ ...factParameters({ entity, property }, scopes), now })
      .map(standingRecord);
  }

  /** Current records of a passage, as they are shown beside others. */
  briefly(passage: number, now: number): BriefRecord[] {
    return this.#connection
      .tuples<[object], [id: string, type: RecordType, text: string]>(
        `select r.uuid, r.type, coalesce(r.text, p.text) from records r join passages p on p.id = r.passage
         where r.passage = @passage and ${isCurrent} order by r.id`,
      )
      .all({ passage, now })
      .map(([id, type, text]) => ({ id, type, text }));
  }

  /** A record by its id, where it is current. */
  current(uuid: string, { now, scopes }: Moment): MemoryRecord | undefined {
    const row = this.#connection
      .tuples<[object], StandingTuple>(
        `select ${standingColumns} from ${recordsWithStanding} where r.uuid = @uuid and ${inScopes(scopes)} and ${isCurrent}`,
      )
      .get({ ...scopeParameters(scopes), uuid, now });
    return row && standingRecord(row);
  }

  /** Ids of the same, for comparing with what a decision relied on. */
  factIds(fact: FactKey, { now, scopes }: Moment): string[] {
    return this.#connection
      .column<[object], string>(
        `select r.uuid from records r where ${ofFact(scopes)} and +r.type = 'semantic' and ${isCurrent}`,
      )
      .all({ ...factParameters(fact, scopes), now });
  }

  /** Semantic records of an entity and a property that another one replaced. */
  endedFacts(fact: FactKey, { scopes }: Pick<Moment, "scopes">): MemoryRecord[] {
    return this.#connection
      .tuples<[object], StandingTuple>(
        `select ${standingColumns} from ${recordsWithStanding}
         where ${ofFact(scopes)} and r.superseded_by is not null order by r.id`,
      )
      .all(factParameters(fact, scopes))
      .map(standingRecord);
  }

  /** Current records of the passages that were kept with a digest. */
  saidBefore(digest: string, { now, scopes }: Moment): MemoryRecord[] {
    return this.#connection
      .tuples<[object], StandingTuple>(
        `select ${standingColumns} from ${recordsWithStanding} where p.digest = @digest and ${inScopes(scopes, "p")} and ${isCurrent} order by r.id`,
      )
      .all({ ...scopeParameters(scopes), digest, now })
      .map(standingRecord);
  }
}

function ofFact(scopes: Moment["scopes"]): string {
  return `${byScopes(scopes)} and r.entity_key = @entity and r.property_key = @property`;
}

function factParameters({ entity, property }: FactKey, scopes: Moment["scopes"]): object {
  return { ...scopeParameters(scopes), entity: factKey(entity), property: factKey(property) };
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
