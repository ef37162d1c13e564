/**
 * The store port: it stores and finds sources, passages, records, vectors, words and the audit
 * trail. It never scores and never decides. Each method that writes is one transaction. A method
 * that reads for long may use several, and gives other tasks a turn between them.
 *
 * A source is what one `remember` call brought. It has passages: the verbatim texts that were worth
 * keeping. A passage is the unit that is embedded and indexed, and it has records: typed claims
 * that were drawn from it. Passages are numbered in insertion order, so the neighbours of a passage
 * in the conversation have the numbers next to its own.
 *
 * The store separates users, and no other part of the system does. A caller gets the part of the
 * store that it may see (`within`), and cannot ask for anything outside it.
 *
 * Passages of files are indexed and counted separately from what was said, so that ten thousand
 * pages do not change how a conversation is searched. Each version of a file that brought something
 * new is a source.
 */

import type { Limits, Usage } from "../accounts/meter.js";
import type { AuditOperation, AuditRequest, AuditRow, AuditVerdict } from "../contract/audit.js";
import type { Backup, CheckOutcome } from "../contract/check.js";
import type { ForgetPreview, ForgetRequest } from "../contract/forget.js";
import type { Progress } from "../contract/memory-service.js";
import type {
  MemoryRecord,
  Metadata,
  MetadataFilter,
  Page,
  RecordsRequest,
  RecordType,
} from "../contract/record.js";
import type { Scope } from "../contract/scope.js";
import type { Embedder } from "../embedders/embedder.js";
import type { Role } from "../text/passage.js";
import type { Spoken } from "../text/words.js";

/** What a store needs to know about the embedder of its vectors. */
export type VectorSpace = Pick<Embedder, "id" | "dimensions" | "mean">;

/** What was said, or the contents of files. */
export type Corpus = "said" | "files";

/**
 * Which part of a store a call sees and writes to. With a scope, it sees what was saved under
 * scopes that include all of its labels. With null, it sees what was saved without a scope.
 * `everything` is for operators: it sees all, and writes without a scope.
 */
export type Visibility =
  | "everything"
  | {
      readonly scope: Scope | null;
      /** Also see what was saved without a scope. */
      readonly includeUnscoped?: boolean | undefined;
    };

/** Which records match. Expired records never do. */
export interface Criteria {
  /** ISO 8601, UTC. */
  readonly now: string;
  /**
   * Only what was true at this moment: `coalesce(valid_from, said_at) <= asOf < valid_to`. Absent:
   * what is current.
   */
  readonly asOf?: string;
  /** Superseded and ended records match too. */
  readonly includeSuperseded?: boolean;
  readonly types?: readonly RecordType[];
  readonly filter?: MetadataFilter;
  /**
   * Only records of this corpus. Absent: both; searches by word or vector then use what was said.
   */
  readonly corpus?: Corpus;
}

/** A file in its current version. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  /** SHA-256 of the bytes of its newest version, base64url. */
  readonly digest: string;
}

/** A stored file, with the number of its current passages. */
export interface KnownFile extends StoredFile {
  readonly passages: number;
}

/** Position of a passage in a file. */
export interface Place {
  /** From 1; null if the format has no pages. */
  readonly page: number | null;
  /** The headings above it, outermost first, joined with " › ". */
  readonly heading: string | null;
}

/** A stored passage with its records. */
export interface StoredPassage {
  readonly id: number;
  readonly sourceId: string;
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: Role;
  readonly saidAt: string;
  /** Number of index words (`text/words`), counting repetitions: the document length of BM25. */
  readonly wordCount: number;
  /** Its file and position; null for what was said. */
  readonly file: (Omit<StoredFile, "digest"> & Place) | null;
  /** The matching records; never empty. */
  readonly records: readonly MemoryRecord[];
  /**
   * Records that are no longer true under the criteria. A passage with such records must not be
   * rendered verbatim as the present.
   */
  readonly superseded: readonly MemoryRecord[];
}

/** The passages of one word. */
export interface Posting {
  readonly word: string;
  /** Passages with the word, ascending; empty if `cut`. */
  readonly passages: readonly number[];
  /** True if more passages have the word than the limit allows: the word is common. */
  readonly cut: boolean;
}

export interface Neighbour {
  readonly passage: number;
  /** Cosine of the stored int8 vector with the query, -1 to 1. */
  readonly similarity: number;
}

