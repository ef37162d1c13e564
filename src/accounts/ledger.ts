/**
 * The usage of a metered service, and the amounts reserved for calls in progress, in a small SQLite
 * file. Each method is one transaction.
 *
 *   hold     reserves an amount, if the wallet covers it in addition to all other holds
 *   settle   removes the hold and spends what the call cost
 *   release  removes the hold; nothing is spent
 */
import type { Encryption } from "../contract/maintenance/encryption.js";
import { driverFor } from "../stores/sqlite/database/driver.js";
import { plainDriver } from "../stores/sqlite/database/plain-drivers.js";
import type { Driver, SqlDatabase } from "../stores/sqlite/database/sql-database.js";
import type { Usage } from "./meter.js";

/** Usage so far, without the bytes, which only the service knows. */
export type LedgerUsage = Omit<Usage, "storageUsed">;

/** An amount that is reserved for a call until its actual cost is known. In micro-dollars. */
export interface Hold {
  readonly id: string;
  readonly micros: number;
}

/** Options of a {@link Ledger}. */
export interface LedgerOptions {
  /** Path of the file, or `:memory:`. */
  readonly path: string;
  readonly clock: () => Date;
  /**
   * Lifetime of a hold in milliseconds, after which its process must have been killed. Longer than
   * any call may take.
   *
   * @default 600,000
   */
  readonly holdMs?: number;
}

/** "keel" in ASCII: marks the file as a ledger. */
const applicationId = 0x6b65656c;
const defaultHoldMs = 600_000;

const schema = `
create table if not exists totals (id integer primary key check (id = 1), requests integer not null, tokens integer not null, spend_micros integer not null);
insert or ignore into totals values (1, 0, 0, 0);
create table if not exists holds (id text primary key, micros integer not null, until integer not null) without rowid;
create table if not exists settled (key text primary key, micros integer not null) without rowid;
`;

/** Usage, spend and holds of one account, in its own SQLite file. */
export class Ledger {
  readonly #database: SqlDatabase;
  readonly #clock: () => Date;
  readonly #holdMs: number;

  /**
   * Opens an encrypted ledger, or creates it.
   *
   * @throws {MemoryError} `missing_dependency`
   */
  static async encrypted(options: LedgerOptions, encryption: Encryption): Promise<Ledger> {
    return new Ledger(options, await driverFor(encryption));
  }

  /** @param driver Opens the file: see {@link Ledger.encrypted}. */
  constructor({ path, clock, holdMs = defaultHoldMs }: LedgerOptions, driver: Driver = plainDriver) {
    this.#clock = clock;
    this.#holdMs = holdMs;
    this.#database = driver.open(path, { timeout: 5000 });
    this.#database.pragma("journal_mode = wal");
    this.#database.pragma("synchronous = full");
    this.#database.pragma(`application_id = ${applicationId}`);
    this.#database.transaction(() => this.#database.exec(schema)).immediate();
  }

  /** What was used and spent so far, without holds. */
  usage(): LedgerUsage {
    return this.#database
      .prepare<[], LedgerUsage>("select requests, tokens, spend_micros as spendMicros from totals")
      .get()!;
  }

  /**
   * Reserves an amount.
   *
   * @param limitMicros Maximum amount that may be spent in total; `null` for no limit.
   * @returns what is spent or reserved already if that leaves too little; `undefined` if the
   * amount is reserved
   */
  hold({ id, micros }: Hold, limitMicros: number | null): number | undefined {
    return this.#write(() => {
      const nowMs = this.#clock().getTime();
      this.#database.prepare("delete from holds where until <= ?").run(nowMs);
      const taken = this.usage().spendMicros + this.#reserved();
      if (limitMicros !== null && micros > 0 && taken + micros > limitMicros) return taken;
      this.#database
        .prepare("insert into holds (id, micros, until) values (?, ?, ?)")
        .run(id, micros, nowMs + this.#holdMs);
      return undefined;
    });
  }

  /**
   * Spends what a call cost, even where its hold has expired. A key is settled once: repeated calls
   * cost nothing.
   *
   * @returns the cost of the key's first settlement, and the usage after this one
   */
  settle(
    holdId: string,
    used: LedgerUsage,
    key?: string,
  ): { readonly costMicros: number; readonly usage: LedgerUsage } {
    return this.#write(() => {
      this.#database.prepare("delete from holds where id = ?").run(holdId);
      const before = key === undefined ? undefined : this.#settled(key);
      if (before !== undefined) return { costMicros: before, usage: this.usage() };
      this.#database
        .prepare(
          "update totals set requests = requests + ?, tokens = tokens + ?, spend_micros = spend_micros + ?",
        )
        .run(used.requests, used.tokens, used.spendMicros);
      if (key !== undefined)
        this.#database.prepare("insert into settled (key, micros) values (?, ?)").run(key, used.spendMicros);
      return { costMicros: used.spendMicros, usage: this.usage() };
    });
  }

  /** Removes a hold; nothing is spent. */
  release(holdId: string): void {
    this.#write(() => this.#database.prepare("delete from holds where id = ?").run(holdId));
  }

  /** Closes the file. No other method may be called afterwards. */
  close(): void {
    this.#database.close();
  }

  #reserved(): number {
    return this.#database
      .prepare<[], { micros: number }>("select coalesce(sum(micros), 0) as micros from holds")
      .get()!.micros;
  }

  #settled(key: string): number | undefined {
    return this.#database
      .prepare<[string], { micros: number }>("select micros from settled where key = ?")
      .get(key)?.micros;
  }

  #write<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }
}
