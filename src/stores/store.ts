/**
 * The store port: where sources, passages, records, vectors, words and the audit trail live. It finds and keeps; it never scores and never
 * decides. Each method that writes is one transaction; one that reads for long may be several, between which others have their turn.
 *
 * A source is what one `remember` call brought. It keeps the passages that were worth keeping, verbatim. A passage is what is embedded and
 * indexed, and carries the records (typed claims) that were drawn from it. Passages are numbered in the order in which they were kept, so
 * a passage's neighbours in the conversation are the numbers beside it.
 *
 * Users are kept apart here and nowhere else: whoever works with a store is handed the part of it that the call may see (`within`), and has no way to ask
 * for anything beside it.
 *
 * Passages of files stand apart from what was said: they are indexed and counted by themselves, so that ten thousand pages change nothing in how
 * a conversation is searched. Each version of a file that brought something new is a source.
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

/** What a store must know of the embedder whose vectors it is handed. */
export type VectorSpace = Pick<Embedder, "id" | "dimensions" | "mean">;

/** What was said, or what stands in files. */
export type Corpus = "said" | "files";

/**
 * What a store shows, and where it keeps what it is handed: with a scope what was kept under scopes that include all of its labels, without one what was kept
 * without one. `everything` is for operators: whatever was kept; what they keep has no scope.
 */
export type Visibility =
  | "everything"
  | {
      readonly scope: Scope | null;
      /** Shows what was kept without a scope, too. */
      readonly includeUnscoped?: boolean | undefined;
    };

/** Which records count. Expired ones never do. */
export interface Criteria {
  /** ISO 8601 UTC. */
  readonly now: string;
  /** What was true then: `coalesce(valid_from, said_at) <= asOf < valid_to`. Absent: what is current. */
  readonly asOf?: string;
  /** Superseded and ended records count too. */
  readonly includeSuperseded?: boolean;
  readonly types?: readonly RecordType[];
  readonly filter?: MetadataFilter;
  /** Only records of these passages. Absent: both; a search by word or vector then looks through what was said. */
  readonly corpus?: Corpus;
}

/** A file as it is now. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  /** SHA-256 of the bytes of its newest version, base64url. */
  readonly digest: string;
}

/** A file that is known, and how many of its passages are current. */
export interface KnownFile extends StoredFile {
  readonly passages: number;
}

/** Where in a file a passage stands. */
export interface Place {
  /** From 1; null where the format has no pages. */
  readonly page: number | null;
  /** The headings above it, outermost first, joined with " › ". */
  readonly heading: string | null;
}

/** A passage as kept, with its records. */
export interface StoredPassage {
  readonly id: number;
  readonly sourceId: string;
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: Role;
  readonly saidAt: string;
  /** Number of index words (`text/words`), repeats counted: the document length of BM25. */
  readonly wordCount: number;
  /** The file that it stands in, and where; null for what was said. */
  readonly file: (Omit<StoredFile, "digest"> & Place) | null;
  /** Those in scope; never empty. */
  readonly records: readonly MemoryRecord[];
  /** Those that are no longer true in this scope: a passage that has some must not be told verbatim as the present. */
  readonly superseded: readonly MemoryRecord[];
}

/** Where one word stands. */
export interface Posting {
  readonly word: string;
  /** Passages that hold it, ascending; none where it is cut. */
  readonly passages: readonly number[];
  /** More passages hold it than the limit asked for: the word is common. */
  readonly cut: boolean;
}

export interface Neighbour {
  readonly passage: number;
  /** Cosine of the stored int8 vector with the one asked for, -1 to 1. */
  readonly similarity: number;
}