export interface RecentOptions {
  /** Maximum number of passages per vector. */
  readonly limit: number;
  /** Minimum cosine. */
  readonly minSimilarity: number;
  /** ISO 8601, UTC. */
  readonly now: string;
}

/** A similar passage, with its current records. */
export interface RecentNeighbour {
  readonly passage: number;
  readonly records: readonly BriefRecord[];
}

/** A record in brief. */
export type BriefRecord = Pick<MemoryRecord, "id" | "type" | "text">;

/** Who said something: enough to choose which passages to read in full. */
export interface Speaker {
  readonly speaker: string | null;
  readonly role: Role;
}

/**
 * The layout of what was said: the source of each passage, and the numbers of index words. Sources
 * are numbered from 1 in insertion order. A store may leave out what would take long to compute.
 */
export interface Layout {
  readonly passages: number;
  readonly sources: number;
  /**
   * Source of each passage, by passage number; 0 for a passage that is in a file, was erased, or is
   * left out.
   */
  readonly sourceOf: Uint32Array;
  /** Number of index words, counting repetitions, by passage and by source number. */
  readonly passageWords: Uint32Array;
  readonly sourceWords: Uint32Array;
}

export interface StoreStatistics {
  readonly passages: number;
  /** Mean of `wordCount`; 0 for an empty store. */
  readonly averageWordCount: number;
}

/** What reconciling needs to know before it decides. */
export interface Known {
  /**
   * Current semantic records of each entity and property asked for. Names are compared without
   * case.
   */
  readonly facts: readonly MemoryRecord[];
  /** Superseded records of the same facts: a late report must be placed among them. */
  readonly ended: readonly MemoryRecord[];
  /** Current records with the ids asked for. */
  readonly named: readonly MemoryRecord[];
  /** Stored passages with the digests asked for, and their current records. */
  readonly passages: readonly { readonly digest: string; readonly records: readonly MemoryRecord[] }[];
}

export interface FactKey {
  readonly entity: string;
  readonly property: string;
}

export interface NewRecord {
  readonly id: string;
  readonly operation: Extract<AuditOperation, "CREATE" | "UPDATE" | "IMPORT">;
  readonly type: RecordType;
  /** `null` if it is the passage's own text. */
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly trigger: string | null;
  readonly occurredAt: string;
  /** Exclusive, after `occurredAt`; `null` for an instant, or if the end is unknown. */
  readonly occurredUntil: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly createdAt: string;
  readonly supersededBy: string | null;
  readonly expiresAt: string | null;
  readonly metadata: Metadata;
  /** How sure the extractor is, 0 to 1. @default 1 */
  readonly certainty?: number;
}

export interface NewPassage {
  readonly text: string;
  readonly prompt: string | null;
  readonly message: number;
  readonly speaker: string | null;
  readonly role: Role;
  readonly saidAt: string;
  /** Digest of the text and the speaker, to recognise a repetition: see `remember/reconcile/`. */
  readonly digest: string;
  /** `Float32Array` of the embedder's dimensions, unit norm or zero. */
  readonly vector: Float32Array;
  /**
   * Names by which `forget({ entity })` finds it, besides its speaker and the entities of its
   * records.
   */
  readonly mentions: readonly string[];
  readonly records: readonly NewRecord[];
}

/** A passage of a file, with one record. */
export interface NewFilePassage extends NewPassage {
  readonly place: Place;
}

/** Ends a record, or corrects its end to an earlier time. */
export interface Closing {
  readonly recordId: string;
  /** ISO 8601, UTC. `null` if it was never true: it ends when it began, and no `asOf` finds it. */
  readonly validTo: string | null;
  readonly supersededBy: string;
  /** The record that superseded it until now; absent if it is current. */
  readonly formerSuccessor?: string;
}

export interface UsageDelta {
  readonly requests: number;
  readonly tokens: number;
  readonly spendMicros: number;
}

/** The changes of one `remember` call. They are saved all or none. */
export interface Change {
  readonly at: string;
  readonly actor: string;
  readonly source: { readonly id: string; readonly createdAt: string };
  readonly passages: readonly NewPassage[];
  readonly closings: readonly Closing[];
  /** What the decision relied on. If it is no longer true, nothing is written. */
  readonly expects: {
    readonly facts: readonly (FactKey & { readonly recordIds: readonly string[] })[];
    readonly absentDigests: readonly string[];
  };
  readonly usage: UsageDelta;
  readonly limits: Limits;
  /**
   * The answer to store under a key. It is made inside the transaction, when the totals are known.
   */
  readonly idempotency?: {
    readonly key: string;
    readonly answer: (saved: Saved) => string;
    readonly recordIds: readonly string[];
  };
}

