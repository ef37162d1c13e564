/** The audit trail: append-only rows, each with a hash of the row and of the hash before it. */
import type {
  AuditOperation,
  AuditRequest,
  AuditRow,
  AuditVerdict,
} from "../../../contract/maintenance/audit.js";
import type { Page, RecordType } from "../../../contract/record.js";
import { toIso } from "../../formats/times.js";
import { type AuditEntry, follows, nextRow, prunedEntry } from "../../shared/audit-chain.js";
import { fromCheckpoint, nextCheckpoint, parsedCheckpoint, startOf } from "../../shared/audit-pruning.js";
import { cursorFor, fromCursor } from "../../shared/cursor.js";
import type { AuditPruned, AuditPruning } from "../../store.js";
import { lockStore, readStore, type StoreRow, setStore } from "../database/store-row.js";
import { Bound, type Transaction } from "../database/transaction.js";
import type { View } from "../reading/view.js";
import { type Column, NewRows } from "./new-rows.js";

interface Row {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
  readonly operation: AuditOperation;
  readonly record_id: string | null;
  readonly record_type: RecordType | null;
  readonly reason: string | null;
  readonly scope: number | null;
  readonly previous_hash: string;
  readonly hash: string;
}

const columns: readonly Column<AuditRow>[] = [
  ["seq", ({ seq }) => seq],
  ["at", ({ at }) => Date.parse(at)],
  ["actor", ({ actor }) => actor],
  ["operation", ({ operation }) => operation],
  ["record_id", ({ record_id }) => record_id],
  ["record_type", ({ record_type }) => record_type],
  ["reason", ({ reason }) => reason],
  ["scope", ({ scope }) => scope ?? null],
  ["previous_hash", ({ previous_hash }) => previous_hash],
  ["hash", ({ hash }) => hash],
];

/**
 * Appends rows to those that are added. `row` is the store's row, which this transaction has
 * locked.
 *
 * @returns the end of the trail, to be written to the store's row
 */
export function appendAudit(
  added: NewRows,
  row: StoreRow,
  {
    by,
    entries,
  }: {
    readonly by: { readonly at: string; readonly actor: string };
    readonly entries: readonly AuditEntry[];
  },
): { readonly audit_seq: number; readonly audit_hash: string } {
  const rows: AuditRow[] = [];
  const head = { seq: row.audit_seq, hash: row.audit_hash };
  for (const entry of entries) rows.push(nextRow(rows.at(-1) ?? head, by, entry));
  added.add("audit", columns, rows);
  const { seq, hash } = rows.at(-1) ?? head;
  return { audit_seq: seq, audit_hash: hash };
}

const auditColumns = "seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash, hash";

/** Returns a page of the visible rows that meet every condition, in order. */
export async function auditPage(view: View, request: AuditRequest): Promise<Page<AuditRow>> {
  const { operation, record_id, after, before, limit } = request;
  const bound = new Bound();
  const conditions = [
    `seq > ${bound.add(fromCursor("audit", request.cursor))}::bigint`,
    ...(view.scopes === undefined ? [] : [`coalesce(scope, 0) = any(${bound.add(view.scopes)}::integer[])`]),
    ...(operation === undefined ? [] : [`operation = ${bound.add(operation)}::text`]),
    ...(record_id === undefined ? [] : [`record_id = ${bound.add(record_id)}::text`]),
    ...(after === undefined ? [] : [`at >= ${bound.add(Date.parse(after))}::bigint`]),
    ...(before === undefined ? [] : [`at < ${bound.add(Date.parse(before))}::bigint`]),
  ];
  const rows = await view.tx.rows<Row>(
    `select ${auditColumns} from audit where store_id = $1 and ${conditions.join(" and ")}
     order by seq limit ${bound.add(limit + 1)}::integer`,
    bound.values,
  );
  const items = rows.slice(0, limit).map(toAuditRow);
  return { items, next_cursor: rows.length > limit ? cursorFor("audit", items.at(-1)!.seq) : null };
}

const verifiedPerQuery = 5000;

/**
 * Verifies the hash chain from its checkpoint on, and that its end is where the store's row says.
 */
export async function verifyChain(tx: Transaction): Promise<AuditVerdict> {
  const { audit_seq, audit_hash, audit_checkpoint } = await readStore(tx);
  const checkpoint = parsedCheckpoint(audit_checkpoint);
  const counted = await tx.row<{ rows: number }>("select count(*) as rows from audit where store_id = $1");
  const { rows } = counted!;
  const judged = (broken_at?: number) =>
    fromCheckpoint({ valid: broken_at === undefined, rows, ...(broken_at && { broken_at }) }, checkpoint);
  let last = startOf(checkpoint);
  for (;;) {
    const some = await rowsAfter(tx, last.seq, verifiedPerQuery);
    for (const row of some) {
      if (!follows(row, last)) return judged(row.seq);
      last = row;
    }
    if (some.length < verifiedPerQuery) break;
  }
  return last.seq === audit_seq && last.hash === audit_hash ? judged() : judged(last.seq + 1);
}

/** Removes the oldest rows: see `Store.pruneAudit`. */
export async function pruneAudit(
  tx: Transaction,
  storeId: string,
  pruning: AuditPruning,
): Promise<AuditPruned> {
  const row = await lockStore(tx);
  const checkpoint = parsedCheckpoint(row.audit_checkpoint);
  const start = startOf(checkpoint);
  const rows = await rowsAfter(tx, start.seq, pruning.most + 1);
  const next = nextCheckpoint({ storeId, checkpoint, rows }, pruning);
  if (next === undefined) return { removed: 0, checkpoint };
  const removed = next.seq - start.seq;
  const added = new NewRows();
  const end = appendAudit(added, row, { by: pruning, entries: [prunedEntry(removed, next.before)] });
  await added.flush(tx);
  await setStore(tx, { audit_checkpoint: JSON.stringify(next), ...end });
  await tx.rows("delete from audit where store_id = $1 and seq <= $2", [next.seq]);
  return { removed, checkpoint: next };
}

async function rowsAfter(tx: Transaction, seq: number, limit: number): Promise<AuditRow[]> {
  const rows = await tx.rows<Row>(
    `select ${auditColumns} from audit where store_id = $1 and seq > $2 order by seq limit $3::integer`,
    [seq, limit],
  );
  return rows.map(toAuditRow);
}

function toAuditRow({ scope, at, ...row }: Row): AuditRow {
  return { ...row, at: toIso(at), ...(scope === null ? {} : { scope }) };
}
