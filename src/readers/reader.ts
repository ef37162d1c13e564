/**
 * The reader port, and the error for a file that cannot be read. A reader takes a file and yields
 * its text in sections, in the file's order. It cuts by the structure of the file and decides
 * nothing else.
 */
import { MemoryError } from "../contract/errors.js";
import type { Role } from "../text/passage.js";

/** A file to read. */
export interface FileSource {
  /** File name without a path: `report.pdf`. */
  readonly name: string;
  /** Media type that the caller gave, such as `application/pdf`; `null` if none. */
  readonly mediaType: string | null;
  /** Size of the file. */
  readonly sizeBytes: number;
  /** Returns the whole file. For formats that are read from both ends. */
  bytes(): Promise<Uint8Array>;
  /**
   * Yields the file chunk by chunk. For formats that are read from the front, in bounded memory.
   * May be called again.
   */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A part of a file that belongs together: a page, the text below a heading, a row, a message. */
export interface Section {
  /** Plain text without markup; never empty. */
  readonly text: string;
  /** Page number, from 1, if the format has pages. */
  readonly page?: number;
  /** The headings above the section, outermost first, joined with " › ". */
  readonly heading?: string;
  /** Who says it, if the file is a conversation or an e-mail. */
  readonly speaker?: string;
  /** Role of the speaker in the conversation. */
  readonly role?: Role;
  /** When it was said, ISO 8601 UTC. */
  readonly at?: string;
  /** Bytes of the file read so far, for progress. At most `sizeBytes`. */
  readonly readBytes: number;
}

/** Reads files of one format. */
export interface Reader {
  /** Media type under which files of this format are stored, whatever the caller called it. */
  readonly mediaType: string;
  /**
   * Yields the sections of a file.
   *
   * @throws {MemoryError} `unreadable_file` if the file is encrypted, truncated, not of this format
   * or over a limit (the message says which); `missing_dependency` if the format needs a package
   * that is not installed
   */
  read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncIterable<Section>;
}

/**
 * Creates an `unreadable_file` error: `Cannot read "report.pdf": it is encrypted; save it without a
 * password`.
 *
 * @param why What is wrong and what would be accepted, as a continuation of "it": `is encrypted;
 * save it without a password`.
 */
export function unreadable(
  file: Pick<FileSource, "name">,
  why: string,
  cause?: unknown,
): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot read ${JSON.stringify(file.name)}: it ${why}`, { cause });
}

/** Formats a number for a message: `1,048,576`. */
export function counted(number: number): string {
  return number.toLocaleString("en-US");
}
