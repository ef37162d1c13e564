/**
 * The registry of a service: its stores, the keys that open them, their plans and deposits. One
 * small SQLite file next to the stores. Its calls are synchronous and take microseconds; reads
 * never wait for a writer.
 */
import type Database from "better-sqlite3";
import { z } from "zod";
import { MemoryError, parseInput } from "../contract/errors.js";
import type { AuditRow, AuditVerdict } from "../contract/maintenance/audit.js";
import { filledText } from "../contract/record.js";
import type { Driver } from "../stores/sqlite/database/driver.js";
import type { FileUse } from "../stores/sqlite/database-file/file-use.js";
import { createApiKey, isKey, keyIdOf } from "./api-key.js";
import { openRegistryFile, registryFailure } from "./open-registry.js";
import { builtInPlans, type PlanEntry, planEntry } from "./plans.js";
import { RegistryAudit } from "./registry-audit.js";
import {
  type DepositEntry,
  type KeyEntry,
  type KeyRow,
  keySelect,
  type ListedKey,
  type Opened,
  type StoreEntry,
  type StoreRow,
  storeColumns,
  toKey,
  toStore,
} from "./registry-entries.js";

/** Options of a {@link Registry}. */
export interface RegistryOptions {
  /** Path of the file. */
  readonly path: string;
  /** Opens the file. @default one that opens plain files */
  readonly driver?: Driver | undefined;
  /** Creates the file where there is none. @default false */
  readonly create?: boolean;
  /**
   * The actor in audit rows.
   *
   * @default "operator"
   */
  readonly actor?: string;
  /**
   * Returns the current time.
   *
   * @default the system clock
   */
  readonly clock?: () => Date;
}

/** A label for people, never part of a path. */
const entryName = filledText(128)
  .refine((name) => !/\p{Cc}/u.test(name), "must not contain control characters")
  .transform((name) => name.normalize("NFC").trim());
const rate = z.int().min(1).max(1_000_000);
/** At most 10 million USD, far below the largest safe integer of micro-dollars. */
const depositMicros = z.int().min(1).max(1e13);

/** The registry of one service: stores, keys, plans and deposits. */
export class Registry {
  readonly #database: Database.Database;
  readonly #file: FileUse;
  readonly #audit: RegistryAudit;
  readonly #actor: string;
  readonly #clock: () => Date;
  readonly #find: Database.Statement<[string], KeyRow & StoreRow>;

