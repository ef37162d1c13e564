/**
 * A store in one SQLite file: better-sqlite3 for rows, FTS5 for words, blocks of bytes and a scan
 * of 1-bit codes for vectors.
 */

import type { Limits, Usage } from "../../accounts/meter.js";
import { nextTurn } from "../../async/next-turn.js";
import type { Backup } from "../../contract/check.js";
import type { ForgetPreview } from "../../contract/forget.js";
import type {
  BackupOptions,
  Erased,
  Erasure,
  FileWriter,
  Known,
  KnownRequest,
  ReadAnswers,
  ReadRequest,
  Reembedding,
  SearchAnswers,
  SearchRequest,
  Selection,
  Snapshot,
  SourceDump,
  Store,
  StoreCheck,
  StoreCheckOptions,
  UsageDelta,
  VectorSpace,
  Visibility,
} from "../store.js";
import { checkStore } from "./checks/check-store.js";
import { backUp } from "./database/backup.js";
import type { Connection } from "./database/connection.js";
import { inTurns } from "./database/in-turns.js";
import { erasedTogether, type Removed, remove, residueOf } from "./erasure/erase.js";
import { clearNote, finishErasure, isOverwritten } from "./erasure/overwrite.js";
import { closure, isStillNamed, selected, toPreview } from "./erasure/select.js";
import { ScopeView } from "./filters/scope-view.js";
import { openParts, type SharedParts, type SqliteStoreOptions, type StoreParts } from "./open-parts.js";
import { type StoreTables, withEmbedder } from "./open-tables.js";
import { StoreLookups } from "./store-lookups.js";
import { StoreSearch } from "./store-search.js";
import { SqliteSnapshot } from "./store-snapshot.js";
import { StoreWrites } from "./store-writes.js";
import type { SourceRow } from "./tables/source-table.js";
import { noUsage } from "./tables/usage-table.js";
import { beginReembedding, SqliteReembedding } from "./vectors/reembedding.js";
import { acceptsVectorsOf } from "./vectors/store-embedder.js";
import { dumpSource } from "./writes/exchange.js";
import type { WriteContext } from "./writes/save.js";

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
  readonly #shared: SharedParts;
  readonly #view: ScopeView;
  readonly #search: StoreSearch;
  readonly #lookups: StoreLookups;
  readonly #writes: StoreWrites;

  constructor({ tables, embedder, ...shared }: StoreParts, visibility: Visibility = { scope: null }) {
    this.id = shared.id;
    this.name = shared.name;
    this.#connection = shared.connection;
    this.#clock = shared.clock;
    this.#tables = tables;
    this.#embedder = embedder;
    this.#shared = shared;
    this.#view = new ScopeView(tables, visibility);
    const parts = { ...shared, tables, view: this.#view };
    this.#search = new StoreSearch(parts);
    this.#lookups = new StoreLookups(parts);
    this.#writes = new StoreWrites({ ...parts, finishErasure: () => this.#finishErasure() });
  }

  within(visibility: Visibility): SqliteStore {
    const opened = { ...this.#shared, tables: this.#tables, embedder: this.#embedder };
    return new SqliteStore(opened, visibility);
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

  save(...request: Parameters<Store["save"]>): ReturnType<Store["save"]> {
    return this.#writes.save(...request);
  }

  newFile(): FileWriter {
    return this.#writes.newFile(this.#shared.ids());
  }

  load(...request: Parameters<Store["load"]>): ReturnType<Store["load"]> {
    return this.#writes.load(...request);
  }

  settled(): Promise<void> {
    return this.#connection.settled("save");
  }

  select(selection: Selection): Promise<ForgetPreview[]> {
    const [connection, visible] = [this.#connection, this.#view];
    return this.#inTurns("select", function* ({ prefilter, keywords }) {
      const found = yield* selected({ connection, prefilter, keywords, visible }, selection);
      const going = yield* closure(connection, found, visible.scopes());
      return going.map(toPreview);
    });
  }

  async erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased> {
    await this.#finishErasure();
    const [connection, visible] = [this.#connection, this.#view];
    const parts = await this.#inTurns("erase", () => erasedTogether({ connection, visible }, recordIds));
    const removed: Removed[] = [];
    let note: string | undefined;
    for (const part of parts) {
      const isFirst = removed.length === 0;
      if (!isFirst) await nextTurn();
      erasure.signal?.throwIfAborted();
      const erased = await this.#erasePart(
        part,
        isFirst ? erasure : { ...erasure, usage: noUsage, names: [], all: false },
      );
      removed.push(erased.removed);
      note = erased.note;
    }
    const gone = {
      ids: removed.flatMap(({ ids }) => ids),
      passages: removed.flatMap(({ passages }) => passages),
      scopes: removed.flatMap(({ scopes }) => scopes),
      freedBytes: removed.reduce((sum, { freedBytes }) => sum + freedBytes, 0),
    };
    const overwritten = await isOverwritten(connection, () => this.#shared.sweep.run(true));
    if (note !== undefined && overwritten) await this.#clearNote(note);
    const residue = await this.#inTurns("verify an erasure", (tables) =>
      residueOf({ connection, tables }, gone),
    );
    const [names, reading] = [erasure.names ?? [], gone.ids.length === 0 ? "perhaps" : "surely"] as const;
    const stillNamed = await this.#inTurns("verify an erasure", (tables) =>
      isStillNamed({ connection, visible, ...tables }, names, reading),
    );
    return { ids: gone.ids, freedBytes: gone.freedBytes, residue: { ...residue, overwritten }, stillNamed };
  }

  #erasePart(
    recordIds: readonly string[],
    erasure: Erasure,
  ): Promise<{ readonly removed: Removed; readonly note: string | undefined }> {
    const parts = { connection: this.#connection, tables: this.#tables };
    return this.#connection.write(
      "erase",
      () => ({
        removed: remove(parts, recordIds, { ...this.#writing, erasure }),
        note: this.#tables.meta.get("erasure_pending"),
      }),
      ({ removed: { passages } }) => {
        this.#shared.counter.written();
        this.#tables.reader.drop();
        const gone = passages.map(({ id }) => id);
        this.#tables.vectors.forget(gone);
        this.#tables.fileVectors.forget(gone);
      },
    );
  }

  expired(now: string): Promise<string[]> {
    return this.#read("look for expired records", () =>
      // Without an order: to sort them, SQLite would read all records instead of the few that
      // expire.
      this.#connection
        .column<[number], string>("select uuid from records where expires_at <= ?")
        .all(Date.parse(now)),
    );
  }

  usage(): Promise<Usage> {
    return this.#read("read the usage", () => this.#shared.counter.used());
  }

  count(delta: UsageDelta, limits: Limits): ReturnType<Store["count"]> {
    return this.#shared.counter.count(delta, limits);
  }

  assertEmbedder(action: string): Promise<void> {
    return this.#read(action, ({ meta }) => void acceptsVectorsOf(meta, this.#embedder, action));
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
    const { connection, sweep } = this.#shared;
    return checkStore({ connection, sweep, tables: this.#tables, embedder: this.#embedder }, options);
  }

  async backup(path: string, options: BackupOptions): Promise<Backup> {
    await this.#finishErasure();
    return backUp(this.#connection, path, options);
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
      if (this.#connection.isInPlace) {
        await this.#connection.until(() => this.#shared.counter.flush());
        await this.#finishErasure();
      }
    } finally {
      this.#tables.vectors.close();
      this.#tables.fileVectors.close();
      await this.#connection.close();
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
    return new SqliteStore({ ...this.#shared, tables, embedder });
  }

  /**
   * Clears the note without waiting for the disk, if no other process has the lock. If a power cut
   * brings the note back, the check is only repeated.
   */
  async #clearNote(note: string): Promise<void> {
    const clear = () => clearNote(this.#tables, note);
    if (!this.#connection.writeIfFree("erase", clear)) await this.#connection.write("erase", clear);
  }

  #asked<Result>(action: string, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return this.#connection.snapshot(action, () => work(new SqliteSnapshot(this.#search, this.#lookups)));
  }

  #read<Result>(action: string, work: (tables: StoreTables) => Result): Promise<Result> {
    return this.#connection.read(action, () => work(this.#tables));
  }

  #inTurns<Result>(
    action: string,
    steps: (tables: StoreTables) => Generator<undefined, Result>,
  ): Promise<Result> {
    return inTurns(this.#connection, action, steps(this.#tables));
  }

  get #writing(): WriteContext {
    return { visible: this.#view, pending: this.#shared.counter.pending };
  }

  async #finishErasure(): Promise<void> {
    const parts = { connection: this.#connection, tables: this.#tables, sweep: this.#shared.sweep };
    await finishErasure(parts, this.#clock);
  }
}
