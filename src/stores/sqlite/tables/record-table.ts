/** Records: typed claims, each drawn from a passage. */

import type { MemoryRecord, RecordType } from "../../../contract/record.js";
import { metadataJson, recordBytes } from "../../formats/sizes.js";
import { toMs } from "../../formats/times.js";
import { factKey } from "../../shared/names.js";
import type { Closing, FactKey, NewRecord } from "../../store.js";
import { type CheckedRecord, checksumAfter, type RecordEnd, recordChecksum } from "../checks/checksum.js";
import type { Connection } from "../database/connection.js";
import { byScopes, inScopes, isCurrent, scopeParameters } from "../filters/criteria.js";
import { indexedDigest } from "./indexed-digest.js";
import { addEntries, removeEntries } from "./metadata-entries.js";
import {
  type RecordRow,
  type RecordTuple,
  type RecordWithPassageTuple,
  recordColumns,
  recordOfTuple,
  recordsWithPassages,
  recordWithPassageColumns,
  toMetadata,
  toRow,
} from "./record-row.js";

/** Returns the highest record number. */
export function lastRecord(connection: Connection): number {
  return connection.column<[], number>("select coalesce(max(id), 0) from records").get() ?? 0;
}

/**
 * Returns the certainty as it is stored: null for the many records that are certain, which takes no
 * space.
 */
function storedCertainty({ certainty = 1 }: NewRecord): number | null {
  return certainty < 1 ? certainty : null;
}

/**
 * A new record with the names and the units of its columns. Each is written out: records have many
 * hidden classes, and V8 defines properties after a spread of them in its runtime.
 */
function storedRow(record: NewRecord): CheckedRecord {
  return {
    uuid: record.id,
    type: record.type,
    text: record.text,
    entity: record.entity,
    property: record.property,
    value: record.value,
    applies_when: record.trigger,
    occurred_at: toMs(record.occurredAt),
    occurred_until: toMs(record.occurredUntil),
    valid_from: toMs(record.validFrom),
    valid_to: toMs(record.validTo),
    created_at: toMs(record.createdAt),
    superseded_by: record.supersededBy,
    expires_at: toMs(record.expiresAt),
    metadata: metadataJson(record.metadata),
    certainty: storedCertainty(record),
  };
}

/** At what time to read, in milliseconds, and which scopes; absent: every scope. */
export interface ReadContext {
  readonly now: number;
  readonly scopes: readonly number[] | undefined;
}

/** Columns of a record that the store sets. */
interface NewRow {
  readonly scope: number;
  /** True for a rule that is part of every answer. */
  readonly isStandingRule?: boolean;
}

/** A record that ends. */
interface OpenRecord extends RecordEnd {
  readonly id: number;
  readonly uuid: string;
  readonly type: RecordType;
  readonly checksum: number | null;
}

const openColumns = "r.id, r.uuid, r.type, r.valid_to, r.superseded_by, r.checksum";

