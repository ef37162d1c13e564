/** Checking a store, copying it, and moving it to another embedder. */
import type { AuditCheckpoint } from "../contract/maintenance/audit.js";
import type { CheckOutcome } from "../contract/maintenance/whole-store.js";
import type { Progress } from "../contract/memory-service.js";
import type { Embedder } from "../embedders/embedder.js";
import type { AuditSigner } from "../hashing/audit-checkpoint.js";

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
  /** Most rows to remove. */
  readonly most: number;
  readonly signer: AuditSigner;
  readonly at: string;
  readonly actor: string;
}

/** What `pruneAudit` removed. */
export interface AuditPruned {
  readonly removed: number;
  /** Of all rows removed so far. */
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
  /** The stored vectors; absent where the store cannot return them. */
  readonly vectors?: StoredVectors;
}

/** What only the embedder can check of the stored vectors: whether they are those of the texts. */
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
