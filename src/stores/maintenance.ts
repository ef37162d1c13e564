/**
 * What an operator's verbs take and return: checking a store, copying it, moving it to another
 * embedder, pruning its audit trail, and exporting and importing its sources.
 */
import type { Limits } from "../accounts/meter.js";
import type { AuditCheckpoint } from "../contract/maintenance/audit.js";
import type { CheckOutcome } from "../contract/maintenance/whole-store.js";
import type { Progress } from "../contract/memory-service.js";
import type { MemoryRecord } from "../contract/record.js";
import type { Scope } from "../contract/scope.js";
import type { Embedder } from "../embedders/embedder.js";
import type { AuditSigner } from "../hashing/audit-checkpoint.js";
import type { Role } from "../text/passage.js";
import type { NewPassage } from "./change.js";
import type { Place, StoredFile } from "./stored.js";

/** What a store needs to know about the embedder of its vectors. */
export type VectorSpace = Pick<Embedder, "id" | "dimensions" | "mean">;

/** Options of `check`. */
export interface StoreCheckOptions {
  readonly repair: boolean;
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options of `backup`. */
export interface BackupOptions {
  /** Progress in parts of the store. */
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What `pruneAudit` takes. */
export interface AuditPruning {
  /** Rows written before this time are removed. */
  readonly before: string;
  /** Maximum number of rows to remove. */
  readonly most: number;
  readonly signer: AuditSigner;
  readonly at: string;
  readonly actor: string;
}

/** What `pruneAudit` removed. */
export interface AuditPruned {
  readonly removed: number;
  /** The checkpoint of all rows removed so far. */
  readonly checkpoint: AuditCheckpoint | undefined;
}

/** Result of `check`. */
export interface StoreCheck {
  readonly checks: readonly CheckOutcome[];
  /**
   * Passages without a vector, by their own numbers, ascending. Only the embedder knows which of
   * them should have one.
   */
  readonly without: readonly number[];
  /** The stored vectors; absent if the store cannot return them. */
  readonly vectors?: StoredVectors;
}

/**
 * The stored vectors, for a check that only the embedder can make: whether each is the vector of
 * its text.
 */
export interface StoredVectors {
  /** Passages with a vector, ascending. */
  readonly passages: readonly number[];
  /** Returns true if the stored vector of a passage is this one, quantised. */
  readonly isOf: (passage: number, vector: Float32Array) => boolean;
}

/** Passages that have a new vector, and all passages. */
export interface ReembeddingProgress {
  readonly done: number;
  readonly total: number;
}

/** A whole source, for export and import. */
export interface SourceDump {
  readonly id: string;
  readonly createdAt: string;
  /** Null if it was saved without one. */
  readonly scope: Scope | null;
  /**
   * The file of its passages; null for passages of a conversation. A long file is dumped in parts,
   * each with the source's id.
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
     * The digest of a passage of a file, if the exporting store had one. A newer version of the
     * file recognises the passage by it.
     */
    readonly digest: string | null;
    readonly mentions: readonly string[];
    readonly records: readonly MemoryRecord[];
  }[];
}

/** A source to load, with what its passages need in addition to the dump, in their order. */
export interface LoadedSource {
  readonly dump: SourceDump;
  readonly passages: readonly Pick<NewPassage, "digest" | "vector">[];
}

/** When and by whom sources are loaded. */
export interface LoadContext {
  readonly at: string;
  readonly actor: string;
  readonly limits: Limits;
}

/** How many sources and records were loaded, and how many records were there before. */
export interface Loaded {
  readonly sources: number;
  readonly records: number;
  readonly skipped: number;
}
