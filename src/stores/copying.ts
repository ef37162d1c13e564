/**
 * Everything that a store contains, row by row, so that a store in another engine can contain
 * exactly the same. An export has less: no vectors, no expired records, no answers under
 * idempotency keys, no usage, and no audit trail of its own. Rows keep their numbers, so the order
 * of passages, cursors of lists and the scopes in the audit trail stay as they are. Index words are
 * not rows: both engines make them from the texts.
 *
 * A store that is being written by a copy is marked, and no verb opens it until `finish`.
 */
import type { Usage } from "../accounts/meter.js";
import type { AuditCheckpoint } from "../contract/maintenance/audit.js";
import type { Metadata } from "../contract/record.js";

/** The parts of a store, in the order in which they are copied: a row refers to earlier parts. */
export const copiedParts = ["scopes", "sources", "files", "passages", "records", "answers", "audit"] as const;

/** One of {@link copiedParts}. */
export type CopiedPart = (typeof copiedParts)[number];

/** The rows of each part. Times are milliseconds since 1970 in UTC; scope 0 means "no scope". */
export interface CopiedRows {
  scopes: {
    readonly id: number;
    readonly labels: string;
    readonly passages: number;
    readonly words: number;
    readonly file_passages: number;
    readonly file_words: number;
  };
  sources: {
    readonly id: number;
    readonly uuid: string;
    readonly created_at: number;
    readonly scope: number;
  };
  files: {
    readonly id: number;
    readonly uuid: string;
    readonly name: string;
    readonly media_type: string;
    readonly digest: string;
    readonly scope: number;
  };
  passages: CopiedPassage;
  records: CopiedRecord;
  answers: {
    readonly scope: number;
    readonly key: string;
    readonly payload: string;
    readonly at: number;
    readonly bytes: number;
    /** The numbers of the records that it mentions, ascending. */
    readonly records: readonly number[];
  };
  audit: {
    readonly seq: number;
    readonly at: number;
    readonly actor: string;
    readonly operation: string;
    readonly record_id: string | null;
    readonly record_type: string | null;
    readonly reason: string | null;
    readonly scope: number | null;
    /** Hexadecimal. */
    readonly previous_hash: string;
    readonly hash: string;
  };
}

/** A passage with its vector and the names by which it is found. */
export interface CopiedPassage {
  readonly id: number;
  readonly source: number;
  readonly scope: number;
  readonly file: number | null;
  readonly message: number;
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: string;
  readonly said_at: number;
  readonly digest: string;
  readonly word_count: number;
  readonly mentions: readonly string[];
  readonly page: number | null;
  readonly heading: string | null;
  /** Ascending by code unit. */
  readonly names: readonly string[];
  /** Signed bytes in base64, as both engines quantise them; null for a passage without a vector. */
  readonly vector: string | null;
}

/** A record. */
export interface CopiedRecord {
  readonly id: number;
  readonly uuid: string;
  readonly passage: number;
  readonly scope: number;
  readonly type: string;
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly applies_when: string | null;
  readonly occurred_at: number;
  readonly occurred_until: number | null;
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly created_at: number;
  readonly superseded_by: string | null;
  readonly expires_at: number | null;
  readonly metadata: Metadata;
  readonly certainty: number | null;
  readonly standing: boolean;
}

/**
 * The properties of a store that are not rows of a part. Two stores with equal summaries and rows
 * are the same.
 */
export interface StoreSummary {
  readonly name: string;
  readonly createdAt: number;
  readonly embedder: { readonly id: string; readonly dimensions: number };
  readonly usage: Usage;
  /** How many rows each part has. */
  readonly rows: Readonly<Record<CopiedPart, number>>;
  /** The highest numbers assigned so far, which are never assigned again. */
  readonly last: { readonly passage: number; readonly scope: number };
  /**
   * Number and hash of the last audit row, even if that row was removed; 0 and empty if there never
   * was one.
   */
  readonly auditSeq: number;
  readonly auditHash: string;
  /** The checkpoint of the audit rows that were removed. */
  readonly auditCheckpoint: AuditCheckpoint | null;
}

/** Reads a store row by row, and writes a copy. */
export interface StoreRows {
  /** @throws {MemoryError} `busy` while the store moves to another embedder */
  summary(): Promise<StoreSummary>;
  /**
   * Returns up to `limit` rows of a part in order.
   *
   * @param after the position of the last row before them: its `seq` or `id`; for answers, how many
   * were read
   */
  read<Part extends CopiedPart>(part: Part, after: number, limit: number): Promise<CopiedRows[Part][]>;
  /**
   * Begins or continues to write a copy of a store. Rows that were copied from another revision are
   * removed first. Rows of the audit trail cannot be removed, so they must be the beginning of the
   * trail that is copied.
   *
   * @param revision identifies the state of the other store
   * @throws {MemoryError} `invalid_input` if this store has contents and is not a copy
   */
  begin(revision: string): Promise<void>;
  /** Returns the position of the last row of a part that was written: 0 if there is none. */
  position(part: CopiedPart): Promise<number>;
  /** Writes the next rows of a part in one transaction. */
  write<Part extends CopiedPart>(part: Part, rows: readonly CopiedRows[Part][]): Promise<void>;
  /**
   * Completes the copy, which is a store like any other from then on.
   *
   * @param id the id of the other store, which a file takes over
   * @returns the id of the copy
   */
  finish(summary: StoreSummary, id: string): Promise<string>;
}

/** Returns the position after some rows of a part: see {@link StoreRows.read}. */
export function positionAfter(before: number, rows: readonly CopiedRows[CopiedPart][]): number {
  const last = rows.at(-1);
  if (last === undefined) return before;
  if ("seq" in last) return last.seq;
  return "id" in last ? last.id : before + rows.length;
}
