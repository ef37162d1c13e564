/** The registry's own audit trail: who created and who revoked which key. Hashed like a store's. */

import type { AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import { auditHash, beforeTheFirst } from "../../hashing/audit-hash.js";
import type { SqlDatabase } from "../../stores/sqlite/database/sql-database.js";

interface Row extends Omit<AuditRow, "at"> {
  readonly at: number;
}

/** Who acted, and when. */
export interface Act {
  readonly at: Date;
  readonly actor: string;
}

/** The audit trail of keys, in the table `audit` of the registry. */
export class RegistryAudit {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Appends a row. Runs inside the caller's write transaction. */
  append(
    { at, actor }: Act,
    entry: {
      readonly operation: "KEY_CREATE" | "KEY_REVOKE";
      readonly keyId: string;
      readonly storeId: string;
    },
  ): void {
    const head = this.#head();
    const row = {
      seq: head.seq + 1,
      at: at.toISOString(),
      actor,
      operation: entry.operation,
      record_id: entry.keyId,
      record_type: null,
      reason: `store ${entry.storeId}`,
      previous_hash: head.hash,
    };
    const hash = auditHash(row);
    this.#database
      .prepare(
        `insert into audit (seq, at, actor, operation, record_id, record_type, reason, previous_hash, hash)
         values (@seq, @at, @actor, @operation, @record_id, @record_type, @reason, @previous_hash, @hash)`,
      )
      .run({ ...row, at: at.getTime(), hash });
    this.#database
      .prepare(
        "insert into audit_head (id, seq, hash) values (1, ?, ?) on conflict (id) do update set seq = excluded.seq, hash = excluded.hash",
      )
      .run(row.seq, hash);
  }

  /** Every row, oldest first. */
  rows(): AuditRow[] {
    return this.#database
      .prepare<[], Row>("select * from audit order by seq")
      .all()
      .map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  }

  /** Recomputes the hash chain, which finds an altered, removed or reordered row. */
  verify(): AuditVerdict {
    const rows = this.rows();
    let last = beforeTheFirst;
    for (const row of rows) {
      const follows =
        row.seq === last.seq + 1 && row.previous_hash === last.hash && auditHash(row) === row.hash;
      if (!follows) return { valid: false, rows: rows.length, broken_at: row.seq };
      last = { seq: row.seq, hash: row.hash };
    }
    const head = this.#head();
    const whole = head.seq === last.seq && head.hash === last.hash;
    return whole
      ? { valid: true, rows: rows.length }
      : { valid: false, rows: rows.length, broken_at: last.seq + 1 };
  }

  #head(): { readonly seq: number; readonly hash: string } {
    return (
      this.#database.prepare<[], { seq: number; hash: string }>("select seq, hash from audit_head").get() ??
      beforeTheFirst
    );
  }
}
