/** The stores of a registry: names, wrapped keys, and their shares of their accounts' wallets. */
import { parseInput } from "../../../contract/errors.js";
import { type StoreEntry, type StoreRow, storeColumns, storeTables, toStore } from "../entries.js";
import { asStored, invalid, missing, named, ofStore, type RegistryDatabase } from "../file/database.js";
import { type StoreModels, storeModels } from "./store-models.js";

/** A store to be added. */
export interface NewStore {
  readonly id: string;
  readonly name: string;
  /** The id of its account. */
  readonly accountId: string;
  readonly wrappedKey?: Uint8Array | null;
}

/**
 * Maximum amount that a store draws from the wallet beyond what its call needs, in micro-dollars:
 * one cent. A store writes to the registry once for each step, and other stores cannot spend the
 * rest of it.
 */
const drawStepMicros = 10_000;

/** The stores of a registry. */
export class StoreTable {
  readonly #registry: RegistryDatabase;

  constructor(registry: RegistryDatabase) {
    this.#registry = registry;
  }

  /**
   * Adds a store to an account.
   *
   * @throws {MemoryError} `invalid_input` if the name is taken or invalid
   */
  add({ id, name, accountId, wrappedKey = null }: NewStore): StoreEntry {
    this.#registry.write("create a store", () => {
      this.#registry.run(
        "insert into stores (id, account, name, created_at, data_key) values (?, ?, ?, ?, ?)",
        id,
        accountId,
        this.freeName(name),
        this.#registry.nowMs(),
        wrappedKey,
      );
      this.#registry.record({ operation: "STORE_CREATE", subject: id, account: accountId });
    });
    return this.get(name);
  }

  /**
   * Returns the name as it will be stored.
   *
   * @throws {MemoryError} `invalid_input` if it is taken or invalid
   */
  freeName(name: string): string {
    const valid = parseInput(named, { name }, "name a store").name;
    if (this.#row(valid) === undefined) return valid;
    throw invalid("name a store", "name", `must not be taken, got ${JSON.stringify(valid)}`);
  }

  /** Every store, or those of one account, by name. */
  list(accountId?: string): StoreEntry[] {
    const account = accountId ?? null;
    return this.#registry
      .all<StoreRow>(
        `select ${storeColumns} from ${storeTables}
         where s.forgotten_at is null and (? is null or s.account = ?) order by s.name`,
        account,
        account,
      )
      .map(toStore);
  }

  /** @throws {MemoryError} `not_found` */
  get(name: string): StoreEntry {
    const row = this.#row(asStored(name));
    if (row === undefined) throw missing("store", name);
    return toStore(row);
  }

  /** The store with this id; `undefined` if there is none, or it was forgotten. */
  withId(id: string): StoreEntry | undefined {
    const row = this.#registry.get<StoreRow>(
      `select ${storeColumns} from ${storeTables} where s.id = ? and s.forgotten_at is null`,
      id,
    );
    return row === undefined ? undefined : toStore(row);
  }

  /**
   * Renames a store, and its account if that has the same name.
   *
   * @throws {MemoryError} `not_found`, `invalid_input`
   */
  rename(name: string, to: string): StoreEntry {
    const store = this.get(name);
    this.#registry.write("rename a store", () => {
      const free = this.freeName(to);
      this.#registry.run("update stores set name = ? where id = ?", free, store.id);
      if (store.account === store.name)
        this.#registry.run(
          "update accounts set name = ? where id = ? and not exists (select 1 from accounts where name = ?)",
          free,
          store.accountId,
          free,
        );
      this.#registry.record({ operation: "STORE_RENAME", subject: store.id, account: store.accountId });
    });
    return this.get(to);
  }

  /**
   * Sets the models of a store. If a model is absent, the store uses the service's.
   *
   * @throws {MemoryError} `not_found`; `invalid_input`, for example for a setting with a key
   */
  setModels(name: string, models: StoreModels): StoreEntry {
    const valid = parseInput(storeModels, models, "set the models of a store");
    const { id, accountId } = this.get(name);
    const kinds = Object.entries(valid).filter(([, setting]) => setting !== undefined);
    this.#registry.write("set the models of a store", () => {
      this.#registry.run(
        "update stores set models = ? where id = ?",
        kinds.length === 0 ? null : JSON.stringify(valid),
        id,
      );
      const reason = kinds.map(([kind, setting]) => `${kind} ${setting?.name}`).join(", ");
      this.#registry.record({
        operation: "STORE_MODELS",
        subject: id,
        account: accountId,
        reason: reason === "" ? "the service's" : reason,
      });
    });
    return this.get(name);
  }

  /**
   * Gives a store to another account. The former account pays what the store has spent; the rest of
   * the store's share goes back to the wallet of the former account. Call it inside a write
   * transaction.
   *
   * @param spentMicros What the store spent.
   */
  assign(
    { id, accountId, shareMicros, paidBeforeMicros }: StoreEntry,
    to: string,
    spentMicros: number,
  ): void {
    const paid = Math.max(paidBeforeMicros, Math.min(shareMicros, spentMicros));
    this.#registry.run(
      "update accounts set left_micros = left_micros + ? where id = ?",
      paid - paidBeforeMicros,
      accountId,
    );
    this.#registry.run(
      "update stores set account = ?, share_micros = ?, paid_before_micros = ? where id = ?",
      to,
      paid,
      paid,
      id,
    );
    const row = { operation: "STORE_MOVE", subject: id } as const;
    this.#registry.record({ ...row, account: accountId, reason: `to account ${to}` });
    this.#registry.record({ ...row, account: to, reason: `from account ${accountId}` });
  }

  /** Sets or removes the wrapped key of a store. @throws {MemoryError} `not_found` */
  setWrappedKey(name: string, wrappedKey: Uint8Array | null): StoreEntry {
    const { id } = this.get(name);
    this.#registry.write("keep the key of a store", () =>
      this.#registry.run("update stores set data_key = ? where id = ?", wrappedKey, id),
    );
    return this.get(name);
  }

  /**
   * Destroys the data key of a store, and frees its name.
   *
   * @param spentMicros What the store spent: the rest of its share is free again. If this is
   * absent, the store keeps its share.
   */
  forget(id: string, spentMicros: number | undefined): void {
    this.#registry.write("forget a store", () => {
      this.#registry.run(
        `update stores set data_key = null, models = null, name = ?, forgotten_at = ?, used_bytes = 0,
           share_micros = max(paid_before_micros, min(share_micros, ?)) where id = ?`,
        `forgotten ${id}`,
        this.#registry.nowMs(),
        spentMicros ?? Number.MAX_SAFE_INTEGER,
        id,
      );
      this.#registry.record({ operation: "STORE_FORGET", subject: id, ...ofStore(this.#registry, id) });
    });
  }

  /** Ids of stores that were forgotten. */
  forgotten(): string[] {
    return this.#registry
      .all<{ readonly id: string }>("select id from stores where forgotten_at is not null")
      .map(({ id }) => id);
  }

  /**
   * Enlarges the share of a store by what it needs, and by up to a cent more. The shares of an
   * account are never more than its deposits, so its stores can never spend more, whichever process
   * opens them.
   *
   * @param neededMicros How much larger the share must be.
   * @returns the store as it is now. Its share is unchanged if another call has enlarged it
   * meanwhile, or the account has less than `neededMicros` free; `undefined` if it was forgotten
   */
  drawShare({ id, shareMicros }: StoreEntry, neededMicros: number): StoreEntry | undefined {
    return this.#registry.write("draw from a wallet", () => {
      const store = this.withId(id);
      if (store === undefined || store.shareMicros > shareMicros || store.freeMicros < neededMicros)
        return store;
      this.#registry.run(
        "update stores set share_micros = share_micros + ? where id = ?",
        Math.min(store.freeMicros, Math.max(neededMicros, drawStepMicros)),
        id,
      );
      return this.withId(id);
    });
  }

  /** Records the bytes that a store uses, for the limit of the other stores of its account. */
  recordBytes(id: string, bytes: number): void {
    this.#registry.write("record the size of a store", () =>
      this.#registry.run(
        "update stores set used_bytes = ? where id = ? and forgotten_at is null and used_bytes <> ?",
        bytes,
        id,
        bytes,
      ),
    );
  }

  #row(name: string): StoreRow | undefined {
    return this.#registry.get<StoreRow>(
      `select ${storeColumns} from ${storeTables} where s.name = ? and s.forgotten_at is null`,
      name,
    );
  }
}
