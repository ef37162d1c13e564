/**
 * The registry's own audit trail: who changed keys, members, plans and stores, and when. It is
 * hashed like the audit trail of a store. Its rows name everything by ids, because names and labels
 * can be changed and freed, and rows cannot.
 */
import type { AuditRow, AuditVerdict } from "../../../contract/maintenance/audit.js";
import { auditHash, beforeTheFirst } from "../../../hashing/digest.js";
import type { SqlDatabase } from "../../../stores/sqlite/database/sql-database.js";

/** What a row of the registry's audit trail can record. */
export const registryOperations = [
  "ACCOUNT_CREATE",
  "ACCOUNT_RENAME",
  "ACCOUNT_CLOSE",
  "PLAN_SET",
  "PLAN_ASSIGN",
  "STORE_CREATE",
  "STORE_RENAME",
  "STORE_MODELS",
  "STORE_MOVE",
  "STORE_FORGET",
  "KEY_CREATE",
  "KEY_RENAME",
  "KEY_REVOKE",
  "MEMBER_ADD",
  "MEMBER_ROLE",
  "MEMBER_REMOVE",
  "PERSON_ADD",
  "PERSON_PASSWORD",
  "PERSON_DISABLE",
  "PERSON_ENABLE",
  "SIGNING_KEY",
  "SIGNING_KEY_DISTRUST",
] as const;
/** One of {@link registryOperations}. */
export type RegistryOperation = (typeof registryOperations)[number];

/** A change to be recorded. */
export interface RegistryChange {
  readonly operation: RegistryOperation;
  /** Id of the key, grant, person, store or account, or the name of the plan. */
  readonly subject: string;
  /** Id of the account that it belongs to. */
  readonly account?: string;
  readonly reason?: string;
}

/** A row of the registry's audit trail. */
export interface RegistryAuditRow extends Omit<AuditRow, "operation" | "scope"> {
  readonly operation: RegistryOperation;
  /** Id of the account that the change belongs to; absent in rows of earlier versions. */
  readonly account?: string;
  /** The login of the person whose id is `record_id`; not part of the hash. */
  readonly login?: string;
}

interface Row extends Omit<RegistryAuditRow, "at" | "account" | "login"> {
  readonly at: number;
  readonly account: string | null;
  readonly login: string | null;
}

/** Who acted, and when. */
export interface Act {
  readonly at: Date;
  readonly actor: string;
}

/** Which rows of an account's trail to read. */
export interface AccountTrailPage {
  /**
   * Only rows with a larger `seq`, such as that of the last row of the previous page.
   *
   * @default 0
   */
  readonly after?: number;
  /** Only rows with a smaller `seq`. @default no limit */
  readonly before?: number | undefined;
  /** @default "oldest" first */
  readonly order?: "oldest" | "newest";
  /** Maximum number of rows. @default 100 */
  readonly limit?: number;
}

const selectRows = `select a.seq, a.at, a.actor, a.operation, a.record_id, a.record_type, a.reason, a.account,
  a.previous_hash, a.hash, p.login from audit a left join people p on p.id = a.record_id`;

/**
 * Selects the rows of an account, and the changes of its plan. Rows of older versions do not name
 * an account. Such a row is selected too if it is about a key of the account, unless the store of
 * the key came from another account.
 */
const ofAccount = `a.account = @account
  or (a.operation = 'PLAN_SET' and a.record_id = (select plan from accounts where id = @account))
  or (a.account is null and a.reason in (select 'store ' || s.id from stores s where s.account = @account
    and not exists (select 1 from audit m where m.operation = 'STORE_MOVE' and m.record_id = s.id)))`;

/** The table `audit` of the registry. */
export class RegistryAudit {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Appends a row. Runs inside the caller's write transaction. */
  append({ at, actor }: Act, { operation, subject, account, reason }: RegistryChange): void {
    const head = this.#head();
    const row = {
      seq: head.seq + 1,
      at: at.toISOString(),
      actor,
      operation,
      record_id: subject,
      record_type: null,
      reason: reason ?? null,
      ...(account === undefined ? {} : { account }),
      previous_hash: head.hash,
    };
    const hash = auditHash(row);
    this.#database
      .prepare(
        `insert into audit (seq, at, actor, operation, record_id, record_type, reason, account, previous_hash, hash)
         values (@seq, @at, @actor, @operation, @record_id, @record_type, @reason, @account, @previous_hash, @hash)`,
      )
      .run({ ...row, at: at.getTime(), account: account ?? null, hash });
    this.#database
      .prepare(
        "insert into audit_head (id, seq, hash) values (1, ?, ?) on conflict (id) do update set seq = excluded.seq, hash = excluded.hash",
      )
      .run(row.seq, hash);
  }

  /** Every row, oldest first. */
  rows(): RegistryAuditRow[] {
    return this.#database.prepare<[], Row>(`${selectRows} order by a.seq`).all().map(toRow);
  }

  /** Rows of one account for its owners: its stores, keys, members and plans. */
  ofAccount(account: string, page: AccountTrailPage = {}): RegistryAuditRow[] {
    const { after = 0, before = Number.MAX_SAFE_INTEGER, order = "oldest", limit = 100 } = page;
    const direction = order === "oldest" ? "asc" : "desc";
    return this.#database
      .prepare<[object], Row>(
        `${selectRows} where (${ofAccount}) and a.seq > @after and a.seq < @before
         order by a.seq ${direction} limit @limit`,
      )
      .all({ account, after, before, limit })
      .map(toRow);
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

function toRow({ account, login, at, ...row }: Row): RegistryAuditRow {
  return {
    ...row,
    at: new Date(at).toISOString(),
    ...(account === null ? {} : { account }),
    ...(login === null ? {} : { login }),
  };
}
