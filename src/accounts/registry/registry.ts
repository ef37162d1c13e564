/**
 * The registry of a service: accounts with their stores, the keys that open them, plans, deposits,
 * and the people who can sign in. One small SQLite file next to the stores. Its calls are
 * synchronous and take microseconds; reads never wait for a writer.
 */
import type { Driver, SqlDatabase } from "../../stores/sqlite/database/sql-database.js";
import type { FileUse } from "../../stores/sqlite/database-file/file-use.js";
import { AccountTable } from "./accounts.js";
import type { StoreEntry } from "./entries.js";
import { RegistryAudit } from "./file/audit.js";
import { RegistryDatabase } from "./file/database.js";
import { openRegistryFile } from "./file/open-file.js";
import { SigningKey } from "./file/signing-key.js";
import { AccountMoves } from "./moves.js";
import { OperationTable } from "./operations.js";
import { PeopleTable } from "./people/people.js";
import { SessionTable } from "./people/sessions.js";
import { TokenTable } from "./people/tokens.js";
import { PlanTable } from "./plans.js";
import { KeyTable } from "./stores/keys.js";
import { StoreTable } from "./stores/stores.js";

/** Options of a {@link Registry}. */
export interface RegistryOptions {
  /** Path of the file. */
  readonly path: string;
  /** Opens the file. @default one that opens plain files */
  readonly driver?: Driver | undefined;
  /** Creates the file if there is none. @default false */
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

/** Options of a move of a store to another account. */
export interface StoreMove {
  /** What the store has spent, in micro-dollars. */
  readonly spentMicros: number;
  /** Also revokes its keys, and every token of a sign-in. */
  readonly revokesKeys: boolean;
}

/** The registry of one service. */
export class Registry {
  readonly plans: PlanTable;
  readonly accounts: AccountTable;
  readonly stores: StoreTable;
  readonly keys: KeyTable;
  readonly people: PeopleTable;
  readonly sessions: SessionTable;
  readonly operations: OperationTable;
  readonly tokens: TokenTable;
  /** Signs the checkpoints of the stores' audit trails. */
  readonly signingKey: SigningKey;
  readonly moves: AccountMoves;
  /** Who changed keys, tokens of sign-ins, members, plans and stores. */
  readonly audit: RegistryAudit;
  readonly #database: SqlDatabase;
  readonly #registry: RegistryDatabase;
  readonly #file: FileUse;

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
    this.audit = new RegistryAudit(database);
    const registry = new RegistryDatabase({ database, audit: this.audit, actor, clock });
    this.#registry = registry;
    this.plans = new PlanTable(registry);
    this.accounts = new AccountTable(registry, this.plans);
    this.stores = new StoreTable(registry);
    this.keys = new KeyTable(registry);
    this.people = new PeopleTable(registry);
    this.sessions = new SessionTable(registry, this.people);
    this.operations = new OperationTable(registry);
    this.tokens = new TokenTable(registry, this.people);
    this.moves = new AccountMoves(registry);
    this.signingKey = new SigningKey(registry);
  }

  /**
   * Lets somebody else act during `work`, which is synchronous: the audit trail names them.
   *
   * @example
   * registry.actingAs("ana@example.com", () => registry.keys.revoke(id));
   */
  actingAs<Result>(actor: string, work: () => Result): Result {
    return this.#registry.actingAs(actor, work);
  }

  /**
   * Forgets a store: revokes its keys, destroys its data key, and frees its name; its account is
   * closed if that has no other store and no member. Deposits stay. The caller deletes its file.
   *
   * @param spentMicros What it spent: the rest of its share of the wallet is free again.
   * @returns its id
   * @throws {MemoryError} `not_found`
   */
  forgetStore(name: string, spentMicros?: number): string {
    const store = this.stores.get(name);
    this.#registry.write("forget a store", () => {
      this.#revokeKeys(store);
      this.tokens.revokeOfStore(store.id);
      this.stores.forget(store.id, spentMicros);
      this.accounts.closeUnused(store.accountId);
    });
    // Removes the copies of the wrapped key in gaps of pages and in the log.
    this.#registry.removeCopies();
    return store.id;
  }

  /**
   * Gives a store to another account. Its keys stay valid unless they are revoked. A client that a
   * person signed in keeps its access only if that person is a member of the new account. The
   * former account is closed if it has no store, no member and no money left.
   *
   * @throws {MemoryError} `not_found`
   */
  moveStore(name: string, to: string, { spentMicros, revokesKeys }: StoreMove): StoreEntry {
    const [store, target] = [this.stores.get(name), this.accounts.get(to)];
    this.#registry.write("move a store", () => {
      if (revokesKeys) this.#revokeKeys(store);
      if (revokesKeys) this.tokens.revokeOfStore(store.id);
      else this.tokens.revokeOfStrangers(store.id, target.id);
      this.stores.assign(store, target.id, spentMicros);
      if (this.accounts.freeMicros(store.accountId) === 0) this.accounts.closeUnused(store.accountId);
    });
    return this.stores.get(name);
  }

  #revokeKeys(store: StoreEntry): void {
    for (const key of this.keys.list(store)) if (key.revokedAt === null) this.keys.revoke(key.id);
  }

  /** Closes the file. No other method may be called afterwards. */
  close(): void {
    this.#database.close();
    this.#file.release();
  }
}