export interface GlanceOptions {
  /** Passages for each vector. */
  readonly limit: number;
  /** What is less similar is left out. */
  readonly atLeast: number;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** A passage that is near, with its current records. */
export interface Glimpse {
  readonly passage: number;
  readonly records: readonly BriefRecord[];
}

/** What is shown of a record beside others. */
export type BriefRecord = Pick<MemoryRecord, "id" | "type" | "text">;

/** Who says something: enough to choose the passages that are worth reading whole. */
export interface Voice {
  readonly speaker: string | null;
  readonly role: Role;
}

/**
 * How what was said is laid out: which source each passage is a part of, and how many index words both hold. Sources are numbered from 1 in the order in which they were
 * kept. A store may leave out what it cannot tell at once.
 */
export interface Layout {
  readonly passages: number;
  readonly sources: number;
  /** Source of each passage, by passage number; 0 for one that is in a file, gone, or left out. */
  readonly sourceOf: Uint32Array;
  /** Index words, repeats counted, by number of the passage and of the source. */
  readonly passageWords: Uint32Array;
  readonly sourceWords: Uint32Array;
}

export interface StoreStatistics {
  readonly passages: number;
  /** Mean of `wordCount`; 0 for an empty store. */
  readonly averageWordCount: number;
}

/** What reconcile must know before it decides. */
export interface Known {
  /** Current semantic records of each entity and property asked for, names compared without case. */
  readonly facts: readonly MemoryRecord[];
  /** Superseded ones of the same: what is reported late must find its place among them. */
  readonly ended: readonly MemoryRecord[];
  /** Current records of the ids asked for. */
  readonly named: readonly MemoryRecord[];
  /** Passages kept with the same digest, with their current records. */
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
  /** `null` where it is the passage's own text. */
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly trigger: string | null;
  readonly occurredAt: string;
  /** Exclusive, after `occurredAt`; `null` for an instant, or where nothing is known of the end. */
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
  /** Of the text and the speaker, for finding it said again: see `remember/reconcile/`. */
  readonly digest: string;
  /** `Float32Array` of the embedder's dimensions, unit norm or zero. */
  readonly vector: Float32Array;
  /** Names that `forget({ entity })` finds it by, beside its records' entities and its speaker. */
  readonly mentions: readonly string[];
  readonly records: readonly NewRecord[];
}

/** A passage of a file, with its one record. */
export interface NewFilePassage extends NewPassage {
  readonly place: Place;
}

/** A record that stops being current, or that ended sooner than was thought. */
export interface Closing {
  readonly recordId: string;
  /** ISO 8601 UTC. `null` where it never held: it ends where it began, and no `asOf` finds it. */
  readonly validTo: string | null;
  readonly supersededBy: string;
  /** What superseded it until now; absent where it is current. */
  readonly insteadOf?: string;
}

export interface UsageDelta {
  readonly requests: number;
  readonly tokens: number;
  readonly spendMicros: number;
}

/** One `remember`, ready to be kept: all of it or nothing. */
export interface Change {
  readonly at: string;
  readonly actor: string;
  readonly source: { readonly id: string; readonly createdAt: string };
  readonly passages: readonly NewPassage[];
  readonly closings: readonly Closing[];
  /** What the decision relied on. If the store holds something else by now, nothing is written. */
  readonly expects: {
    readonly facts: readonly (FactKey & { readonly recordIds: readonly string[] })[];
    readonly absentDigests: readonly string[];
  };
  readonly usage: UsageDelta;
  readonly limits: Limits;
  /** The answer to keep under a key. It is made inside the transaction, when the totals are known. */
  readonly idempotency?: {
    readonly key: string;
    readonly answer: (saved: Saved) => string;
    readonly recordIds: readonly string[];
  };
}

/** One version of a file, ready to be kept: all of it or nothing. */
export interface FileChange {
  readonly at: string;
  readonly actor: string;
  readonly source: { readonly id: string; readonly createdAt: string };
  /** As it is from now on. */
  readonly file: StoredFile;
  /** Digest of the version that was current when this one was read; null where the file was not known. */
  readonly expects: string | null;
  /** Passages that were set aside under this id before `passages`. */
  readonly aside: string;
  readonly passages: readonly NewFilePassage[];
  /** Passages of the file, by number, that this version still has. Its other current ones end. */
  readonly kept: ReadonlySet<number>;
  /** When those ended. */
  readonly endedAt: string;
  readonly usage: UsageDelta;
  readonly limits: Limits;
}

/** What a version of a file changed, in passages. */
export interface FileSaved extends Saved {
  readonly created: number;
  readonly ended: number;
  /** UTF-8 bytes of the texts of those that were created. */
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
  /** Somebody changed what the decision relied on: reconcile again. */
  | { readonly outcome: "conflict" }
  /** The key was used before: this is the answer that was given. */
  | { readonly outcome: "replayed"; readonly answer: string }
  /** A limit would be passed; nothing was written. */
  | { readonly outcome: "refused"; readonly limit: "storage" | "spend"; readonly usage: Usage };

/** What `forget` selects: the request's conditions, with a query already turned into the ids that it matches. */
export type Selection = Pick<
  ForgetRequest,
  "ids" | "file_id" | "entity" | "type" | "before" | "after" | "filter" | "all"
> & {
  /** Further records that a query matched; all conditions must hold. */
  readonly matched?: readonly string[];
};

export interface Erasure {
  readonly at: string;
  readonly actor: string;
  readonly operation: Extract<AuditOperation, "FORGET" | "EXPIRE">;
  readonly reason: string | null;
  readonly usage: UsageDelta;
  /** All that the store shows goes: answers kept under an idempotency key, too. */
  readonly all?: boolean;
  /** Who or what is to be forgotten by name: answers kept under an idempotency key that say it go too, whatever records they tell of. */
  readonly names?: readonly string[];
  /** Ends it between two transactions; what was erased by then stays so. */
  readonly signal?: AbortSignal | undefined;
}

/** What is still found of what was erased; all zeros and `true` is proof. */
export interface Residue {
  readonly records: number;
  readonly passages: number;
  readonly vectors: number;
  readonly words: number;
  /** The write-ahead log was cut, and every byte of the file that belongs to no row is zero. */
  readonly overwritten: boolean;
}

export interface Erased {
  readonly ids: readonly string[];
  readonly freedBytes: number;
  readonly residue: Residue;
  /**
   * Whether anything that the store shows still says one of the names that were to be forgotten. Where nothing was erased, a word that only may be the name ("a rose") counts
   * too.
   */
  readonly stillNamed: boolean;
}

/** A whole source, for export and import. */
export interface SourceDump {
  readonly id: string;
  readonly createdAt: string;
  /** Null where it was kept without one. */
  readonly scope: Scope | null;
  /** The file that its passages stand in; null for what was said. A long one is dumped in parts, each under the source's id. */
  readonly file: StoredFile | null;
  readonly passages: readonly {
    readonly text: string;
    readonly prompt: string | null;
    readonly message: number;
    readonly speaker: string | null;
    readonly role: Role;
    readonly saidAt: string;
    readonly place: Place;
    /** Of a passage in a file, where the other store told it: what a newer version finds it again by. */
    readonly digest: string | null;
    readonly mentions: readonly string[];
    readonly records: readonly MemoryRecord[];
  }[];
}

/** What a look at the store takes. */
export interface StoreCheckOptions {
  readonly repair: boolean;
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a copy takes. */
export interface BackupOptions {
  /** In pages of the file. */
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What it comes to. */
export interface StoreCheck {
  readonly checks: readonly CheckOutcome[];
  /** Passages without a vector, by their own numbers, ascending: whether they should have one says the embedder. */
  readonly without: readonly number[];
}

/** A passage that has no vector of the embedder that the store is moving to. */
export interface Unembedded extends Spoken {
  readonly id: number;
}

/** Passages that have a new vector, and all there are now. */
export interface ReembeddingProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * A move to another embedder. The former vectors serve until `finish`; what is kept of the move outlives the process. Each method throws
 * `embedder_mismatch` where somebody has begun a move to yet another embedder since.
 */
export interface Reembedding {
  progress(): Promise<ReembeddingProgress>;
  /** The next passages in order; what is remembered meanwhile comes last. */
  next(limit: number): Promise<Unembedded[]>;
  /** Keeps new vectors of what `next` gave, in its order. */
  keep(
    vectors: readonly { readonly passage: number; readonly vector: Float32Array }[],
  ): Promise<ReembeddingProgress>;
  /**
   * Puts the new vectors in the place of the old ones, in one transaction with its REEMBED row.
   *
   * @returns the store for who embeds with the new embedder, on the same connection; `undefined` where passages have come that wait for a vector
   * @throws {MemoryError} `storage_limit_reached`
   */
  finish(by: {
    readonly at: string;
    readonly actor: string;
    readonly limits: Limits;
  }): Promise<Store | undefined>;
}

/**
 * Who embeds with an embedder that the store's vectors are not of gets `embedder_mismatch` from whatever takes a vector, unless the store is moving to
 * that embedder: then vectors find nothing and are not kept until it has moved.
 */
export interface Store {
  /** Identity of the store: made when it was. */
  readonly id: string;
  readonly name: string;