/** One version of a file. It is saved all or nothing. */
export interface FileChange {
  readonly at: string;
  readonly actor: string;
  readonly source: { readonly id: string; readonly createdAt: string };
  /** The file in this version. */
  readonly file: StoredFile;
  /**
   * Digest of the version that was current when this one was read; null if the file was unknown.
   */
  readonly expects: string | null;
  /** Id under which passages were staged. They come before `passages`. */
  readonly stagingId: string;
  readonly passages: readonly NewFilePassage[];
  /** Numbers of the file's passages that this version still has. Its other current passages end. */
  readonly kept: ReadonlySet<number>;
  /** When those passages end. */
  readonly endedAt: string;
  readonly usage: UsageDelta;
  readonly limits: Limits;
}

/** What a version of a file changed, in passages. */
export interface FileSaved extends Saved {
  readonly created: number;
  readonly ended: number;
  /** UTF-8 bytes of the texts of the created passages. */
  readonly textBytes: number;
}

export type FileOutcome =
  | { readonly outcome: "saved"; readonly saved: FileSaved }
  | Extract<SaveOutcome, { outcome: "conflict" | "refused" }>;

export interface Saved {
  readonly addedBytes: number;
  readonly embeddingBytes: number;
  /** After the write. */
  readonly usage: Usage;
}

export type SaveOutcome =
  | { readonly outcome: "saved"; readonly saved: Saved }
  /** Another call changed what the decision relied on: reconcile again. */
  | { readonly outcome: "conflict" }
  /** The key was used before; `answer` is what was returned then. */
  | { readonly outcome: "replayed"; readonly answer: string }
  /** A limit would be passed; nothing was written. */
  | { readonly outcome: "refused"; readonly limit: "storage" | "spend"; readonly usage: Usage };

/**
 * What `forget` selects: the conditions of the request, with a query replaced by the ids that it
 * matches.
 */
export type Selection = Pick<
  ForgetRequest,
  "ids" | "file_id" | "entity" | "type" | "before" | "after" | "filter" | "all"
> & {
  /** Ids of the records that the query matched. All conditions must be met. */
  readonly matched?: readonly string[];
};

export interface Erasure {
  readonly at: string;
  readonly actor: string;
  readonly operation: Extract<AuditOperation, "FORGET" | "EXPIRE">;
  readonly reason: string | null;
  readonly usage: UsageDelta;
  /** Erase all that the store shows, including answers stored under idempotency keys. */
  readonly all?: boolean;
  /**
   * Names to erase: answers stored under idempotency keys that contain one are erased too, whatever
   * their records.
   */
  readonly names?: readonly string[];
  /** Stops between two transactions. What was erased by then stays erased. */
  readonly signal?: AbortSignal | undefined;
}

/** What is still found of what was erased. All zeros and `true` is proof. */
export interface Residue {
  readonly records: number;
  readonly passages: number;
  readonly vectors: number;
  readonly words: number;
  /** The write-ahead log was truncated, and every byte of the file outside a row is zero. */
  readonly overwritten: boolean;
}

export interface Erased {
  readonly ids: readonly string[];
  readonly freedBytes: number;
  readonly residue: Residue;
  /**
   * True if something that the store shows still contains one of the names to forget. If nothing
   * was erased, a word that may or may not be the name ("a rose") counts too.
   */
  readonly stillNamed: boolean;
}

/** A whole source, for export and import. */
export interface SourceDump {
  readonly id: string;
  readonly createdAt: string;
  /** Null if it was saved without one. */
  readonly scope: Scope | null;
  /**
   * The file of its passages; null for what was said. A long file is dumped in parts, each with the
   * source's id.
   */
  readonly file: StoredFile | null;
  readonly passages: readonly {
    readonly text: string;
    readonly prompt: string | null;
    readonly message: number;
    readonly speaker: string | null;
    readonly role: Role;
    readonly saidAt: string;
    readonly place: Place;
    /**
     * For a passage of a file, if the exporting store had one: a newer version recognises the
     * passage by it.
     */
    readonly digest: string | null;
    readonly mentions: readonly string[];
    readonly records: readonly MemoryRecord[];
  }[];
}

