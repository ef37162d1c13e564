/** Reads a store row by row, for a copy: see `stores/copying`. */

import type { Metadata } from "../../../contract/record.js";
import {
  type CopiedPart,
  type CopiedPassage,
  type CopiedRecord,
  type CopiedRows,
  copiedParts,
  type StoreSummary,
} from "../../copying.js";
import { parsedCheckpoint } from "../../shared/audit-pruning.js";
import { isMoving } from "../../shared/unfinished-copy.js";
import { embedderOf, readStore, usageOf } from "../database/store-row.js";
import type { Transaction } from "../database/transaction.js";

interface Batch {
  readonly after: number;
  readonly limit: number;
}

type Readers = {
  readonly [Part in CopiedPart]: (tx: Transaction, batch: Batch) => Promise<CopiedRows[Part][]>;
};

/** Returns up to `limit` rows of a part, in order. */
export function readRows<Part extends CopiedPart>(
  tx: Transaction,
  part: Part,
  batch: Batch,
): Promise<CopiedRows[Part][]> {
  return readers[part](tx, batch);
}

const readers: Readers = {
  scopes: (tx, batch) =>
    rowsOf<CopiedRows["scopes"]>(tx, batch, {
      columns: "id, labels, passages, words, file_passages, file_words",
      table: "scopes",
    }),
  sources: (tx, batch) =>
    rowsOf<CopiedRows["sources"]>(tx, batch, { columns: "id, uuid, created_at, scope", table: "sources" }),
  files: (tx, batch) =>
    rowsOf<CopiedRows["files"]>(tx, batch, {
      columns: "id, uuid, name, media_type, digest, scope",
      table: "files",
    }),
  passages: readPassages,
  records: readRecords,
  answers: (tx, { after, limit }) =>
    tx.rows<CopiedRows["answers"]>(
      `select scope, key, payload, at, bytes, array(select unnest(records) order by 1) as records from answers
       where store_id = $1 order by scope, key collate "C" limit $2 offset $3`,
      [limit, after],
    ),
  audit: (tx, { after, limit }) =>
    tx.rows<CopiedRows["audit"]>(
      `select seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash, hash from audit
       where store_id = $1 and seq > $2 order by seq limit $3`,
      [after, limit],
    ),
};

function rowsOf<Row>(
  tx: Transaction,
  { after, limit }: Batch,
  { columns, table }: { readonly columns: string; readonly table: string },
): Promise<Row[]> {
  return tx.rows<Row>(
    `select ${columns} from ${table} where store_id = $1 and id > $2 order by id limit $3`,
    [after, limit],
  );
}

const passageColumns = `id, source, scope, file, message, text, prompt, speaker, role, said_at, digest, word_count,
  mentions, page, heading, embedding`;

type PassageRow = Omit<CopiedPassage, "names" | "vector"> & { readonly embedding: Buffer | null };

async function readPassages(tx: Transaction, batch: Batch): Promise<CopiedPassage[]> {
  const rows = await rowsOf<PassageRow>(tx, batch, { columns: passageColumns, table: "passages" });
  const names = new Map<number, string[]>(rows.map(({ id }) => [id, []]));
  const found = await tx.rows<{ name: string; passage: number }>(
    "select name, passage from names where store_id = $1 and passage between $2 and $3",
    [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0],
  );
  for (const { name, passage } of found) names.get(passage)?.push(name);
  return rows.map(({ embedding, ...row }) => ({
    ...row,
    names: names.get(row.id)!.sort(),
    vector: embedding?.toString("base64") ?? null,
  }));
}

const recordColumns = `id, uuid, passage, scope, type, text, entity, property, value, applies_when, occurred_at,
  occurred_until, valid_from, valid_to, created_at, superseded_by, expires_at, metadata, certainty, standing`;

type RecordRow = Omit<CopiedRecord, "metadata"> & { readonly metadata: Metadata | null };

async function readRecords(tx: Transaction, batch: Batch): Promise<CopiedRecord[]> {
  const rows = await rowsOf<RecordRow>(tx, batch, { columns: recordColumns, table: "records" });
  return rows.map((row) => ({ ...row, metadata: row.metadata ?? {} }));
}

/** Returns the properties of the store that are not rows of a part. */
export async function readSummary(tx: Transaction): Promise<StoreSummary> {
  const row = await readStore(tx);
  if (row.move !== null) throw isMoving();
  const rows: Partial<Record<CopiedPart, number>> = {};
  // Every store has a row for scope 0, which is for records without a scope and is not copied.
  for (const part of copiedParts) {
    const counted = await tx.row<{ rows: number }>(
      `select count(*) as rows from ${part} where store_id = $1 ${part === "scopes" ? "and id > 0" : ""}`,
    );
    rows[part] = counted!.rows;
  }
  return {
    name: row.name,
    createdAt: row.created_at,
    embedder: embedderOf(row),
    usage: usageOf(row),
    rows: rows as StoreSummary["rows"],
    last: { passage: row.last_passage, scope: row.last_scope },
    auditSeq: row.audit_seq,
    auditHash: row.audit_seq === 0 ? "" : row.audit_hash,
    auditCheckpoint: parsedCheckpoint(row.audit_checkpoint) ?? null,
  };
}

/** Returns the position of the last row of a part: see `StoreRows.position`. */
export async function lastPosition(tx: Transaction, part: CopiedPart): Promise<number> {
  const of = { audit: "max(seq)", answers: "count(*)" } as Readonly<Partial<Record<CopiedPart, string>>>;
  const row = await tx.row<{ last: number }>(
    `select coalesce(${of[part] ?? "max(id)"}, 0) as last from ${part} where store_id = $1`,
  );
  return row!.last;
}
