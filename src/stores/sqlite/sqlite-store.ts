/**
 * A store in one SQLite file: better-sqlite3 for rows, FTS5 for words, blocks of bytes and a scan
 * of 1-bit codes for vectors.
 */

import type { Limits, Usage } from "../../accounts/meter.js";
import { MemoryError } from "../../contract/errors.js";
import type { Backup } from "../../contract/maintenance/whole-store.js";
import { acceptsVectors } from "../shared/embedders.js";
import type {
  AuditPruned,
  AuditPruning,
  BackupOptions,
  FileWriter,
  Known,
  KnownRequest,
  ReadAnswers,
  ReadRequest,
  Reembedding,
  SearchAnswers,
  SearchRequest,
  Snapshot,
  SourceDump,
  Store,
  StoreCheck,
  StoreCheckOptions,
  StoreStatus,
  UsageDelta,
  VectorSpace,
  Visibility,
} from "../store.js";
import { checkStore } from "./checks/check-store.js";
import { SqliteRows } from "./copying/sqlite-rows.js";
import type { Connection } from "./database/connection.js";
import { backUp } from "./database-file/backup.js";
import { ScopeView } from "./filters/scope-view.js";
import {
  openParts,
  type SqliteStoreOptions,
  type StoreParts,
  type StoreTables,
  withEmbedder,
} from "./open-parts.js";
import { beginReembedding, SqliteReembedding } from "./reembedding/reembedding.js";
import { storeEmbedders } from "./reembedding/store-embedder.js";
import { StoreErasure } from "./store-erasure.js";
import { StoreLookups } from "./store-lookups.js";
import { StoreSearch } from "./store-search.js";
import { SqliteSnapshot } from "./store-snapshot.js";
import { StoreWrites } from "./store-writes.js";
import type { SourceRow } from "./tables/source-table.js";
import { dumpSource } from "./writes/exchange.js";

export type { SqliteStoreOptions };

/**
 * Opens a store, and creates the file if it does not exist.
 *
 * @throws {MemoryError} `invalid_input`, `corrupt`, `newer_schema`, `read_only`, `busy`,
 * `disk_full`
 *
 * @example
 * const store = openSqliteStore({
 *   path: ":memory:",
 *   embedder: { id: "mine@1", dimensions: 8 },
 *   ids: randomUUID,
 *   clock: () => new Date(),
 * });
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return new SqliteStore(openParts(options));
}

/** A store in one SQLite file. */
export class SqliteStore implements Store {
  readonly id: string;
  readonly name: string;
  readonly #connection: Connection;
  readonly #tables: StoreTables;
  readonly #clock: () => Date;
  readonly #embedder: VectorSpace;
  readonly #opened: StoreParts;
  readonly #view: ScopeView;
  readonly #search: StoreSearch;
  readonly #lookups: StoreLookups;
  readonly #erasure: StoreErasure;
  readonly #writes: StoreWrites;

  constructor(opened: StoreParts, visibility: Visibility = { scope: null }) {
    this.id = opened.id;
    this.name = opened.name;
    this.#connection = opened.connection;
    this.#clock = opened.clock;
    this.#tables = opened.tables;
    this.#embedder = opened.embedder;
    this.#opened = opened;
    this.#view = new ScopeView(opened.tables, visibility);
    const finishErasure = () => this.#erasure.finish();
    const parts = { ...opened, view: this.#view, finishErasure };
    this.#search = new StoreSearch(parts);
    this.#lookups = new StoreLookups(parts);
    this.#erasure = new StoreErasure(parts);
    this.#writes = new StoreWrites(parts);
  }

  within(visibility: Visibility): SqliteStore {
    return new SqliteStore(this.#opened, visibility);
  }

  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return this.#asked("search", work);
  }

  search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>> {
    return this.#asked("search", (snapshot) => snapshot.search(asked));
  }

  read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>> {
    return this.#asked("read passages", (snapshot) => snapshot.read(asked));
  }

  known(request: KnownRequest): Promise<Known> {
    return this.#asked("look up what is known", (snapshot) => snapshot.known(request));
  }

  list(...request: Parameters<Store["list"]>): ReturnType<Store["list"]> {
    return this.#lookups.list(...request);
  }

  audit(...request: Parameters<Store["audit"]>): ReturnType<Store["audit"]> {
    return this.#lookups.audit(...request);
  }

  verifyAudit(...request: Parameters<Store["verifyAudit"]>): ReturnType<Store["verifyAudit"]> {
    return this.#lookups.verifyAudit(...request);
  }

  pruneAudit(pruning: AuditPruning): Promise<AuditPruned> {
    return this.#connection.write("prune the audit trail", () => this.#tables.audit.prune(pruning));
  }

  save(...request: Parameters<Store["save"]>): ReturnType<Store["save"]> {
    return this.#writes.save(...request);
  }

  newFile(): FileWriter {
    return this.#writes.newFile(this.#opened.ids());
  }

  load(...request: Parameters<Store["load"]>): ReturnType<Store["load"]> {
    return this.#writes.load(...request);
  }

  settled(): Promise<void> {
    return this.#connection.settled("save");
  }

  select(...request: Parameters<Store["select"]>): ReturnType<Store["select"]> {
    return this.#erasure.select(...request);
  }

  erase(...request: Parameters<Store["erase"]>): ReturnType<Store["erase"]> {
    return this.#erasure.erase(...request);
  }

  status(now: string, action?: string): Promise<StoreStatus> {
    return this.#read(action ?? "look for expired records", ({ meta }) => {
      if (action !== undefined) acceptsVectors(storeEmbedders(meta), this.#embedder, action);
      return {
        // Without an order: to sort them, SQLite would read all records instead of the few that
        // expire.
        expired: this.#connection
          .column<[number], string>("select uuid from records where expires_at <= ?")
          .all(Date.parse(now)),
        usage: this.#opened.counter.used(),
      };
    });
  }

