/**
 * What a store returns when it is read: files, passages, their layout, and what is known about an
 * input.
 */
import type { Usage } from "../accounts/meter.js";
import type { MemoryRecord } from "../contract/record.js";
import type { Role } from "../text/passage.js";
import type { Spoken } from "../text/words.js";
import type { Corpus, Criteria } from "./search.js";

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
  /** Number of the page, from 1; null if the format has no pages. */
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
  /** Its file and position; null for a passage of a conversation. */
  readonly file: (Omit<StoredFile, "digest"> & Place) | null;
  /** The matching records; never empty. */
  readonly records: readonly MemoryRecord[];
  /**
   * Records that are no longer true under the criteria. A passage with such records must not be
   * rendered verbatim as the present.
   */
  readonly superseded: readonly MemoryRecord[];
}

/** Who said something: enough to choose which passages to read in full. */
export interface Speaker {
  readonly speaker: string | null;
  readonly role: Role;
}

/**
 * The layout of what was said: the conversation of each passage, and the number of index words of
 * each passage and conversation. A conversation has one or several sources
 * (`shared/conversations`). They are numbered from 1 in insertion order. A store may leave out what
 * would take long to compute.
 */
export interface Layout {
  readonly passages: number;
  readonly conversations: number;
  /**
   * Conversation of each passage, by passage number; 0 for one that is in a file, was erased, or is
   * left out.
   */
  readonly conversationOf: Uint32Array;
  /** Number of index words, counting repetitions, by passage and by conversation. */
  readonly passageWords: Uint32Array;
  readonly conversationWords: Uint32Array;
}

/** The size of a corpus. */
export interface StoreStatistics {
  readonly passages: number;
  /** Mean of `wordCount`; 0 for an empty store. */
  readonly averageWordCount: number;
}

/** A record in brief. */
export type BriefRecord = Pick<MemoryRecord, "id" | "type" | "text">;

/** The texts of a passage, to embed it. */
export interface UnembeddedPassage extends Spoken {
  readonly id: number;
}

/** A request of `read`. */
export type ReadRequest =
  | PassagesRequest
  | SimilaritiesRequest
  | NumbersRequest
  | HistoryRequest
  | { readonly of: "layout" }
  | { readonly of: "statistics" };

/**
 * Passages by number, in the order of the request. Passages without a matching record, or that do
 * not exist, are left out. An unchanged passage may be the same object as in an earlier call; do
 * not change it.
 */
export interface PassagesRequest {
  readonly of: "passages";
  readonly numbers: readonly number[];
  readonly scope: Criteria;
}

/** The cosine of each vector with each passage, in order; 0 for a passage without a vector. */
export interface SimilaritiesRequest {
  readonly of: "similarities";
  readonly vectors: readonly Float32Array[];
  readonly numbers: readonly number[];
}

/**
 * Of `speakers`: who said each passage, in order; `undefined` for one that was erased. Passages of
 * one speaker may share an object. Of `texts`: the texts of passages, to embed them, by the numbers
 * that `check` returns; one that was erased is left out.
 */
export interface NumbersRequest {
  readonly of: "speakers" | "texts";
  readonly numbers: readonly number[];
}

/** The supersession chain of a record, oldest first; empty if the id is unknown. */
export interface HistoryRequest {
  readonly of: "history";
  readonly id: string;
}

interface AnswerOf {
  readonly passages: readonly StoredPassage[];
  readonly similarities: readonly Float32Array[];
  readonly speakers: readonly (Speaker | undefined)[];
  readonly texts: readonly UnembeddedPassage[];
  readonly history: readonly MemoryRecord[];
  /** Do not change it. It is valid until the first call after a write. */
  readonly layout: Layout;
  /** How many passages there are, and how many words they have. */
  readonly statistics: Readonly<Record<Corpus, StoreStatistics>>;
}

/** The answer to one request. */
export type ReadAnswer<Asked extends ReadRequest = ReadRequest> = AnswerOf[Asked["of"]];

/** The answers to several requests, in their order. */
export type ReadAnswers<Asked extends readonly ReadRequest[]> = {
  readonly [At in keyof Asked]: ReadAnswer<Asked[At]>;
};

/** What to look up. A field that is absent is not looked up. */
export interface KnownRequest {
  readonly facts?: readonly FactKey[];
  readonly digests?: readonly string[];
  readonly recordIds?: readonly string[];
  /** The key of an answer. */
  readonly key?: string;
  readonly file?: WantedFile;
  readonly filePassages?: { readonly fileId: string; readonly digests: readonly string[] };
  /**
   * The time of the change (ISO 8601), so that what expires meanwhile is the same for the decision
   * and for the write. @default the clock's
   */
  readonly now?: string;
}

/**
 * The file with an id. Without an id: the file with the name (if there are several, the one with
 * the digest), or else the file whose newest version has the digest.
 */
export interface WantedFile {
  readonly id?: string | undefined;
  readonly digest: string;
  readonly name: string;
}

/** What reconciling needs to know before it decides. */
export interface KnownRecords {
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

/** What is known about everything in a {@link KnownRequest}. */
export interface Known extends KnownRecords {
  /** The answer stored under the key, unless it is older than a day. */
  readonly answer: string | undefined;
  readonly file: KnownFile | undefined;
  /** Numbers of the file's current passages with one of the digests, by digest. */
  readonly filePassages: ReadonlyMap<string, number>;
}

/** A property of an entity. Names are compared without case. */
export interface FactKey {
  readonly entity: string;
  readonly property: string;
}

/** What a call needs to know of a store before it works. */
export interface StoreStatus {
  /** The ids of expired records, of every scope. */
  readonly expired: readonly string[];
  readonly usage: Usage;
}
