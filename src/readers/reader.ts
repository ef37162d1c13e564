/** The reader port: a file in, its text out in sections, as they come. A reader cuts by structure and decides nothing. */
import type { Role } from "../text/passage.js";

/** A file to read. Its name tells no folder. */
export interface FileSource {
  /** `report.pdf`: never a path. */
  readonly name: string;
  /** As the caller gave it, `application/pdf`; null where nobody said. */
  readonly mediaType: string | null;
  readonly sizeBytes: number;
  /** All of it: for formats that are read from both ends. */
  bytes(): Promise<Uint8Array>;
  /** As it comes: for formats that are read once from the front, in bounded memory. Can be asked for again. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A stretch of a file that belongs together: a page, what stands under a heading, a row, a message. In the file's own order. */
export interface Section {
  /** Plain text without markup; never empty. */
  readonly text: string;
  /** From 1, where the format has pages. */
  readonly page?: number;
  /** Where it stands: the headings above it, outermost first, joined with " › ". */
  readonly heading?: string;
  /** Who says it, and when (ISO 8601 UTC), where the file is a conversation or a letter. */
  readonly speaker?: string;
  readonly role?: Role;
  readonly at?: string;
  /** Bytes of the file read so far, for progress; at most `sizeBytes`. */
  readonly readBytes: number;
}

/** Reads files of one format. */
export interface Reader {
  /** The format's own type, `application/pdf`, whatever the caller called it. */
  readonly mediaType: string;
  /**
   * @throws {MemoryError} `unreadable_file` (encrypted, truncated, not what it says it is, over the reader's limits: the message says
   * which), `missing_dependency` (the format needs a package that is not installed)
   */
  read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncIterable<Section>;
}