/** The table `records`. */
export class RecordTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(passage: number, record: NewRecord, { scope, isStandingRule = false }: NewRow): void {
    const row = storedRow(record);
    this.#connection
      .statement(
        `insert into records (uuid, passage, type, text, entity, property, value, applies_when, entity_key, property_key,
           occurred_at, occurred_until, valid_from, valid_to, created_at, superseded_by, expires_at, metadata,
           certainty, standing, scope, checksum)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        row.uuid,
        passage,
        row.type,
        row.text,
        row.entity,
        row.property,
        row.value,
        row.applies_when,
        factKey(row.entity),
        factKey(row.property),
        row.occurred_at,
        row.occurred_until,
        row.valid_from,
        row.valid_to,
        row.created_at,
        row.superseded_by,
        row.expires_at,
        row.metadata,
        row.certainty,
        isStandingRule ? 1 : null,
        scope,
        recordChecksum(row),
      );
    addEntries(this.#connection, passage, row.metadata);
  }

  /**
   * Ends a record. @returns its type; `undefined` if it no longer exists or something else
   * superseded it
   */
  close({ recordId, validTo, supersededBy, formerSuccessor }: Closing): RecordType | undefined {
    const open = this.#connection
      .statement<[string, string | null], OpenRecord & { beginning: number }>(
        `select ${openColumns}, coalesce(r.valid_from, p.said_at) as beginning
         from records r join passages p on p.id = r.passage where r.uuid = ? and r.superseded_by is ?`,
      )
      .get(recordId, formerSuccessor ?? null);
    if (open === undefined) return undefined;
    this.#end(open, { valid_to: toMs(validTo) ?? open.beginning, superseded_by: supersededBy });
    return open.type;
  }

  /** Ends the records of a passage that are still true. */
  endCurrent(passage: number, end: RecordEnd): { readonly id: string; readonly type: RecordType }[] {
    const open = this.#connection
      .statement<[number], OpenRecord>(
        `select ${openColumns} from records r where r.passage = ? and r.superseded_by is null and r.valid_to is null`,
      )
      .all(passage);
    for (const record of open) this.#end(record, end);
    return open.map(({ uuid, type }) => ({ id: uuid, type }));
  }

  #end(record: OpenRecord, end: RecordEnd): void {
    this.#connection
      .statement("update records set valid_to = ?, superseded_by = ?, checksum = ? where id = ?")
      .run(end.valid_to, end.superseded_by, checksumAfter(record.checksum, record, end), record.id);
  }

  /**
   * Deletes a record and its metadata entries. These belong to the passage, which must be deleted
   * too.
   */
  remove({ id, passage, metadata }: RecordRow): void {
    removeEntries(this.#connection, passage, metadata);
    this.#connection.statement("delete from records where id = ?").run(id);
  }

  /** Returns the record with an id, of any scope. */
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

  /**
   * Returns the current semantic records of an entity's property. The plus stops SQLite from
   * reading all records of the type.
   */
  facts({ entity, property }: FactKey, { now, scopes }: ReadContext): MemoryRecord[] {
    return this.#connection
      .tuples<[object], RecordWithPassageTuple>(
        `select ${recordWithPassageColumns} from ${recordsWithPassages}
         where ${ofFact(scopes)} and +r.type = 'semantic' and ${isCurrent} order by r.id`,
      )
      .all(factParameters({ entity, property }, { now, scopes }))
      .map(recordOfTuple);
  }

  /** Returns the record with an id, if it is current. */
  current(uuid: string, { now, scopes }: ReadContext): MemoryRecord | undefined {
    const row = this.#connection
      .tuples<[object], RecordWithPassageTuple>(
        `select ${recordWithPassageColumns} from ${recordsWithPassages} where r.uuid = @uuid and ${inScopes(scopes)} and ${isCurrent}`,
      )
      .get({ ...scopeParameters(scopes), uuid, now });
    return row && recordOfTuple(row);
  }

  /**
   * Returns the ids of the records of {@link facts}, to compare them with the records that a
   * decision relied on.
   */
  factIds(fact: FactKey, { now, scopes }: ReadContext): string[] {
    return this.#connection
      .column<[object], string>(
        `select r.uuid from records r where ${ofFact(scopes)} and +r.type = 'semantic' and ${isCurrent}`,
      )
      .all(factParameters(fact, { now, scopes }));
  }

  /** Returns the semantic records of an entity's property that were superseded. */
  endedFacts(fact: FactKey, { now, scopes }: ReadContext): MemoryRecord[] {
    return this.#connection
      .tuples<[object], RecordWithPassageTuple>(
        `select ${recordWithPassageColumns} from ${recordsWithPassages}
         where ${ofFact(scopes)} and r.superseded_by is not null order by r.id`,
      )
      .all(factParameters(fact, { now, scopes }))
      .map(recordOfTuple);
  }

  /** Returns the current records of the passages with a digest. */
  withDigest(digest: string, { now, scopes }: ReadContext): MemoryRecord[] {
    const parameters = scopeParameters(scopes);
    return this.#connection
      .tuples<[object], RecordWithPassageTuple>(
        `select ${recordWithPassageColumns} from ${recordsWithPassages}
         where ${indexedDigest("p.digest")} = ${indexedDigest("@digest")} and p.digest = @digest and ${inScopes(scopes, "p")} and ${isCurrent} order by r.id`,
      )
      .all({ scope: parameters.scope, scopes: parameters.scopes, digest, now })
      .map(recordOfTuple);
  }
}

function ofFact(scopes: ReadContext["scopes"]): string {
  return `${byScopes(scopes)} and r.entity_key = @entity and r.property_key = @property`;
}

function factParameters({ entity, property }: FactKey, { now, scopes: visible }: ReadContext): object {
  const { scope, scopes } = scopeParameters(visible);
  return { scope, scopes, entity: factKey(entity), property: factKey(property), now };
}

/** Returns the size of a record row in bytes. */
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