  /**
   * The same store as a call sees it: every method but `expired`, `usage`, `count`, `verifyAudit` and those of re-embedding shows, changes and counts that part alone.
   * Opened, a store shows what has no scope. Passages are numbered by their place in that part, so that it answers as a store would that holds nothing else.
   */
  within(visibility: Visibility): Store;

  /** What was said and what stands in files, counted apart. */
  statistics(): Promise<Readonly<Record<Corpus, StoreStatistics>>>;
  /** The passages most similar to a vector, best first, exact within what is returned. */
  nearest(
    vector: Float32Array,
    options: { readonly limit: number; readonly scope: Criteria },
  ): Promise<Neighbour[]>;
  /**
   * What is near to each vector among what was kept lately, best first, told briefly: at a cost that does not grow with the store. It may miss some, and find
   * passages without a record that is current. A store whose searches are cheap may look at everything.
   */
  glance(vectors: readonly Float32Array[], options: GlanceOptions): Promise<Glimpse[][]>;
  /** Similarity of named passages with each of some vectors, in order; 0 where one has no vector. */
  similarities(vectors: readonly Float32Array[], passages: readonly number[]): Promise<Float32Array[]>;
  /** Where each word stands, in order. */
  matching(
    words: readonly string[],
    options: { readonly limit: number; readonly scope: Criteria },
  ): Promise<Posting[]>;
  /**
   * Passages with records that occurred in `[from, to)` or in a period that overlaps it, newest first. Where entities are named (names compared without case): with events of
   * theirs alone that began in it.
   */
  during(
    from: string,
    to: string,
    options: { readonly limit: number; readonly scope: Criteria; readonly entities?: readonly string[] },
  ): Promise<number[]>;
  /** Passages with semantic records about an entity (names compared without case), newest first; of certain properties, where a test for their names is given. */
  about(
    entities: readonly string[],
    options: {
      readonly limit: number;
      readonly scope: Criteria;
      /** Asked once a property that is stored about an entity, in lower case. */
      readonly isProperty?: (name: string) => boolean;
    },
  ): Promise<number[]>;
  /** Names in scope that begin with a text, folded, in order: of whom records are about, who spoke, and who is mentioned. */
  names(beginning: string, options: { readonly limit: number; readonly scope: Criteria }): Promise<string[]>;
  /** Who said each passage, in order; `undefined` for one that is gone. What one voice says may share an object. */
  voices(passages: readonly number[]): Promise<(Voice | undefined)[]>;
  /** How what was said is laid out. What it returns is replaced by the next call after a write, and must not be changed. */
  layout(): Promise<Layout>;
  /** Passages by number, in the order asked; those without a record in scope, or gone, are left out. */
  passages(ids: readonly number[], scope: Criteria): Promise<StoredPassage[]>;
  /**
   * Passages with procedural records, newest first: rules compete by trigger, not by similarity alone. Of the rules that users laid down alone, where `byUser` says which:
   * those that hold whatever is asked (`prompt-safety/directives`), or those with a condition.
   */
  rules(options: {
    readonly limit: number;
    readonly scope: Criteria;
    readonly byUser?: "standing" | "conditional";
  }): Promise<number[]>;

