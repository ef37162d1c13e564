/**
 * The audit trail: append-only rows, each with a SHA-256 hash of the row and of the hash before it.
 * `meta` has the number and hash of the last row, so that removing rows at the end is detected too,
 * and the checkpoint of the rows that were removed at the beginning.
 */
import type {
  AuditCheckpoint,
  AuditOperation,
  AuditRequest,
  AuditRow,
  AuditVerdict,
} from "../../../contract/maintenance/audit.js";
import type { Page, RecordType } from "../../../contract/record.js";
import { beforeTheFirst } from "../../../hashing/digest.js";
import { toIso, toMs } from "../../formats/times.js";
import { type AuditEntry, follows, type Head, nextRow, prunedEntry } from "../../shared/audit-chain.js";
import { fromCheckpoint, nextCheckpoint, parsedCheckpoint, startOf } from "../../shared/audit-pruning.js";
import { cursorFor, fromCursor } from "../../shared/cursor.js";
import type { AuditPruned, AuditPruning } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "../filters/criteria.js";
import type { MetaTable } from "./meta-table.js";
import { noScope } from "./scope-table.js";

interface Row {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
  readonly operation: AuditOperation;
  readonly record_id: string | null;
  readonly record_type: RecordType | null;
  readonly reason: string | null;
  readonly scope: number | null;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/** Number of rows that are verified before other tasks get a turn: some 3 ms. */
const verifyBatchSize = 256;

/** The table `audit`. */
export class AuditTable {
  readonly #connection: Connection;
  readonly #meta: MetaTable;

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
  }

  append(by: { readonly at: string; readonly actor: string }, entries: readonly AuditEntry[]): void {
    if (entries.length === 0) return;
    let head = this.#head();
    for (const entry of entries) head = this.#insert(by, entry, head);
    this.#meta.set("audit_seq", String(head.seq));
    this.#meta.set("audit_hash", head.hash);
  }

  /** Returns a page of rows. @param scopes absent: of every scope */
  page(request: AuditRequest, scopes: readonly number[] | undefined): Page<AuditRow> {
    const { limit } = request;
    const rows = this.#connection
      .statement<[object], Row>(
        `select * from audit a where ${inScopesOf(scopes)} and seq > @seq and (@operation is null or operation = @operation)
           and (@record_id is null or record_id = @record_id) and (@after is null or at >= @after) and (@before is null or at < @before)
         order by seq limit cast(@limit as integer)`,
      )
      .all({
        seq: fromCursor("audit", request.cursor),
        operation: request.operation ?? null,
        record_id: request.record_id ?? null,
        after: toMs(request.after ?? null),
        before: toMs(request.before ?? null),
        limit: limit + 1,
        ...scopeParameters(scopes),
      });
    const items = rows.slice(0, limit).map(toAuditRow);
    return { items, next_cursor: rows.length > limit ? cursorFor("audit", items.at(-1)!.seq) : null };
  }

  /** Removes the oldest rows: see `Store.pruneAudit`. */
  prune(pruning: AuditPruning): AuditPruned {
    const [checkpoint, storeId] = [this.#checkpoint(), this.#storeId()];
    const start = startOf(checkpoint);
    const rows = this.#after(start.seq, pruning.most + 1);
    const next = nextCheckpoint({ storeId, checkpoint, rows }, pruning);
    if (next === undefined) return { removed: 0, checkpoint };
    this.#meta.set("audit_checkpoint", JSON.stringify(next));
    this.#connection.statement("delete from audit where seq <= ?").run(next.seq);
    const removed = next.seq - start.seq;
    this.append(pruning, [prunedEntry(removed, next.before)]);
    return { removed, checkpoint: next };
  }

  /**
   * Verifies some 1,000 rows after a row that is known to be valid, or after the checkpoint if that
   * is later.
   *
   * @returns the last verified row; or the verdict on the whole chain, at its end or at an invalid
   * row
   */
  verifyAfter(last: Head): Head | AuditVerdict {
    const checkpoint = this.#checkpoint();
    const start = startOf(checkpoint);
    let good = start.seq > last.seq ? start : last;
    const judged = (broken_at?: number) =>
      fromCheckpoint(
        { valid: broken_at === undefined, rows: this.#count(), ...(broken_at && { broken_at }) },
        checkpoint,
      );
    const page = this.#after(good.seq, verifyBatchSize);
    for (const row of page) {
      if (!follows(row, good)) return judged(row.seq);
      good = { seq: row.seq, hash: row.hash };
    }
    if (page.length === verifyBatchSize) return good;
    const kept = this.#head();
    return good.seq === kept.seq && good.hash === kept.hash ? judged() : judged(good.seq + 1);
  }

  #checkpoint(): AuditCheckpoint | undefined {
    return parsedCheckpoint(this.#meta.get("audit_checkpoint"));
  }

  #storeId(): string {
    return this.#meta.get("store_id") ?? "";
  }

  #count(): number {
    return this.#connection.column<[], number>("select count(*) from audit").get() ?? 0;
  }

  #head(): Head {
    const seq = this.#meta.get("audit_seq");
    const hash = this.#meta.get("audit_hash");
    return seq === undefined || hash === undefined ? beforeTheFirst : { seq: Number(seq), hash };
  }

  #after(seq: number, limit: number): AuditRow[] {
    return this.#connection
      .statement<[number, number], Row>(
        "select * from audit where seq > ? order by seq limit cast(? as integer)",
      )
      .all(seq, limit)
      .map(toAuditRow);
  }

  #insert(by: { readonly at: string; readonly actor: string }, entry: AuditEntry, head: Head): Head {
    const row = nextRow(head, by, entry);
    this.#connection
      .statement(
        `insert into audit (seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash, hash)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        row.seq,
        toMs(row.at),
        row.actor,
        row.operation,
        row.record_id,
        row.record_type,
        row.reason,
        row.scope ?? null,
        Buffer.from(row.previous_hash, "hex"),
        Buffer.from(row.hash, "hex"),
      );
    return row;
  }
}

/** Rows without a scope have null, as they had before scopes existed. */
function inScopesOf(scopes: readonly number[] | undefined): string {
  return scopes?.length === 1 && scopes[0] === noScope ? "a.scope is null" : byScopes(scopes, "a");
}

function toAuditRow({ scope, ...row }: Row): AuditRow {
  return {
    ...row,
    ...(scope === null ? {} : { scope }),
    at: toIso(row.at),
    previous_hash: row.previous_hash.toString("hex"),
    hash: row.hash.toString("hex"),
  };
}