/** Options of `check`. */
export interface StoreCheckOptions {
  readonly repair: boolean;
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options of `backup`. */
export interface BackupOptions {
  /** Progress in pages of the file. */
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Result of `check`. */
export interface StoreCheck {
  readonly checks: readonly CheckOutcome[];
  /**
   * Passages without a vector, by their own numbers, ascending. Only the embedder knows which of
   * them should have one.
   */
  readonly without: readonly number[];
}

/** A passage without a vector of the embedder that the store is moving to. */
export interface UnembeddedPassage extends Spoken {
  readonly id: number;
}

/** Passages that have a new vector, and all passages. */
export interface ReembeddingProgress {
  readonly done: number;
  readonly total: number;
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

/**
 * If the store's vectors are of another embedder, every method that takes a vector throws
 * `embedder_mismatch`. The exception is the embedder that the store is moving to: until it has
 * moved, vectors find nothing and are not stored.
 */
export interface Store {
  /** Identifies the store. Assigned when it is created. */
  readonly id: string;
  readonly name: string;

  /**
   * Returns the same store as a call sees it. Every method shows, changes and counts only that
   * part, except `expired`, `usage`, `count`, `verifyAudit` and those for re-embedding. An opened
   * store shows what has no scope. Passages are numbered by their ordinal in that part, so it
   * answers like a store with no other contents.
   */
  within(visibility: Visibility): Store;

  /** Returns statistics of each corpus. */
  statistics(): Promise<Readonly<Record<Corpus, StoreStatistics>>>;
  /** Returns the passages most similar to a vector, best first. Their similarities are exact. */
  nearest(
    vector: Float32Array,
    options: { readonly limit: number; readonly scope: Criteria },
  ): Promise<Neighbour[]>;
  /**
   * Returns for each vector the similar ones among recent passages, best first, with their records
   * in brief. The cost does not grow with the store. It may miss some, and return passages without
   * current records. A store with fast searches may search all passages.
   */
  nearestRecent(vectors: readonly Float32Array[], options: RecentOptions): Promise<RecentNeighbour[][]>;
  /**
   * Returns the cosine of each vector with each of some passages, in order; 0 for a passage without
   * a vector.
   */
  similarities(vectors: readonly Float32Array[], passages: readonly number[]): Promise<Float32Array[]>;
  /** Returns the passages of each word, in the order of the words. */
  matching(
    words: readonly string[],
    options: { readonly limit: number; readonly scope: Criteria },
  ): Promise<Posting[]>;
  /**
   * Returns passages with records that occurred in `[from, to)`, or in a period that overlaps it,
   * newest first. With `entities` (compared without case): passages with events of theirs that
   * began in it.
   */
  during(
    from: string,
    to: string,
    options: { readonly limit: number; readonly scope: Criteria; readonly entities?: readonly string[] },
  ): Promise<number[]>;
  /**
   * Returns passages with semantic records about entities (compared without case), newest first;
   * with `isProperty`, only of these properties.
   */
  about(
    entities: readonly string[],
    options: {
      readonly limit: number;
      readonly scope: Criteria;
      /** Called once per distinct property of an entity, in lower case. */
      readonly isProperty?: (name: string) => boolean;
    },
  ): Promise<number[]>;
  /**
   * Returns the names that begin with a (folded) text, in order: entities of records, speakers, and
   * names mentioned.
   */
  names(beginning: string, options: { readonly limit: number; readonly scope: Criteria }): Promise<string[]>;
  /**
   * Returns who said each passage, in order; `undefined` for one that was erased. Passages of one
   * speaker may share an object.
   */
  speakers(passages: readonly number[]): Promise<(Speaker | undefined)[]>;
  /**
   * Returns the layout of what was said. Do not change it. It is valid until the first call after a
   * write.
   */
  layout(): Promise<Layout>;
  /**
   * Returns passages by number, in the order asked. Passages without a matching record, or that do
   * not exist, are left out. An unchanged passage may be the same object as in an earlier call; do
   * not change it.
   */
  passages(ids: readonly number[], scope: Criteria): Promise<StoredPassage[]>;
  /**
   * Returns passages with procedural records, newest first, because rules are chosen by trigger,
   * not only by similarity. With `byUser`, only rules that users laid down: standing rules
   * (`prompt-safety/directives`), or rules with a condition.
   */
  rules(options: {
    readonly limit: number;
    readonly scope: Criteria;
    readonly byUser?: "standing" | "conditional";
  }): Promise<number[]>;