  /** Opens the file. @throws {MemoryError} `not_found`, `corrupt`, `newer_schema`, `busy` */
  constructor({
    path,
    driver,
    create = false,
    actor = "operator",
    clock = () => new Date(),
  }: RegistryOptions) {
    const { database, file } = openRegistryFile(path, { create, clock, driver });
    this.#database = database;
    this.#file = file;
    this.#audit = new RegistryAudit(this.#database);
    this.#actor = actor;
    this.#clock = clock;
    this.#find = this.#database.prepare(
      `select k.id as keyId, k.hash, k.requests_per_minute as requestsPerMinute, k.revoked_at as revokedAtMs, ${storeColumns}
       from keys k join stores s on s.id = k.store join plans p on p.name = s.plan where k.id = ?`,
    );
  }

  /**
   * The store that a key opens; `undefined` for an unknown or revoked key. It always takes one
   * query and one hash.
   */
  open(key: string): Opened | undefined {
    const id = keyIdOf(key);
    if (id === undefined) return undefined;
    const row = this.#row(id);
    if (!isKey(key, row?.hash) || row === undefined || row.revokedAtMs !== null) return undefined;
    return { keyId: row.keyId, requestsPerMinute: row.requestsPerMinute, store: toStore(row) };
  }

  #row(keyId: string): (KeyRow & StoreRow) | undefined {
    try {
      return this.#find.get(keyId);
    } catch (error) {
      throw registryFailure(error, "look up a key");
    }
  }

  /**
   * Adds a store.
   *
   * @throws {MemoryError} `invalid_input` where the name is taken or invalid, `not_found` where
   * there is no such plan
   */
  addStore({
    id,
    name,
    plan,
    wrappedKey = null,
  }: {
    readonly id: string;
    readonly name: string;
    readonly plan: string;
    readonly wrappedKey?: Uint8Array | null;
  }): StoreEntry {
    this.#plan(plan);
    this.#write("create a store", () =>
      this.#database
        .prepare("insert into stores (id, name, plan, created_at, data_key) values (?, ?, ?, ?, ?)")
        .run(id, this.freeName(name), plan, this.#clock().getTime(), wrappedKey),
    );
    return this.store(name);
  }

  /**
   * Returns the name as it will be stored.
   *
   * @throws {MemoryError} `invalid_input` where it is taken or invalid
   */
  freeName(name: string): string {
    const named = parseInput(z.object({ name: entryName }), { name }, "name a store").name;
    if (this.#storeRow(named) === undefined) return named;
    throw invalid("name a store", "name", `must not be taken, got ${JSON.stringify(named)}`);
  }

  /** Every store, by name. */
  stores(): StoreEntry[] {
    return this.#database
      .prepare<[], StoreRow>(
        `select ${storeColumns} from stores s join plans p on p.name = s.plan
         where s.forgotten_at is null order by s.name`,
      )
      .all()
      .map(toStore);
  }

  /** @throws {MemoryError} `not_found` */
  store(name: string): StoreEntry {
    const row = this.#storeRow(name);
    if (row === undefined) throw missing("store", name);
    return toStore(row);
  }

  /** @throws {MemoryError} `not_found`, `invalid_input` */
  renameStore(name: string, to: string): StoreEntry {
    const { id } = this.store(name);
    this.#write("rename a store", () =>
      this.#database.prepare("update stores set name = ? where id = ?").run(this.freeName(to), id),
    );
    return this.store(to);
  }

  /** Sets or removes the wrapped key of a store. @throws {MemoryError} `not_found` */
  setWrappedKey(name: string, wrappedKey: Uint8Array | null): StoreEntry {
    const { id } = this.store(name);
    this.#write("keep the key of a store", () =>
      this.#database.prepare("update stores set data_key = ? where id = ?").run(wrappedKey, id),
    );
    return this.store(name);
  }

  /**
   * Forgets a store: revokes its keys, destroys its data key, and frees its name. Its deposits
   * stay. The caller deletes its file.
   *
   * @returns its id
   * @throws {MemoryError} `not_found`
   */
  forgetStore(name: string): string {
    const { id } = this.store(name);
    for (const key of this.keys(name)) if (key.revokedAt === null) this.revokeKey(key.id);
    this.#write("forget a store", () =>
      this.#database
        .prepare("update stores set data_key = null, name = ?, forgotten_at = ? where id = ?")
        .run(`forgotten ${id}`, this.#clock().getTime(), id),
    );
    // Removes the copies of the wrapped key in gaps of pages and in the log.
    this.#database.exec("vacuum");
    this.#database.pragma("wal_checkpoint(truncate)");
    return id;
  }

  /** Ids of stores that were forgotten. */
  forgotten(): string[] {
    return this.#database
      .prepare<[], string>("select id from stores where forgotten_at is not null")
      .pluck()
      .all() as string[];
  }

  /** @throws {MemoryError} `not_found` */
  assignPlan(storeName: string, plan: string): StoreEntry {
    const { id } = this.store(storeName);
    this.#plan(plan);
    this.#write("assign a plan", () =>
      this.#database.prepare("update stores set plan = ? where id = ?").run(plan, id),
    );
    return this.store(storeName);
  }

  /** Every plan, including the built-in ones. */
  plans(): PlanEntry[] {
    const kept = this.#database
      .prepare<[], PlanEntry>("select name, storage_gb, token_rate from plans order by name")
      .all();
    const names = new Set(kept.map(({ name }) => name));
    return [...builtInPlans.filter(({ name }) => !names.has(name)), ...kept];
  }

  /**
   * Creates a plan, or changes it for every store that has it.
   *
   * @throws {MemoryError} `invalid_input`
   */
  setPlan(plan: PlanEntry): PlanEntry {
    const valid = parseInput(planEntry, plan, "set a plan");
    this.#write("set a plan", () => this.#keepPlan(valid));
    return valid;
  }

  /**
   * Creates a key for a store. Only this result contains the whole key.
   *
   * @throws {MemoryError} `not_found`, `invalid_input`
   */
  createKey(
    storeName: string,
    options: { readonly label?: string | undefined; readonly requestsPerMinute?: number | undefined } = {},
  ): { readonly key: string; readonly entry: KeyEntry } {
    const schema = z.object({ label: entryName.optional(), requestsPerMinute: rate.optional() });
    const { label, requestsPerMinute } = parseInput(schema, options, "create a key");
    const store = this.store(storeName);
    const { key, id, hash } = createApiKey();
    const at = this.#clock();
    this.#write("create a key", () => {
      this.#database
        .prepare(
          "insert into keys (id, store, hash, label, requests_per_minute, created_at) values (?, ?, ?, ?, ?, ?)",
        )
        .run(id, store.id, hash, label ?? null, requestsPerMinute ?? null, at.getTime());
      this.#audit.append(
        { at, actor: this.#actor },
        { operation: "KEY_CREATE", keyId: id, storeId: store.id },
      );
    });
    return { key, entry: this.#key(id) };
  }

  /** Keys of a store, or of all, oldest first. @throws {MemoryError} `not_found` */
  keys(storeName?: string): KeyEntry[] {
    const storeId = storeName === undefined ? null : this.store(storeName).id;
    return this.#database
      .prepare<[object], ListedKey>(
        `${keySelect} where @storeId is null or k.store = @storeId order by k.created_at, k.id`,
      )
      .all({ storeId })
      .map(toKey);
  }

  /** @throws {MemoryError} `not_found`, `invalid_input` */
  renameKey(id: string, label: string): KeyEntry {
    const named = parseInput(z.object({ label: entryName }), { label }, "rename a key").label;
    this.#key(id);
    this.#write("rename a key", () =>
      this.#database.prepare("update keys set label = ? where id = ?").run(named, id),
    );
    return this.#key(id);
  }

  /**
   * Revokes a key, which then opens nothing. Revoking it again changes nothing.
   *
   * @throws {MemoryError} `not_found`
   */
  revokeKey(id: string): KeyEntry {
    const at = this.#clock();
    this.#key(id);
    this.#write("revoke a key", () => {
      const row = this.#database
        .prepare<[number, string], { store: string }>(
          "update keys set revoked_at = ? where id = ? and revoked_at is null returning store",
        )
        .get(at.getTime(), id);
      if (row !== undefined)
        this.#audit.append(
          { at, actor: this.#actor },
          { operation: "KEY_REVOKE", keyId: id, storeId: row.store },
        );
    });
    return this.#key(id);
  }

  /** Pays into a store's wallet. @throws {MemoryError} `not_found`, `invalid_input` */
  deposit(storeName: string, micros: number): StoreEntry {
    const amount = parseInput(z.object({ micros: depositMicros }), { micros }, "pay in").micros;
    const { id } = this.store(storeName);
    this.#write("pay in", () =>
      this.#database
        .prepare("insert into deposits (store, micros, at, actor) values (?, ?, ?, ?)")
        .run(id, amount, this.#clock().getTime(), this.#actor),
    );
    return this.store(storeName);
  }

  /**
   * Deposits of a store, oldest first.
   *
   * @throws {MemoryError} `not_found`
   */
  deposits(storeName: string): DepositEntry[] {
    return this.#database
      .prepare<[string], { micros: number; at: number; actor: string }>(
        "select micros, at, actor from deposits where store = ? order by id",
      )
      .all(this.store(storeName).id)
      .map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  }

  /** KEY_CREATE and KEY_REVOKE rows, oldest first. */
  audit(): AuditRow[] {
    return this.#audit.rows();
  }

  /** Recomputes the hash chain of the audit trail. */
  verifyAudit(): AuditVerdict {
    return this.#audit.verify();
  }

  /** Closes the file. No other method may be called afterwards. */
  close(): void {
    this.#database.close();
    this.#file.release();
  }

  /**
   * Stores a built-in plan when it is first used, so that a later version cannot change a store's
   * terms.
   */
  #plan(name: string): void {
    const plan = this.plans().find((one) => one.name === name);
    if (plan === undefined) throw missing("plan", name);
    const kept = this.#database.prepare<[string], unknown>("select 1 from plans where name = ?").get(name);
    if (kept === undefined) this.#write("keep a plan", () => this.#keepPlan(plan));
  }

  #keepPlan({ name, storage_gb, token_rate }: PlanEntry): void {
    this.#database
      .prepare(
        `insert into plans (name, storage_gb, token_rate) values (?, ?, ?)
         on conflict (name) do update set storage_gb = excluded.storage_gb, token_rate = excluded.token_rate`,
      )
      .run(name, storage_gb, token_rate);
  }

  #storeRow(name: string): StoreRow | undefined {
    return this.#database
      .prepare<[string], StoreRow>(
        `select ${storeColumns} from stores s join plans p on p.name = s.plan where s.name = ? and s.forgotten_at is null`,
      )
      .get(name.normalize("NFC").trim());
  }

  #key(id: string): KeyEntry {
    const row = this.#database.prepare<[string], ListedKey>(`${keySelect} where k.id = ?`).get(id);
    if (row === undefined) throw missing("key", id);
    return toKey(row);
  }

  #write(action: string, work: () => unknown): void {
    try {
      this.#database.transaction(work).immediate();
    } catch (error) {
      throw registryFailure(error, action);
    }
  }
}

function missing(what: string, id: string): MemoryError<"not_found"> {
  return new MemoryError(
    "not_found",
    `Cannot find the ${what}: there is none with the name ${JSON.stringify(id)}`,
    {
      data: { id },
    },
  );
}

function invalid(action: string, field: string, rule: string): MemoryError<"invalid_input"> {
  const issues = [{ type: "custom", loc: [field], msg: rule }];
  return new MemoryError("invalid_input", `Cannot ${action}: ${field} ${rule}`, { data: { issues } });
}
