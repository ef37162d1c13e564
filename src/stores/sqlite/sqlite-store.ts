/** The store on one SQLite file: better-sqlite3 for rows, FTS5 for words, pages of bytes and a scan of 1-bit codes for vectors. */

import type { Limits, Usage } from "../../accounts/meter.js";
import { nextTurn } from "../../async/next-turn.js";
import type { AuditRequest, AuditRow, AuditVerdict } from "../../contract/audit.js";
import type { Backup } from "../../contract/check.js";
import type { ForgetPreview } from "../../contract/forget.js";
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import { beforeTheFirst } from "../../hashing/audit-hash.js";
import { fileWord } from "../../text/words.js";
import type {
  BackupOptions,
  Change,
  Corpus,
  Criteria,
  Erased,
  Erasure,
  FactKey,
  FileChange,
  FileOutcome,
  GlanceOptions,
  Glimpse,
  Known,
  KnownFile,
  Layout,
  Neighbour,
  NewFilePassage,
  Posting,
  Reembedding,
  SaveOutcome,
  Selection,
  SourceDump,
  Store,
  StoreCheck,
  StoreCheckOptions,
  StoredPassage,
  StoreStatistics,
  Unembedded,
  UsageDelta,
  VectorSpace,
  Visibility,
  Voice,
} from "../store.js";
import { checkStore } from "./checks/check-store.js";
import { backUp } from "./database/backup.js";
import type { Connection } from "./database/connection.js";
import { namedFailure } from "./database/failures.js";
import { identify } from "./database/identity.js";
import { inTurns } from "./database/in-turns.js";
import { type OpenOptions, openConnection } from "./database/open.js";
import { UsageCounter } from "./database/usage-counter.js";
import { erasedTogether, type Removed, remove, residueOf } from "./erasure/erase.js";
import { clearNote, finishErasure, isOverwritten } from "./erasure/overwrite.js";
import { closure, isStillNamed, selected, toPreview } from "./erasure/select.js";
import { SlackSweep } from "./erasure/slack-sweep.js";
import { byScopes, criteriaSql } from "./filters/criteria.js";
import { factsAbout, recordsAbout } from "./filters/facts-about.js";
import { knownOf } from "./filters/known.js";
import { historyOf, listRecords } from "./filters/listing.js";
import { type NewestRequest, newestPassages, whileBetween } from "./filters/newest.js";
import { Picks } from "./filters/picks.js";
import { rulesRequest } from "./filters/rules-request.js";
import { amongPicked, Visible } from "./filters/visible.js";
import { wordsIdentity } from "./keywords/words-identity.js";
import { mostLaidOut, noLayout } from "./passages/passage-layout.js";
import type { Head } from "./tables/audit-table.js";
import { factKeys } from "./tables/record-table.js";
import type { SourceRow } from "./tables/source-table.js";
import { makeTables, type Tables, tablesFor } from "./tables/tables.js";
import { noUsage } from "./tables/usage-table.js";
import { beginMove, SqliteReembedding } from "./vectors/reembedding.js";
import { isServing } from "./vectors/serving.js";
import { dumpSource, type LoadContext, type Loaded, type LoadedSource, load } from "./writes/exchange.js";
import { answered, Conflict, save, type WriteContext } from "./writes/save.js";
import { Refused, saveFile } from "./writes/save-file.js";

export interface SqliteStoreOptions extends OpenOptions {
  /** What the store calls itself. Absent: as it was named before, or `memory`. */
  readonly name?: string | undefined;
  /** Whose vectors it is handed. A new store is of it; others may be of another one: see `mustServe`. */
  readonly embedder: VectorSpace;
  /** Where the identity of a new store comes from. */
  readonly ids: () => string;
}

/**
 * Opens a store, making the file where there is none.
 *
 * @throws {MemoryError} `invalid_input`, `corrupt`, `newer_schema`, `read_only`, `busy`, `disk_full`
 *
 * @example
 * const store = openSqliteStore({ path: ":memory:", embedder: { id: "mine@1", dimensions: 8 }, ids: randomUUID, clock: () => new Date() });
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return new SqliteStore(opened(options));
}

/** Passages from which a search takes some milliseconds. */
const largeFrom = 65_536;

/** What the stores of one connection share: one for each embedder that it was used with. */
interface Shared {
  readonly id: string;
  readonly name: string;
  readonly connection: Connection;
  readonly clock: () => Date;
  readonly counter: UsageCounter;
  readonly sweep: SlackSweep;
}

