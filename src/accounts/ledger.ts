/**
 * What a metered service has used, and what is held for calls that are under way: a small SQLite file. Each method is one transaction.
 *
 *   hold     an amount is set aside, if the wallet covers it beside everything else that is set aside
 *   settle   the hold goes, what the call cost is spent
 *   release  the hold goes, nothing is spent
 */
import Database from "better-sqlite3";
import type { Usage } from "./meter.js";

/** Use so far; bytes are the service's own to know. */
export type LedgerUsage = Omit<Usage, "storageUsed">;

/** What a call may cost, set aside until it is known what it did cost. In micro-dollars. */
export interface Hold {
  readonly id: string;
  readonly micros: number;
}

/** Where the ledger is, and how long it waits. */
export interface LedgerOptions {
  /** Of the file, or `:memory:`. */
  readonly path: string;
  readonly clock: () => Date;
  /** After this a hold counts no more: its process was killed. Longer than any call may take. @default 600,000 */
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

/** Usage, spend and holds of one account, in a SQLite file of its own. */
export class Ledger {
  readonly #database: Database.Database;
  readonly #clock: () => Date;
  readonly #holdMs: number;

  constructor({ path, clock, holdMs = defaultHoldMs }: LedgerOptions) {
    this.#clock = clock;
    this.#holdMs = holdMs;
    this.#database = new Database(path, { timeout: 5000 });
    this.#database.pragma("journal_mode = wal");
    this.#database.pragma("synchronous = full");
    this.#database.pragma(`application_id = ${applicationId}`);
    this.#database.transaction(() => this.#database.exec(schema)).immediate();
  }

  /** What was used and spent so far; what is held is not in it. */
  usage(): LedgerUsage {
    return this.#database
      .prepare<[], LedgerUsage>("select requests, tokens, spend_micros as spendMicros from totals")
      .get()!;
  }

  /**
   * Sets an amount aside.
   *
   * @param limitMicros What may be spent in all; `null` for no limit.
   * @returns what is spent or set aside already where that leaves too little, `undefined` where it is held
   */
  hold({ id, micros }: Hold, limitMicros: number | null): number | undefined {
    return this.#write(() => {
      const nowMs = this.#clock().getTime();
      this.#database.prepare("delete from holds where until <= ?").run(nowMs);
      const taken = this.usage().spendMicros + this.#held();
      if (limitMicros !== null && micros > 0 && taken + micros > limitMicros) return taken;
      this.#database
        .prepare("insert into holds (id, micros, until) values (?, ?, ?)")
        .run(id, micros, nowMs + this.#holdMs);
      return undefined;
    });
  }

  /**
   * Spends what a call cost, whether its hold still counts or not. A key is settled once: after that it costs nothing.
   *
   * @returns what the key's first settlement cost, and the use after this one
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

  release(holdId: string): void {
    this.#write(() => this.#database.prepare("delete from holds where id = ?").run(holdId));
  }

  /** Closes the file. Nothing else may be called after it. */
  close(): void {
    this.#database.close();
  }

  #held(): number {
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
