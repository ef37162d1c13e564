/**
 * The store port: it stores and finds sources, passages, records, vectors, words and the audit
 * trail. It never scores and never decides. Each method that writes is one transaction.
 * `stores/memory` is the simplest implementation of it.
 *
 * A source is what one `remember` call brought. It has passages: the verbatim texts that were
 * kept. A passage is the unit that is embedded and indexed, and it has records: typed claims
 * that were drawn from it. Passages are numbered in insertion order, so the neighbours of a passage
 * in the conversation have the numbers next to its own.
 *
 * The store separates users, and no other part of the system does. A caller gets the part of the
 * store that it may see (`within`), and cannot ask for anything outside it.
 *
 * Passages of files are indexed and counted separately from those of conversations, so that ten
 * thousand pages do not change how a conversation is searched. Each version of a file that brought
 * something new is a source.
 */

import type { Limits, Usage } from "../accounts/meter.js";
import type { ForgetPreview } from "../contract/forget.js";
import type { AuditRequest, AuditRow, AuditVerdict } from "../contract/maintenance/audit.js";
import type { Backup } from "../contract/maintenance/whole-store.js";
import type { MemoryRecord, Page, RecordsRequest } from "../contract/record.js";
import type { Change, CountOutcome, FileWriter, SaveOutcome, UsageDelta } from "./change.js";
import type { StoreRows } from "./copying.js";
import type { Erased, Erasure, Selection } from "./erasure.js";
import type {
  AuditPruned,
  AuditPruning,
  BackupOptions,
  LoadContext,
  Loaded,
  LoadedSource,
  ReembeddingProgress,
  SourceDump,
  StoreCheck,
  StoreCheckOptions,
  VectorSpace,
} from "./maintenance.js";
import type { SearchAnswers, SearchRequest, Visibility } from "./search.js";
import type {
  Known,
  KnownRequest,
  ReadAnswers,
  ReadRequest,
  StoreStatus,
  UnembeddedPassage,
} from "./stored.js";

export type * from "./change.js";
export type * from "./copying.js";
export type * from "./erasure.js";
export type * from "./maintenance.js";
export type * from "./search.js";
export type * from "./stored.js";

/** The options that every store is opened with. */
export interface StoreOptions {
  /** The name of the store. Absent: the name it had before, or `memory`. */
  readonly name?: string | undefined;
  /**
   * The embedder of the vectors that callers pass. A new store belongs to it; an existing one may
   * belong to another embedder: see `assertEmbedder`.
   */
  readonly embedder: VectorSpace;
  /** Returns a new id, for a new store and for staged passages. */
  readonly ids: () => string;
  readonly clock: () => Date;
  /** Opens the store to write a copy to it. The copy may have been begun before. @default false */
  readonly forCopy?: boolean | undefined;
}

/** Opens a store. It is called once, by the first verb; again only if that failed. */
export type OpenStore = (options: StoreOptions) => Store | Promise<Store>;

/** Reads and searches on one state of the store. */
export interface Snapshot {
  /** Finds passages and names. The answers are in the order of the requests. */
  search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>>;
  /** Reads passages and records by number or id. The answers are in the order of the requests. */
  read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>>;
  /** Returns what is known about facts, passages, records, files and repeated calls. */
  known(request: KnownRequest): Promise<Known>;
}

/**
 * If the store's vectors are of another embedder, every method that takes a vector throws
 * `embedder_mismatch`. The exception is the embedder that the store is moving to: until it has
 * moved, vectors find nothing and are not stored.
 */
export interface Store extends Snapshot {
  /** Identifies the store. Assigned when it is created. */
  readonly id: string;
  readonly name: string;

  /**
   * Returns the same store as a call sees it. Every method shows, changes and counts only that
   * part, except `status`, `usage`, `count`, `verifyAudit`, `pruneAudit`, `check`, `rows` and those
   * for re-embedding. An opened store shows what has no scope. Passages are numbered by their
   * ordinal in that part, so it answers like a store with no other contents.
   */
  within(visibility: Visibility): Store;
  /**
   * Answers everything that `work` asks from one state of the store. Writes of other calls are not
   * visible meanwhile, and may wait until `work` is done. So `work` awaits nothing but the
   * snapshot: no model, and no other method of the store.
   */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;