  /** Passages on a page, of whatever file, in their order. */
  onPage(page: number, options: { readonly limit: number; readonly scope: Criteria }): Promise<number[]>;

  /** What is already known of these facts, passages and records. */
  known(facts: readonly FactKey[], digests: readonly string[], recordIds?: readonly string[]): Promise<Known>;
  /** The answer kept under an idempotency key, unless it is older than a day at `now` (ISO 8601). */
  answered(key: string, now: string): Promise<string | undefined>;
  /** Keeps a change whole or not at all: every reader sees it when this resolves. It survives a power cut once `settled` has been awaited. */
  save(change: Change): Promise<SaveOutcome>;
  /** Resolves once all that was saved before is durable, as far as the store was opened to be. Changes that wait together wait for the disk once. */
  settled(): Promise<void>;
  /** The file of an id; without one the file of the name (of several that of the digest), else the file whose newest version has the digest. */
  file(wanted: {
    readonly id?: string | undefined;
    readonly digest: string;
    readonly name: string;
  }): Promise<KnownFile | undefined>;
  /** Current passages of a file that were kept with one of these digests, by digest. */
  standing(fileId: string, digests: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Puts passages aside for `saveFile`, so that a long file needs no memory: nothing finds them, and nobody but this store, while it is open, can
   * read them. What a killed process leaves behind is noise, which the next opening removes.
   */
  setAside(aside: string, passages: readonly NewFilePassage[]): Promise<void>;
  /** Removes what was set aside. */
  dropAside(aside: string): Promise<void>;
  /** Keeps a version of a file with all that was set aside for it. @throws {MemoryError} `busy` where that is gone */
  saveFile(change: FileChange): Promise<FileOutcome>;
  /** Keeps sources as another store wrote them; records whose id is held already are left as they are. One IMPORT row a record. */
  load(
    sources: readonly {
      readonly dump: SourceDump;
      readonly passages: readonly Pick<NewPassage, "digest" | "vector">[];
    }[],
    context: { readonly at: string; readonly actor: string; readonly limits: Limits },
  ): Promise<{ readonly sources: number; readonly records: number; readonly skipped: number }>;

  /**
   * Everything that forgetting the selection would remove: those selected, their ancestors, and all that share a passage with them. An entity selects what goes by its name and
   * what says it in its text, which has a `why`.
   */
  select(selection: Selection, scope: { readonly now: string }): Promise<ForgetPreview[]>;
  /**
   * Removes records and all that `select` says goes with them; overwrites; looks again. Many go in several transactions, each of whole passages with their
   * audit rows: one that is cut short is finished by asking again.
   */
  erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased>;
  /** Ids of records whose time is over. */
  expired(now: string): Promise<string[]>;

  list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>>;
  /** The chain of supersession that a record stands in, oldest first; empty where the id is unknown. */
  history(id: string): Promise<MemoryRecord[]>;
  audit(request: AuditRequest): Promise<Page<AuditRow>>;
  verifyAudit(): Promise<AuditVerdict>;
  usage(): Promise<Usage>;
  /** Counts a call that writes nothing else. Refused like a save where a limit would be passed. */
  count(
    delta: UsageDelta,
    limits: Limits,
  ): Promise<
    Extract<SaveOutcome, { outcome: "refused" }> | { readonly outcome: "counted"; readonly usage: Usage }
  >;
  /** Refuses where nothing that takes a vector would work. @throws {MemoryError} `embedder_mismatch` */
  mustServe(action: string): Promise<void>;
  /**
   * Begins to move to another embedder, or goes on where that was left. What was made for yet another one is dropped.
   *
   * @param again Also where the vectors are this embedder's already.
   * @returns `undefined` where they are
   * @throws {MemoryError} `storage_limit_reached` where the new vectors would pass the limit
   */
  reembed(embedder: VectorSpace, limits: Limits, again?: boolean): Promise<Reembedding | undefined>;
  /** Every source, in the order in which they were kept; or the one that is named, if there is such a one. */
  sources(id?: string): AsyncIterable<SourceDump>;
  /** Looks at the whole store; see `contract/check`. */
  check(options: StoreCheckOptions): Promise<StoreCheck>;
  /** Copies the store as it is now to a new file, while others go on, and looks at the copy. */
  backup(path: string, options: BackupOptions): Promise<Backup>;
  /** What some passages say, for who embeds them. */
  spoken(passages: readonly number[]): Promise<Unembedded[]>;
  close(): Promise<void>;
}
