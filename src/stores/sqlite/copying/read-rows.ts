/** Reads a store row by row, for a copy: see `stores/copying`. Call it inside a read. */

import type { Metadata } from "../../../contract/record.js";
import {
  type CopiedPart,
  type CopiedPassage,
  type CopiedRecord,
  type CopiedRows,
  copiedParts,
  type StoreSummary,
} from "../../copying.js";
import { toBlob } from "../../formats/quantise.js";
import { parsedCheckpoint } from "../../shared/audit-pruning.js";
import { isMoving } from "../../shared/unfinished-copy.js";
import type { Connection } from "../database/connection.js";
import type { StoreTables } from "../open-parts.js";
import { currentEmbedder, reembeddingState } from "../reembedding/store-embedder.js";

/** Reads the rows of each part: at most `limit` after a position. */
type Readers = {
  readonly [Part in CopiedPart]: (from: Source, at: { after: number; limit: number }) => CopiedRows[Part][];
};

interface Source {
  readonly connection: Connection;
  readonly tables: StoreTables;
}

/** Returns up to `limit` rows of a part, in order. */
export function readRows<Part extends CopiedPart>(
  source: Source,
  part: Part,
  at: { readonly after: number; readonly limit: number },
): CopiedRows[Part][] {
  return readers[part](source, at);
}

const readers: Readers = {
  scopes: (from, at) =>
    rowsOf<CopiedRows["scopes"]>(
      from,
      at,
      "id, labels, passages, words, file_passages, file_words",
      "scopes",
    ),
  sources: (from, at) => rowsOf<CopiedRows["sources"]>(from, at, "id, uuid, created_at, scope", "sources"),
  files: (from, at) =>
    rowsOf<CopiedRows["files"]>(from, at, "id, uuid, name, media_type, digest, scope", "files"),
  passages: readPassages,
  records: readRecords,
  answers: readAnswers,
  audit: ({ connection }, { after, limit }) =>
    connection
      .statement<[number, number], AuditRow>(
        `select seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash, hash from audit
         where seq > ? order by seq limit cast(? as integer)`,
      )
      .all(after, limit)
      .map((row) => ({
        ...row,
        previous_hash: row.previous_hash.toString("hex"),
        hash: row.hash.toString("hex"),
      })),
};

type AuditRow = Omit<CopiedRows["audit"], "hash" | "previous_hash"> & {
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
};

function rowsOf<Row>(
  { connection }: Source,
  { after, limit }: { readonly after: number; readonly limit: number },
  columns: string,
  table: string,
): Row[] {
  return connection
    .statement<[number, number], Row>(
      `select ${columns} from ${table} where id > ? order by id limit cast(? as integer)`,
    )
    .all(after, limit);
}

const passageColumns =
  "id, source, scope, file, message, text, prompt, speaker, role, said_at, digest, word_count, mentions, page, heading";

type PassageRow = Omit<CopiedPassage, "mentions" | "names" | "vector"> & { readonly mentions: string | null };

function readPassages(from: Source, at: { after: number; limit: number }): CopiedPassage[] {
  const rows = rowsOf<PassageRow>(from, at, passageColumns, "passages");
  const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
  const { connection, tables } = from;
  const vectors = new Map([
    ...[...tables.vectors.stored(first, last)].map(encoded),
    ...[...tables.fileVectors.stored(first, last)].map(encoded),
  ]);
  const names = new Map<number, string[]>(rows.map(({ id }) => [id, []]));
  const found = connection
    .statement<[number, number], { name: string; passage: number }>(
      "select name, passage from names where passage between ? and ?",
    )
    .all(first, last);
  for (const { name, passage } of found) names.get(passage)?.push(name);
  return rows.map((row) => ({
    ...row,
    mentions: row.mentions === null ? [] : (JSON.parse(row.mentions) as string[]),
    names: names.get(row.id)!.sort(),
    vector: vectors.get(row.id) ?? null,
  }));
}

function encoded([passage, vector]: readonly [number, Int8Array]): [number, string] {
  return [passage, toBlob(vector).toString("base64")];
}

const recordColumns = `id, uuid, passage, scope, type, text, entity, property, value, applies_when, occurred_at,
  occurred_until, valid_from, valid_to, created_at, superseded_by, expires_at, metadata, certainty, standing`;

type RecordRow = Omit<CopiedRecord, "metadata" | "standing"> & {
  readonly metadata: string | null;
  readonly standing: number | null;
};

function readRecords(from: Source, at: { after: number; limit: number }): CopiedRecord[] {
  return rowsOf<RecordRow>(from, at, recordColumns, "records").map((row) => ({
    ...row,
    metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as Metadata),
    standing: row.standing === 1,
  }));
}

function readAnswers(
  { connection }: Source,
  { after, limit }: { after: number; limit: number },
): CopiedRows["answers"][] {
  const rows = connection
    .statement<[number, number], Omit<CopiedRows["answers"], "records"> & { readonly records: string }>(
      `select scope, key, payload, at, bytes,
         (select json_group_array(record) from (select record from answer_records where answer = answers.id order by record)) as records
       from answers order by scope, key limit cast(? as integer) offset cast(? as integer)`,
    )
    .all(limit, after);
  return rows.map((row) => ({ ...row, records: JSON.parse(row.records) as number[] }));
}

/** Returns the properties of the store that are not rows of a part. */
export function readSummary({ connection, tables }: Source): StoreSummary {
  const { meta, usage } = tables;
  if (reembeddingState(meta) !== undefined) throw isMoving();
  const count = (part: CopiedPart) =>
    connection.column<[], number>(`select count(*) from ${part}`).get() ?? 0;
  return {
    name: meta.get("name") ?? "",
    createdAt: Date.parse(meta.get("created_at") ?? ""),
    embedder: currentEmbedder(meta),
    usage: usage.read(),
    rows: Object.fromEntries(copiedParts.map((part) => [part, count(part)])) as StoreSummary["rows"],
    last: { passage: lastNumber(connection, "passages"), scope: lastNumber(connection, "scopes") },
    auditSeq: Number(meta.get("audit_seq") ?? 0),
    auditHash: meta.get("audit_hash") ?? "",
    auditCheckpoint: parsedCheckpoint(meta.get("audit_checkpoint")) ?? null,
  };
}

/**
 * Returns the highest number that a table has ever assigned, even to a row that no longer exists.
 */
function lastNumber(connection: Connection, table: string): number {
  return (
    connection.column<[string], number>("select seq from sqlite_sequence where name = ?").get(table) ?? 0
  );
}

/** Returns the position of the last row of a part: see `StoreRows.position`. */
export function lastPosition(connection: Connection, part: CopiedPart): number {
  const of = { audit: "max(seq)", answers: "count(*)" } as Readonly<Partial<Record<CopiedPart, string>>>;
  return (
    connection.column<[], number>(`select coalesce(${of[part] ?? "max(id)"}, 0) from ${part}`).get() ?? 0
  );
}