  usage(): Promise<Usage> {
    return this.#read("read the usage", () => this.#opened.counter.used());
  }

  count(delta: UsageDelta, limits: Limits): ReturnType<Store["count"]> {
    return this.#opened.counter.count(delta, limits);
  }

  assertEmbedder(action: string): Promise<void> {
    return this.#read(
      action,
      ({ meta }) => void acceptsVectors(storeEmbedders(meta), this.#embedder, action),
    );
  }

  async reembed(embedder: VectorSpace, limits: Limits, again = false): Promise<Reembedding | undefined> {
    const [connection, tables] = [this.#connection, this.#tables];
    const isToMove = await connection.write("re-embed", () =>
      beginReembedding(tables, { embedder, limits, again }),
    );
    const moved = () => this.#for(embedder);
    return isToMove ? new SqliteReembedding({ connection, tables, embedder, storeAfter: moved }) : undefined;
  }

  check(options: StoreCheckOptions): Promise<StoreCheck> {
    const { connection, sweep } = this.#opened;
    return checkStore({ connection, sweep, tables: this.#tables, embedder: this.#embedder }, options);
  }

  async backup(path: string, options: BackupOptions): Promise<Backup> {
    await this.#erasure.finish();
    return backUp(this.#connection, path, options);
  }

  get rows(): SqliteRows {
    return new SqliteRows(this.#opened);
  }

  async *sources(id?: string): AsyncGenerator<SourceDump> {
    const now = this.#clock().toISOString();
    if (id !== undefined) {
      const source = await this.#read("export", ({ sources }) => {
        const [found, scopes] = [sources.find(id), this.#view.scopes()];
        return found !== undefined && scopes?.includes(found.scope) !== false ? found : undefined;
      });
      if (source !== undefined) yield* this.#parts(source, now);
      return;
    }
    for (let last = 0; ; ) {
      const source = await this.#read("export", ({ sources }) => sources.after(last, this.#view.scopes()));
      if (source === undefined) return;
      last = source.id;
      yield* this.#parts(source, now);
    }
  }

  async *#parts(source: SourceRow, now: string): AsyncGenerator<SourceDump> {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const { dump, next } = await this.#read("export", (tables) =>
        dumpSource(tables, source, { now, after: from }),
      );
      if (dump !== undefined) yield dump;
      after = next;
    }
  }

  async close(): Promise<void> {
    if (this.#connection.closed) return;
    try {
      // A file that was deleted or replaced needs no finishing, and closing it must succeed.
      if (this.#connection.isInPlace) await this.#finish();
    } finally {
      this.#tables.vectors.close();
      this.#tables.fileVectors.close();
      await this.#connection.close();
    }
  }

  /**
   * Writes what is left to write. A file that a newer version has changed is left to that version.
   */
  async #finish(): Promise<void> {
    try {
      await this.#connection.until(() => this.#opened.counter.flush());
      await this.#erasure.finish();
    } catch (error) {
      if (!MemoryError.is(error, "newer_schema")) throw error;
    }
  }

  /**
   * Returns this store for callers that use another embedder. A call in progress with the former
   * embedder is refused when it passes a vector.
   */
  #for(embedder: VectorSpace): SqliteStore {
    const tables = withEmbedder(this.#connection, this.#tables, embedder);
    this.#tables.vectors.close();
    this.#tables.fileVectors.close();
    return new SqliteStore({ ...this.#opened, tables, embedder });
  }

  #asked<Result>(action: string, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return this.#connection.snapshot(action, () => work(new SqliteSnapshot(this.#search, this.#lookups)));
  }

  #read<Result>(action: string, work: (tables: StoreTables) => Result): Promise<Result> {
    return this.#connection.read(action, () => work(this.#tables));
  }
}