  /**
   * Saves all of a change or none of it. Readers see it when this resolves. It survives a power cut
   * once `settled` has been awaited.
   */
  save(change: Change): Promise<SaveOutcome>;
  /**
   * Resolves when everything saved before has the durability that the store was opened with.
   * Changes that are awaited together need one sync.
   */
  settled(): Promise<void>;
  /** Begins to write a version of a file. */
  newFile(): FileWriter;
  /**
   * Saves sources as another store exported them. Records whose id exists are left unchanged.
   * Writes one IMPORT row per record.
   *
   * @throws {MemoryError} `storage_limit_reached`: nothing of these sources was saved
   */
  load(sources: readonly LoadedSource[], context: LoadContext): Promise<Loaded>;

  /**
   * Returns everything that forgetting a selection removes: the selected records, their ancestors,
   * and all that share a passage with them. A condition on an entity selects the records that have
   * its name, and those whose text contains the name; only the latter have a `why`.
   */
  select(selection: Selection): Promise<ForgetPreview[]>;
  /**
   * Erases records and everything that `select` returns for them, overwrites them, and verifies it.
   * Many records are erased in several transactions, each with whole passages and their audit rows:
   * if it is interrupted, calling it again finishes it.
   */
  erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased>;
  /**
   * Returns what a call needs to know before it works, in one round trip if the store is far
   * away. With an action, throws as `assertEmbedder` does.
   */
  status(now: string, action?: string): Promise<StoreStatus>;

  list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>>;
  /** Returns every source in insertion order, or only the one with an id, if it exists. */
  sources(id?: string): AsyncIterable<SourceDump>;
  audit(request: AuditRequest): Promise<Page<AuditRow>>;
  verifyAudit(): Promise<AuditVerdict>;
  /**
   * Removes the oldest audit rows, after it has verified them: up to a maximum number of the rows
   * that were written before a time. A signed checkpoint replaces them, and a PRUNE row is
   * appended.
   *
   * @throws {MemoryError} `corrupt`, `invalid_input`: see `shared/audit-pruning`
   */
  pruneAudit(pruning: AuditPruning): Promise<AuditPruned>;
  usage(): Promise<Usage>;
  /**
   * Counts a call that writes nothing else. Like a save, it is refused if a limit would be passed.
   */
  count(delta: UsageDelta, limits: Limits): Promise<CountOutcome>;

  /** Throws `embedder_mismatch` if no method that takes a vector would work. */
  assertEmbedder(action: string): Promise<void>;
  /**
   * Begins to move to another embedder, or continues. Drops the vectors of a move to yet another
   * one.
   *
   * @param again move even if the vectors are of this embedder already
   * @returns `undefined` if the vectors are of this embedder already
   * @throws {MemoryError} `storage_limit_reached` if the new vectors would pass the limit
   */
  reembed(embedder: VectorSpace, limits: Limits, again?: boolean): Promise<Reembedding | undefined>;
  /** Checks the whole store: see `contract/maintenance/whole-store.ts`. */
  check(options: StoreCheckOptions): Promise<StoreCheck>;
  /**
   * Copies the current state of the store to a new file, while other calls go on, and checks the
   * copy. Only a store that is one file has it; others are copied with their own tools.
   */
  backup?(path: string, options: BackupOptions): Promise<Backup>;
  /**
   * Reads the store row by row, and writes copies. Only a store that survives its process has it.
   */
  readonly rows?: StoreRows;
  close(): Promise<void>;
}

/**
 * A move to another embedder. Searches use the former vectors until `finish`. The state of the move
 * survives the process. Every method throws `embedder_mismatch` if a move to yet another embedder
 * has begun since.
 */
export interface Reembedding {
  progress(): Promise<ReembeddingProgress>;
  /** Returns the next passages in order. Passages that are saved during the move come last. */
  next(limit: number): Promise<UnembeddedPassage[]>;
  /** Stores the new vectors of passages that `next` returned, in that order. */
  keep(
    vectors: readonly { readonly passage: number; readonly vector: Float32Array }[],
  ): Promise<ReembeddingProgress>;
  /**
   * Replaces the old vectors by the new ones, in one transaction with its REEMBED row.
   *
   * @returns the store for callers that use the new embedder, on the same connection; `undefined`
   * if there are new passages without a vector
   * @throws {MemoryError} `storage_limit_reached`
   */
  finish(by: {
    readonly at: string;
    readonly actor: string;
    readonly limits: Limits;
  }): Promise<Store | undefined>;
}