type Opened = Shared & { readonly tables: Tables; readonly embedder: VectorSpace };

export class SqliteStore implements Store {
  readonly id: string;
  readonly name: string;
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #clock: () => Date;
  readonly #embedder: VectorSpace;
  readonly #shared: Shared;
  readonly #visible: Visible;
  readonly #picks: Picks;

  constructor({ tables, embedder, ...shared }: Opened, visibility: Visibility = { scope: null }) {
    this.id = shared.id;
    this.name = shared.name;
    this.#connection = shared.connection;
    this.#clock = shared.clock;
    this.#tables = tables;
    this.#embedder = embedder;
    this.#shared = shared;
    this.#visible = new Visible(tables, visibility);
    this.#picks = new Picks(shared.connection, tables.picked, this.#visible);
  }

  within(visibility: Visibility): SqliteStore {
    const opened = { ...this.#shared, tables: this.#tables, embedder: this.#embedder };
    return new SqliteStore(opened, visibility);
  }

  statistics(): Promise<Readonly<Record<Corpus, StoreStatistics>>> {
    return this.#read("count passages", ({ usage, scopes }) => {
      const seen = this.#visible.scopes();
      return seen === undefined ? usage.statistics() : scopes.statistics(seen);
    });
  }

  async nearest(vector: Float32Array, options: Parameters<Store["nearest"]>[1]): Promise<Neighbour[]> {
    await this.#turn();
    const picked = await this.#picks.of(options.scope);
    return this.#read("search", ({ vectors, fileVectors }) => {
      const index = options.scope.corpus === "files" ? fileVectors : vectors;
      const found = index.nearest(vector, {
        limit: options.limit,
        scope: this.#visible.criteria(options.scope),
        picked,
        among: this.#visible.passages(),
      });
      return this.#visible.neighbours(found);
    });
  }

  glance(wanted: readonly Float32Array[], { limit, atLeast, now }: GlanceOptions): Promise<Glimpse[][]> {
    const at = Date.parse(now);
    return this.#read("look at what is near", ({ vectors, records }) =>
      wanted.map((vector) => {
        const near = vectors
          .glance(vector, limit, this.#visible.passages())
          .filter(({ similarity }) => similarity >= atLeast);
        const shown = this.#visible.neighbours(near);
        return near.map(({ passage }, nth) => ({
          passage: shown[nth]!.passage,
          records: records.briefly(passage, at),
        }));
      }),
    );
  }

  similarities(wanted: readonly Float32Array[], passages: readonly number[]): Promise<Float32Array[]> {
    return this.#read("compare", ({ vectors, fileVectors }) => {
      const ids = this.#visible.at(passages).map((id) => id ?? 0);
      const said = vectors.similarities(wanted, ids);
      if (!said.some((cosines) => cosines.some(Number.isNaN))) return said;
      const filed = fileVectors.similarities(wanted, ids);
      return said.map((cosines, at) =>
        cosines.map((cosine, index) => (Number.isNaN(cosine) ? filed[at]![index]! || 0 : cosine)),
      );
    });
  }

  async matching(
    words: readonly string[],
    { limit, scope }: { readonly limit: number; readonly scope: Criteria },
  ): Promise<Posting[]> {
    const indexed = scope.corpus === "files" ? fileWord : (word: string) => word;
    const picked = await this.#picks.of(scope);
    const visible = this.#visible;
    return this.#inTurns("search", function* ({ keywords }) {
      const among = picked === undefined ? visible.among() : amongPicked(picked);
      const postings = yield* keywords.postings(words.map(indexed), limit, among);
      return postings.map((posting, at) => ({
        ...posting,
        word: words[at]!,
        passages: visible.places(posting.passages),
      }));
    });
  }

  during(
    from: string,
    to: string,
    { limit, scope, entities }: Parameters<Store["during"]>[2],
  ): Promise<number[]> {
    const span = { from: Date.parse(from), to: Date.parse(to) };
    if (entities === undefined)
      return this.#newest(scope, () => ({ conditions: whileBetween, parameters: span, limit }));
    const { conditions, parameters } = recordsAbout(factKeys(entities), "episodic");
    return this.#newest(scope, () => ({
      conditions: conditions.map(
        (condition) => `${condition} and r.occurred_at >= @from and r.occurred_at < @to`,
      ),
      parameters: { ...parameters, ...span },
      limit,
    }));
  }

  about(
    entities: readonly string[],
    { limit, scope, isProperty }: Parameters<Store["about"]>[1],
  ): Promise<number[]> {
    const keys = factKeys(entities);
    // Of somebody who moved a thousand times, the homes before the present one are not even read.
    const isCurrent = scope.asOf === undefined && scope.includeSuperseded !== true;
    const index = isProperty !== undefined && isCurrent ? { index: "records_current_by_fact" } : {};
    return this.#newest(scope, () => {
      const scopes = this.#visible.scopes();
      return { ...factsAbout(this.#connection, { keys, isProperty, scopes }), ...index, limit };
    });
  }

  rules({ limit, scope, byUser }: Parameters<Store["rules"]>[0]): Promise<number[]> {
    return this.#newest(scope, () => ({ ...rulesRequest(byUser), parameters: {}, limit }));
  }

  onPage(
    page: number,
    { limit, scope }: { readonly limit: number; readonly scope: Criteria },
  ): Promise<number[]> {
    return this.#read("search", () => {
      const criteria = this.#visible.criteria(scope);
      const { counts, parameters } = criteriaSql(criteria);
      const passages = this.#connection
        .column<[object], number>(
          `select p.id from passages p where ${byScopes(criteria.scopes, "p")} and p.page = @page
           and exists (select 1 from records r where r.passage = p.id and ${counts}) order by p.id limit @limit`,
        )
        .all({ ...parameters, page, limit });
      return [...this.#visible.places(passages)];
    });
  }

  async names(
    beginning: string,
    { limit, scope }: { readonly limit: number; readonly scope: Criteria },
  ): Promise<string[]> {
    const picked = await this.#picks.of(scope);
    return this.#read("look up names", ({ names }) => {
      const few = picked?.few ?? this.#visible.passages()?.few;
      return names.beginning(beginning, { limit, scope: this.#visible.criteria(scope), few });
    });
  }

  voices(passages: readonly number[]): Promise<(Voice | undefined)[]> {
    return this.#read("read passages", ({ reader }) =>
      reader.voices(this.#visible.at(passages).map((id) => id ?? 0)),
    );
  }

  layout(): Promise<Layout> {
    const visible = this.#visible;
    return this.#inTurns("read passages", function* ({ layouts, usage, scopes }) {
      const part = { seen: visible.passages(), scopes: visible.scopes() };
      const { said } = part.scopes === undefined ? usage.statistics() : scopes.statistics(part.scopes);
      return said.passages > mostLaidOut ? noLayout : yield* layouts.read(part);
    });
  }

  async passages(ids: readonly number[], scope: Criteria): Promise<StoredPassage[]> {
    await this.#turn();
    return this.#read("read passages", ({ reader }) => {
      const known = this.#visible.at(ids).filter((id) => id !== undefined);
      return this.#visible.shown(reader.inScope(known, this.#visible.criteria(scope)));
    });
  }

  known(
    facts: readonly FactKey[],
    digests: readonly string[],
    recordIds: readonly string[] = [],
  ): Promise<Known> {
    const now = this.#clock().getTime();
    const visible = this.#visible;
    return this.#inTurns("look up what is known", function* ({ records }) {
      return yield* knownOf(records, { facts, digests, recordIds }, { now, scopes: visible.scopes() });
    });
  }

  answered(key: string, now: string): Promise<string | undefined> {
    return this.#read("look up an answer", () =>
      answered(this.#tables, this.#visible, { key, now: Date.parse(now) }),
    );
  }

  async save(change: Change): Promise<SaveOutcome> {
    await this.#finishErasure();
    try {
      return await this.#connection.commitInSteps(
        "save",
        () => save(this.#tables, change, this.#writing),
        ({ outcome }) => {
          if (outcome !== "saved") return;
          this.#shared.counter.written();
          if (change.closings.length > 0) this.#dropEnded();
        },
      );
    } catch (error) {
      if (error instanceof Conflict) return { outcome: "conflict" };
      throw error;
    }
  }

  settled(): Promise<void> {
    return this.#connection.settled("save");
  }

  file({ id, ...like }: Parameters<Store["file"]>[0]): Promise<KnownFile | undefined> {
    const now = this.#clock().getTime();
    return this.#read("look up a file", ({ files }) => {
      const scope = this.#visible.exact();
      if (scope === undefined) return undefined;
      const found = id === undefined ? files.like(like, scope) : files.find(id);
      if (found?.scope !== scope) return undefined;
      const { row, scope: _, ...file } = found;
      return { ...file, passages: files.current(row, now) };
    });
  }

  standing(fileId: string, digests: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const now = this.#clock().getTime();
    return this.#read("look up what is known", ({ files }) => {
      const file = files.find(fileId);
      return file === undefined || file.scope !== this.#visible.exact()
        ? new Map<string, number>()
        : files.standing(file.row, digests, now);
    });
  }

  setAside(aside: string, passages: readonly NewFilePassage[]): Promise<void> {
    const at = this.#clock().getTime();
    return this.#connection.write("put a file's passages aside", () =>
      this.#tables.asides.add(aside, passages, at),
    );
  }

  async dropAside(aside: string): Promise<void> {
    const { asides } = this.#tables;
    if (!asides.holds(aside)) return;
    await this.#connection.write(
      "drop a file's passages",
      () => asides.drop(aside),
      () => asides.settle(aside),
    );
  }

  async saveFile(change: FileChange): Promise<FileOutcome> {
    await this.#finishErasure();
    try {
      return await this.#connection.write(
        "keep a file",
        () => saveFile(this.#tables, change, this.#writing),
        ({ outcome }) => {
          if (outcome !== "saved") return;
          this.#shared.counter.written();
          this.#tables.asides.settle(change.aside);
          this.#dropEnded();
        },
      );
    } catch (error) {
      if (error instanceof Refused) return { outcome: "refused", limit: error.limit, usage: error.usage };
      throw error;
    }
  }

  load(sources: readonly LoadedSource[], context: LoadContext): Promise<Loaded> {
    return this.#connection.write(
      "import",
      () => load(this.#tables, sources, { context, pending: this.#shared.counter.pending }),
      () => {
        this.#shared.counter.written();
        this.#tables.reader.drop();
      },
    );
  }

  select(selection: Selection, _scope: { readonly now: string }): Promise<ForgetPreview[]> {
    const [connection, visible] = [this.#connection, this.#visible];
    return this.#inTurns("select", function* ({ picked, keywords }) {
      const found = yield* selected({ connection, picked, keywords, visible }, selection);
      const going = yield* closure(connection, found, visible.scopes());
      return going.map(toPreview);
    });
  }

  async erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased> {
    await this.#finishErasure();
    const [connection, visible] = [this.#connection, this.#visible];
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
      // In no order: asked for one, SQLite walks all records in it instead of the few that expire.
      this.#connection
        .column<[number], string>("select uuid from records where expires_at <= ?")
        .all(Date.parse(now)),
    );
  }

  list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>> {
    const [connection, visible] = [this.#connection, this.#visible];
    return this.#inTurns("list records", ({ picked }) =>
      listRecords({ connection, picked, visible }, request, now),
    );
  }

  history(id: string): Promise<MemoryRecord[]> {
    const now = this.#clock().toISOString();
    return this.#read("tell a record's history", () =>
      historyOf(this.#connection, id, { now, scopes: this.#visible.scopes() }),
    );
  }

  audit(request: AuditRequest): Promise<Page<AuditRow>> {
    return this.#read("read the audit trail", ({ audit }) => audit.page(request, this.#visible.scopes()));
  }

  async verifyAudit(): Promise<AuditVerdict> {
    for (let last: Head = beforeTheFirst; ; await nextTurn()) {
      const step = await this.#read("verify the audit trail", ({ audit }) => audit.verifyAfter(last));
      if ("valid" in step) return step;
      last = step;
    }
  }

  usage(): Promise<Usage> {
    return this.#read("read the usage", () => this.#shared.counter.used());
  }

  count(delta: UsageDelta, limits: Limits): ReturnType<Store["count"]> {
    return this.#shared.counter.count(delta, limits);
  }

  mustServe(action: string): Promise<void> {
    return this.#read(action, ({ meta }) => void isServing(meta, this.#embedder, action));
  }

  async reembed(embedder: VectorSpace, limits: Limits, again = false): Promise<Reembedding | undefined> {
    const [connection, tables] = [this.#connection, this.#tables];
    const isToMove = await connection.write("re-embed", () => beginMove(tables, { embedder, limits, again }));
    const moved = () => this.#for(embedder);
    return isToMove ? new SqliteReembedding({ connection, tables, embedder, moved }) : undefined;
  }

  check(options: StoreCheckOptions): Promise<StoreCheck> {
    const { connection, sweep } = this.#shared;
    return checkStore({ connection, sweep, tables: this.#tables, embedder: this.#embedder }, options);
  }

  async backup(path: string, options: BackupOptions): Promise<Backup> {
    await this.#finishErasure();
    return backUp(this.#connection, path, options);
  }

  spoken(passages: readonly number[]): Promise<Unembedded[]> {
    return this.#read("read passages", (tables) => passages.flatMap((id) => tables.passages.get(id) ?? []));
  }

  async *sources(id?: string): AsyncGenerator<SourceDump> {
    const now = this.#clock().toISOString();
    if (id !== undefined) {
      const source = await this.#read("export", ({ sources }) => {
        const [found, scopes] = [sources.named(id), this.#visible.scopes()];
        return found !== undefined && scopes?.includes(found.scope) !== false ? found : undefined;
      });
      if (source !== undefined) yield* this.#parts(source, now);
      return;
    }
    for (let last = 0; ; ) {
      const source = await this.#read("export", ({ sources }) => sources.after(last, this.#visible.scopes()));
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
      this.#shared.counter.flush();
      await this.#finishErasure();
    } finally {
      this.#tables.vectors.close();
      this.#tables.fileVectors.close();
      await this.#connection.close();
      this.#shared.sweep.close();
    }
  }

  /** This store for who embeds with another embedder. What is still under way with the former one is refused when it hands in a vector. */
  #for(embedder: VectorSpace): SqliteStore {
    const tables = tablesFor(this.#connection, this.#tables, embedder);
    this.#tables.vectors.close();
    this.#tables.fileVectors.close();
    return new SqliteStore({ ...this.#shared, tables, embedder });
  }

  /** Without waiting for the disk where that can be: a note that comes back after a power cut is only looked into once more. */
  async #clearNote(note: string): Promise<void> {
    const clear = () => clearNote(this.#tables, note);
    if (!this.#connection.writeIfFree("erase", clear)) await this.#connection.write("erase", clear);
  }

  /** Before the longer parts of a search in a store so large that they take milliseconds, others get their turn. */
  async #turn(): Promise<void> {
    if (this.#isLarge) await nextTurn();
  }

  get #isLarge(): boolean {
    return this.#tables.vectors.last > largeFrom;
  }

  #read<Result>(action: string, work: (tables: Tables) => Result): Promise<Result> {
    return this.#connection.read(action, () => work(this.#tables));
  }

  /** Records have ended: what is held of those that were true is read anew. */
  #dropEnded(): void {
    this.#tables.reader.drop();
    this.#tables.picked.dropEnding();
  }

  #inTurns<Result>(action: string, steps: (tables: Tables) => Generator<undefined, Result>): Promise<Result> {
    return inTurns(this.#connection, action, steps(this.#tables));
  }

  async #newest(scope: Criteria, request: () => Omit<NewestRequest, "scope" | "few">): Promise<number[]> {
    const few = (await this.#picks.of(scope))?.few;
    return this.#read("search", () => {
      const criteria = this.#visible.criteria(scope);
      const passages = newestPassages(this.#connection, { ...request(), scope: criteria, few });
      return [...this.#visible.places(passages)];
    });
  }

  get #writing(): WriteContext {
    return { visible: this.#visible, pending: this.#shared.counter.pending };
  }

  async #finishErasure(): Promise<void> {
    const parts = { connection: this.#connection, tables: this.#tables, sweep: this.#shared.sweep };
    await finishErasure(parts, this.#clock);
  }
}

function opened(options: SqliteStoreOptions): Opened {
  const { embedder, clock } = options;
  const connection = openConnection(options);
  try {
    const tables = makeTables(connection, embedder);
    const { id, name } = identify(connection, tables.meta, { ...options, name: options.name });
    bringWordsUpToDate(connection, tables);
    removeAbandoned(connection, tables, clock().getTime());
    connection.opened();
    const counter = new UsageCounter(connection, tables.usage);
    const sweep = new SlackSweep(connection, tables.meta);
    return { id, name, connection, clock, counter, sweep, tables, embedder };
  } catch (error) {
    void connection.close();
    throw namedFailure(error, "open the store", connection.busyTimeoutMs);
  }
}

function bringWordsUpToDate(connection: Connection, { meta, keywords, scopes }: Tables): void {
  const words = wordsIdentity();
  if (connection.readonly || meta.get("words") === words) return;
  connection.writeAtOnce(() => {
    keywords.rebuild();
    scopes.recount();
    meta.set("words", words);
  });
}

function removeAbandoned(connection: Connection, { asides }: Tables, now: number): void {
  if (connection.readonly || !asides.hasAbandoned(now)) return;
  connection.writeAtOnce(() => asides.removeAbandoned(now));
}
