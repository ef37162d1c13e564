/**
 * What the tables of a registry share: the open file, the clock, the actor, and the audit trail.
 */

import { z } from "zod";
import { MemoryError } from "../../../contract/errors.js";
import { filledText } from "../../../contract/record.js";
import type { SqlDatabase, SqlStatement } from "../../../stores/sqlite/database/sql-database.js";
import type { Act, RegistryAudit, RegistryChange } from "./audit.js";
import { registryFailure } from "./open-file.js";

/** A value that is bound to a parameter. */
type Bound = string | number | Uint8Array | null;

/** A label for people, never part of a path. */
export const entryName = filledText(128)
  .refine((name) => !/\p{Cc}/u.test(name), "must not contain control characters")
  .transform((name) => name.normalize("NFC").trim());

/** The schema of an input with a name. */
export const named = z.object({ name: entryName });

/** The parts of a {@link RegistryDatabase}. */
export interface RegistryParts {
  readonly database: SqlDatabase;
  readonly audit: RegistryAudit;
  readonly actor: string;
  readonly clock: () => Date;
}

/** The registry's file as its tables see it. Statements are compiled once. */
export class RegistryDatabase {
  readonly audit: RegistryAudit;
  readonly #database: SqlDatabase;
  #actor: string;
  readonly #clock: () => Date;
  readonly #statements = new Map<string, SqlStatement<Bound[]>>();

  constructor({ database, audit, actor, clock }: RegistryParts) {
    this.#database = database;
    this.audit = audit;
    this.#actor = actor;
    this.#clock = clock;
  }

  /** The current time in milliseconds since 1970. */
  nowMs(): number {
    return this.#clock().getTime();
  }

  /** Who acts now. */
  act(): Act {
    return { at: this.#clock(), actor: this.#actor };
  }

  /** Lets somebody else act during `work`, which is synchronous: see `Registry.actingAs`. */
  actingAs<Result>(actor: string, work: () => Result): Result {
    const former = this.#actor;
    this.#actor = actor;
    try {
      return work();
    } finally {
      this.#actor = former;
    }
  }

  /** Appends a change to the audit trail. Call it inside {@link write}. */
  record(change: RegistryChange): void {
    this.audit.append(this.act(), change);
  }

  /** The first row of a query; `undefined` if there is none. */
  get<Row>(sql: string, ...values: Bound[]): Row | undefined {
    return this.#read(() => this.#statement(sql).get(...values) as Row | undefined);
  }

  /** Every row of a query. */
  all<Row>(sql: string, ...values: Bound[]): Row[] {
    return this.#read(() => this.#statement(sql).all(...values) as Row[]);
  }

  /** Runs a statement inside {@link write}. @returns how many rows it changed */
  run(sql: string, ...values: Bound[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** Runs a write transaction, or a part of the one that is open. */
  write<Result>(action: string, work: () => Result): Result {
    if (this.#database.inTransaction) return work();
    try {
      return this.#database.transaction(work).immediate();
    } catch (error) {
      throw registryFailure(error, action);
    }
  }

  /** Rewrites the file and cuts its log, so that neither has copies of rows that were deleted. */
  removeCopies(): void {
    this.#database.exec("vacuum");
    this.#database.pragma("wal_checkpoint(truncate)");
  }

  #read<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw registryFailure(error, "read the registry");
    }
  }

  #statement(sql: string): SqlStatement<Bound[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare<Bound[]>(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** The name as it is stored. */
export function asStored(name: string): string {
  return name.normalize("NFC").trim();
}

/** An error about an entry that does not exist. */
export function missing(what: string, id: string): MemoryError<"not_found"> {
  return new MemoryError(
    "not_found",
    `Cannot find the ${what}: there is none with the name ${JSON.stringify(id)}`,
    { data: { id } },
  );
}

/** An error about a field that breaks a rule. */
export function invalid(action: string, field: string, rule: string): MemoryError<"invalid_input"> {
  const issues = [{ type: "custom", loc: [field], msg: rule }];
  return new MemoryError("invalid_input", `Cannot ${action}: ${field} ${rule}`, { data: { issues } });
}

/** What the audit trail says of a change that belongs to a store, and to the store's account. */
export function ofStore(
  registry: RegistryDatabase,
  storeId: string,
): { readonly account?: string; readonly reason: string } {
  const row = registry.get<{ readonly account: string }>("select account from stores where id = ?", storeId);
  return { ...row, reason: `store ${storeId}` };
}

/** A time as an ISO 8601 string; `null` if there is none. */
export function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
