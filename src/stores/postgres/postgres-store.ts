/**
 * A store in tables of PostgreSQL, which it shares with other stores. Every row and every query has
 * the id of its store.
 */
import type { Limits, Usage } from "../../accounts/meter.js";
import { MemoryError } from "../../contract/errors.js";
import type { ForgetPreview } from "../../contract/forget.js";
import type { AuditRequest, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import type { Backup } from "../../contract/maintenance/whole-store.js";
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import type {
  AuditPruned,
  AuditPruning,
  Change,
  Erased,
  Erasure,
  FileWriter,
  Known,
  KnownRequest,
  LoadContext,
  Loaded,
  LoadedSource,
  ReadAnswers,
  ReadRequest,
  Reembedding,
  SaveOutcome,
  SearchAnswers,
  SearchRequest,
  Selection,
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
import { checkStore } from "./checking.js";
import { PostgresRows } from "./copying/postgres-rows.js";
import type { Connection } from "./database/connection.js";
import {
  acceptsVectorsOf,
  countWithin,
  existing,
  type FoundRow,
  lockStore,
  type StoreRow,
  selectStatus,
  selectStore,
  usageOf,
} from "./database/store-row.js";
import { erase } from "./erasing/erase.js";
import { closure, selected, toPreview } from "./erasing/select.js";
import { dumpPart, listRecords, nextSource } from "./reading/listing.js";
import { nameOf } from "./reading/passages/visible-passages.js";
import { labelsOf } from "./reading/scopes.js";
import { Numbering, type StoreCaches, type View, viewOf } from "./reading/view.js";
import { beginMove, PostgresReembedding } from "./reembedding.js";
import { PostgresSnapshot } from "./snapshot.js";
import { auditPage, pruneAudit, verifyChain } from "./writing/audit.js";
import { load } from "./writing/load.js";
import { save } from "./writing/save.js";
import { type SavedAtOnce, saveAtOnce } from "./writing/save-at-once.js";
import { saveFile } from "./writing/save-file.js";
import { Staging } from "./writing/staging.js";
import { type Additions, type Writing, writingOn } from "./writing/writing.js";

/** The row of a store, with its expired records. */
type StatusRow = StoreRow & { readonly expired: readonly string[] | null };

/** The parts that all views of one store share. */
export interface StoreParts {
  readonly id: string;
  readonly name: string;
  readonly schema: string;
  readonly connection: Connection;
  readonly caches: StoreCaches;
  readonly embedder: VectorSpace;
  readonly ids: () => string;
  readonly clock: () => Date;
}

/** A store in tables of PostgreSQL. */
export class PostgresStore implements Store {
  readonly id: string;
  readonly name: string;
  readonly #parts: StoreParts;
  readonly #numbering: Numbering;

  constructor(parts: StoreParts, visibility: Visibility = { scope: null }) {
    this.id = parts.id;
    this.name = parts.name;
    this.#parts = parts;
    this.#numbering = new Numbering(visibility, parts.caches);
  }

  within(visibility: Visibility): PostgresStore {
    return new PostgresStore(this.#parts, visibility);
  }

  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const { connection, embedder } = this.#parts;
    const asking = { embedder, now: this.#now() };
    return connection.read("search", (tx) =>
      work(new PostgresSnapshot(() => viewOf(tx, this.#numbering), asking)),
    );
  }

  search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>> {
    return this.snapshot((snapshot) => snapshot.search(asked));
  }

  read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>> {
    return this.snapshot((snapshot) => snapshot.read(asked));
  }

  known(request: KnownRequest): Promise<Known> {
    return this.snapshot((snapshot) => snapshot.known(request));
  }

  async save(change: Change): Promise<SaveOutcome> {
    const atOnce = await this.#saveAtOnce(change);
    if (atOnce !== undefined) return this.#adopted(atOnce.outcome, atOnce.saving);
    let saving: Writing | undefined;
    const work = (writing: Writing) => {
      saving = writing;
      return save(writing, change, this.#labels);
    };
    return this.#adopted(await this.#write("save", work, isSaved), saving);
  }

  /** A commit waits for the server's disk, unless the server is configured not to wait. */
  async settled(): Promise<void> {}

  newFile(): FileWriter {
    const { connection, ids, clock } = this.#parts;
    const staging = new Staging(ids());
    return {
      add: async (passages) => {
        const at = clock().getTime();
        await connection.write("stage a file's passages", (tx) => staging.add(tx, passages, at));
        staging.added();
      },
      save: async (change) => {
        const saving = { change, staging, labels: this.#labels };
        const outcome = await this.#write("save a file", (writing) => saveFile(writing, saving), isSaved);
        if (outcome.outcome === "saved") staging.finished();
        return outcome;
      },
      discard: async () => {
        if (staging.isEmpty) return;
        await connection.write("drop staged passages", (tx) => staging.drop(tx));
        staging.finished();
      },
    };
  }

  load(sources: readonly LoadedSource[], context: LoadContext): Promise<Loaded> {
    return this.#write("import", (writing) => load(writing, sources, context));
  }

  select(selection: Selection): Promise<ForgetPreview[]> {
    return this.#read("select", async (view) => {
      const going = await closure(view, await selected(view, selection));
      return going.map(toPreview);
    });
  }

  async erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased> {
    const erased = await erase({ ...this.#parts, numbering: this.#numbering }, recordIds, erasure);
    this.#forgetCached();
    return erased;
  }

  async status(now: string, action?: string): Promise<StoreStatus> {
    const { connection, embedder } = this.#parts;
    const [found] = await connection.single<FoundRow<StatusRow>>(
      action ?? "look for expired records",
      "read",
      selectStatus(now),
    );
    const row = existing(found);
    if (action !== undefined) acceptsVectorsOf(row, embedder, action);
    return { expired: row.expired ?? [], usage: usageOf(row) };
  }

  list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>> {
    return this.#read("list records", (view) => listRecords(view, request, now));
  }

  async *sources(id?: string): AsyncGenerator<SourceDump> {
    const now = this.#now();
    for (let last = 0; ; ) {
      const source = await this.#read("export", (view) => nextSource(view, { after: last, id }));
      if (source === undefined) return;
      last = source.id;
      for (let from: number | null = 0; from !== null; ) {
        const after: number = from;
        const { dump, next } = await this.#read("export", (view) => dumpPart(view, source, { now, after }));
        if (dump !== undefined) yield dump;
        from = next;
      }
    }
  }

  audit(request: AuditRequest): Promise<Page<AuditRow>> {
    return this.#read("read the audit trail", (view) => auditPage(view, request));
  }

  verifyAudit(): Promise<AuditVerdict> {
    return this.#parts.connection.read("verify the audit trail", verifyChain);
  }

  pruneAudit(pruning: AuditPruning): Promise<AuditPruned> {
    return this.#parts.connection.write("prune the audit trail", (tx) => pruneAudit(tx, this.id, pruning));
  }

  async usage(): Promise<Usage> {
    return usageOf(await this.#row("read the usage"));
  }

  async count(delta: UsageDelta, limits: Limits): ReturnType<Store["count"]> {
    // A crash of the server may lose the count of a free call, but not a charge.
    const mode = delta.spendMicros > 0 ? "charge" : "count";
    const counting = countWithin(delta, limits.spendMicros);
    const [counted] = await this.#parts.connection.single<FoundRow>("count", mode, counting);
    if (counted?.row != null) return { outcome: "counted", usage: usageOf(counted.row) };
    return { outcome: "refused", limit: "spend", usage: await this.usage() };
  }

  async assertEmbedder(action: string): Promise<void> {
    const { caches, embedder } = this.#parts;
    if (!caches.embedders.fits(embedder)) acceptsVectorsOf(await this.#row(action), embedder, action);
  }

  async reembed(embedder: VectorSpace, limits: Limits, again = false): Promise<Reembedding | undefined> {
    const { connection } = this.#parts;
    const isToMove = await connection.write("re-embed", (tx) => beginMove(tx, { embedder, limits, again }));
    this.#parts.caches.embedders.clear();
    const after = () => new PostgresStore({ ...this.#parts, embedder });
    return isToMove ? new PostgresReembedding({ connection, embedder, after }) : undefined;
  }

  check(options: StoreCheckOptions): Promise<StoreCheck> {
    return checkStore(this.#parts.connection, options);
  }

  get rows(): PostgresRows {
    return new PostgresRows(this.#parts);
  }

  async backup(path: string): Promise<Backup> {
    const message = `Cannot back up to ${path}: the store must be in a file, and is in PostgreSQL; use pg_dump, or export it`;
    throw new MemoryError("unsupported", message, { data: { what: "backup" } });
  }

  /** The pool stays open: its owner ends it. */
  async close(): Promise<void> {
    this.#forgetCached();
    await this.#parts.connection.close();
  }

  async #saveAtOnce(change: Change): Promise<SavedAtOnce | undefined> {
    const { caches, connection, embedder } = this.#parts;
    if (this.#labels !== null) return undefined;
    const row = caches.known.expectedState(change, nameOf(this.#numbering.visibility));
    return row && saveAtOnce(connection, { change, row, embedder });
  }

  /** Caches what was saved, so that no search needs to read it. */
  #adopted(outcome: SaveOutcome, saving: Additions | undefined): SaveOutcome {
    if (outcome.outcome !== "saved" || saving === undefined) return outcome;
    const { row, numbers, vectors, properties } = saving;
    this.#parts.caches.vectors.adopt(row, numbers.last_passage, vectors);
    this.#parts.caches.properties.adopt(row, numbers.last_record, properties);
    return outcome;
  }

  #forgetCached(): void {
    const { vectors, passages, known, properties, common } = this.#parts.caches;
    for (const cache of [vectors, passages, known, properties, common]) cache.clear();
  }

  get #labels() {
    return labelsOf(this.#numbering.visibility);
  }

  #now(): string {
    return this.#parts.clock().toISOString();
  }

  /** Reads the row of the store, in one round trip. */
  async #row(action: string): Promise<StoreRow> {
    const [row] = await this.#parts.connection.single<FoundRow>(action, "read", selectStore);
    return existing(row);
  }

  #read<Result>(action: string, work: (view: View) => Promise<Result>): Promise<Result> {
    return this.#parts.connection.read(action, async (tx) => work(await viewOf(tx, this.#numbering)));
  }

  #write<Result>(
    action: string,
    work: (writing: Writing) => Promise<Result>,
    isKept?: (result: Result) => boolean,
  ): Promise<Result> {
    const { connection, embedder } = this.#parts;
    return connection.write(
      action,
      async (tx) => {
        const view = await viewOf(tx, this.#numbering, lockStore);
        return work(writingOn(tx, view, embedder));
      },
      isKept,
    );
  }
}

function isSaved({ outcome }: { readonly outcome: string }): boolean {
  return outcome === "saved";
}
