/** What one call writes: a source with its passages and records, or a version of a file. */
import type { Limits, Usage } from "../accounts/meter.js";
import type { AuditOperation } from "../contract/maintenance/audit.js";
import type { Metadata, RecordType } from "../contract/record.js";
import type { Role } from "../text/passage.js";
import type { FactKey, Place, StoredFile } from "./stored.js";

/** A record to save, without what the store adds (its passage, its source). */
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

/** A passage to save, with its records. */
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
   * Names by which `forget({ entity })` finds it, in addition to its speaker and the entities of
   * its records.
   */
  readonly mentions: readonly string[];
  readonly records: readonly NewRecord[];
}

/** Ends a record, or moves its end to an earlier time. */
export interface Closing {
  readonly recordId: string;
  /** ISO 8601, UTC. `null` if it was never true: it ends when it began, and no `asOf` finds it. */
  readonly validTo: string | null;
  readonly supersededBy: string;
  /** The record that superseded it until now; absent if it is current. */
  readonly formerSuccessor?: string;
}

/** What a call has used. */
export interface UsageDelta {
  readonly requests: number;
  readonly tokens: number;
  readonly spendMicros: number;
}

/** The changes of one `remember` call. The store saves all of them or none. */
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

/** What a saved change added. */
export interface Saved {
  readonly addedBytes: number;
  readonly embeddingBytes: number;
  /** The totals after the write. */
  readonly usage: Usage;
}

/** The result of saving a change. */
export type SaveOutcome =
  | { readonly outcome: "saved"; readonly saved: Saved }
  /** Another call changed what the decision relied on: reconcile again. */
  | { readonly outcome: "conflict" }
  /** The key was used before; `answer` is what was returned then. */
  | { readonly outcome: "replayed"; readonly answer: string }
  /** A limit would be passed; nothing was written. */
  | { readonly outcome: "refused"; readonly limit: "storage" | "spend"; readonly usage: Usage };

/** The result of counting a call that writes nothing else. */
export type CountOutcome =
  | { readonly outcome: "counted"; readonly usage: Usage }
  | Extract<SaveOutcome, { outcome: "refused" }>;

/** A passage of a file, with one record. */
export interface NewFilePassage extends NewPassage {
  readonly place: Place;
}

/** One version of a file. All of it is saved, or nothing. */
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
  /** The last passages: they come after those that were added before. */
  readonly passages: readonly NewFilePassage[];
  /** Numbers of the file's passages that this version still has. Its other current passages end. */
  readonly kept: ReadonlySet<number>;
  /** When those passages end. */
  readonly endedAt: string;
  readonly usage: UsageDelta;
  readonly limits: Limits;
}

/** The changes that a version of a file made, in passages. */
export interface FileSaved extends Saved {
  readonly created: number;
  readonly ended: number;
  /** UTF-8 bytes of the texts of the created passages. */
  readonly textBytes: number;
}

/** The result of saving a version of a file. */
export type FileOutcome =
  | { readonly outcome: "saved"; readonly saved: FileSaved }
  | Extract<SaveOutcome, { outcome: "conflict" | "refused" }>;

/**
 * Writes one version of a file. Passages can be added while the file is read, so that a long file
 * needs no memory. Nothing finds them, and nobody else can read them, before `save`. If a process
 * is killed, the passages it leaves are unreadable, and a later opening removes them.
 */
export interface FileWriter {
  add(passages: readonly NewFilePassage[]): Promise<void>;
  /**
   * Saves a version of a file with all that was added. Nothing was written if it was not saved.
   *
   * @throws {MemoryError} `busy` if added passages are gone
   */
  save(change: FileChange): Promise<FileOutcome>;
  /** Removes what was added; does nothing after a `save`. */
  discard(): Promise<void>;
}
