/** How a version of a file is written. */
import type { Limits } from "../accounts/meter.js";
import type { NewPassage, Saved, SaveOutcome, UsageDelta } from "./change.js";
import type { Place, StoredFile } from "./stored.js";

/** A passage of a file, with one record. */
export interface NewFilePassage extends NewPassage {
  readonly place: Place;
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
 * needs no memory. Nothing finds them, and nobody else can read them, before `save`. What a killed
 * process leaves of them is unreadable, and a later opening removes it.
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