  /** Returns the passages on a page of any file, in order. */
  onPage(page: number, options: { readonly limit: number; readonly scope: Criteria }): Promise<number[]>;

  /**
   * Returns what is known about facts, passages and records.
   *
   * @param now The time of the change (ISO 8601), so that what expires meanwhile is the same for the
   * decision and for the write. @default the clock's
   */
  known(
    facts: readonly FactKey[],
    digests: readonly string[],
    recordIds?: readonly string[],
    now?: string,
  ): Promise<Known>;
  /**
   * Returns the answer stored under an idempotency key, unless it is older than a day at `now`
   * (ISO 8601).
   */
  answered(key: string, now: string): Promise<string | undefined>;
  /**
   * Saves all of a change or none of it. Readers see it when this resolves. It survives a power cut
   * once `settled` has been awaited.
   */
  save(change: Change): Promise<SaveOutcome>;
  /**
   * Resolves when everything saved before is durable, as far as the store was opened to be. Changes
   * that are awaited together need one sync.
   */
  settled(): Promise<void>;
  /**
   * Returns the file with an id. Without an id: the file with the name (of several, the one with
   * the digest), else the file whose newest version has the digest.
   */
  file(wanted: {
    readonly id?: string | undefined;
    readonly digest: string;
    readonly name: string;
  }): Promise<KnownFile | undefined>;
  /** Returns the current passages of a file with one of these digests, by digest. */
  currentPassages(fileId: string, digests: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Stages passages for `saveFile`, so that a long file needs no memory. Nothing finds them, and
   * only this store can read them, while it is open. What a killed process leaves is noise, which a
   * later opening removes.
   */
  stage(stagingId: string, passages: readonly NewFilePassage[]): Promise<void>;
  /** Removes staged passages. */
  dropStaged(stagingId: string): Promise<void>;
  /**
   * Saves a version of a file with all that was staged for it. @throws {MemoryError} `busy` if
   * staged passages are gone
   */
  saveFile(change: FileChange): Promise<FileOutcome>;
  /**
   * Saves sources as another store exported them. Records whose id exists are left unchanged.
   * Writes one IMPORT row per record.
   */
  load(
    sources: readonly {
      readonly dump: SourceDump;
      readonly passages: readonly Pick<NewPassage, "digest" | "vector">[];
    }[],
    context: { readonly at: string; readonly actor: string; readonly limits: Limits },
  ): Promise<{ readonly sources: number; readonly records: number; readonly skipped: number }>;

  /**
   * Returns everything that forgetting a selection removes: the selected records, their ancestors,
   * and all that share a passage with them. An entity selects what has its name, and what contains
   * the name in its text; the latter has a `why`.
   */
  select(selection: Selection, scope: { readonly now: string }): Promise<ForgetPreview[]>;
  /**
   * Erases records and everything that `select` returns for them, overwrites them, and verifies it.
   * Many records are erased in several transactions, each with whole passages and their audit rows:
   * if it is interrupted, calling it again finishes it.
   */
  erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased>;
  /** Returns the ids of expired records. */
  expired(now: string): Promise<string[]>;

  list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>>;
  /** Returns the supersession chain of a record, oldest first; empty if the id is unknown. */
  history(id: string): Promise<MemoryRecord[]>;
  audit(request: AuditRequest): Promise<Page<AuditRow>>;
  verifyAudit(): Promise<AuditVerdict>;
  usage(): Promise<Usage>;
  /**
   * Counts a call that writes nothing else. Like a save, it is refused if a limit would be passed.
   */
  count(
    delta: UsageDelta,
    limits: Limits,
  ): Promise<
    Extract<SaveOutcome, { outcome: "refused" }> | { readonly outcome: "counted"; readonly usage: Usage }
  >;
  /**
   * Throws if no method that takes a vector would work. @throws {MemoryError} `embedder_mismatch`
   */
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
  /** Returns every source in insertion order, or only the one with an id, if it exists. */
  sources(id?: string): AsyncIterable<SourceDump>;
  /** Checks the whole store: see `contract/check`. */
  check(options: StoreCheckOptions): Promise<StoreCheck>;
  /**
   * Copies the current state of the store to a new file, while other calls go on, and checks the
   * copy.
   */
  backup(path: string, options: BackupOptions): Promise<Backup>;
  /** Returns the texts of passages, to embed them. */
  spoken(passages: readonly number[]): Promise<UnembeddedPassage[]>;
  close(): Promise<void>;
}
