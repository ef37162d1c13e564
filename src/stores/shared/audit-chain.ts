/** The rows of an audit trail: what each kind of change writes, and how rows are chained. Pure. */
import type { AuditOperation, AuditRow } from "../../contract/maintenance/audit.js";
import type { RecordType } from "../../contract/record.js";
import { auditHash } from "../../hashing/digest.js";
import type { NewRecord } from "../store.js";

/** What an audit row says about one change. */
export interface AuditEntry {
  readonly operation: AuditOperation;
  readonly recordId: string | null;
  readonly recordType: RecordType | null;
  readonly reason: string | null;
  /** Number of the scope; absent, or 0, if the change belongs to none. */
  readonly scope?: number;
}

/** The entry of a whole call, before those of its records. */
export function rememberedEntry(scope: number): AuditEntry {
  return { operation: "REMEMBER", recordId: null, recordType: null, reason: null, scope };
}

/** The entry of a new record. */
export function createdEntry({ operation, id, type }: NewRecord, scope: number): AuditEntry {
  return { operation, recordId: id, recordType: type, reason: null, scope };
}

/** The entry of a record that ended. @param successor id of the record that superseded it */
export function endedEntry(
  { id, type }: { readonly id: string; readonly type: RecordType },
  successor: string | null,
  scope: number,
): AuditEntry {
  const reason = successor === null ? "no longer in the file" : `superseded by ${successor}`;
  return { operation: "UPDATE", recordId: id, recordType: type, reason, scope };
}

/** The entry of a move from one embedder to another, by their ids. */
export function reembeddedEntry(from: string, to: string): AuditEntry {
  return { operation: "REEMBED", recordId: null, recordType: null, reason: `from ${from} to ${to}` };
}

/** The entry of rows that were removed. @param before they were written before this time */
export function prunedEntry(rows: number, before: string): AuditEntry {
  const reason = rows === 0 ? "checkpoint signed with another key" : `${rows} rows before ${before}`;
  return { operation: "PRUNE", recordId: null, recordType: null, reason };
}

/** Number and hash of a row in the chain. */
export interface Head {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** Returns the row that follows another one, with its hash. */
export function nextRow(
  head: Head,
  { at, actor }: { readonly at: string; readonly actor: string },
  { operation, recordId, recordType, reason, scope = 0 }: AuditEntry,
): AuditRow {
  const [seq, record_id, record_type, previous_hash] = [head.seq + 1, recordId, recordType, head.hash];
  // Without spreads, after which V8 defines each property in its runtime.
  const row =
    scope === 0
      ? { seq, at, actor, operation, record_id, record_type, reason, previous_hash, hash: "" }
      : { seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash, hash: "" };
  row.hash = auditHash(row);
  return row;
}

/** Returns true if a row is intact and follows another one. */
export function follows(row: AuditRow, head: Head): boolean {
  return row.seq === head.seq + 1 && row.previous_hash === head.hash && auditHash(row) === row.hash;
}
