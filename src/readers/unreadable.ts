/** The error for a file that cannot be read. */
import { MemoryError } from "../contract/errors.js";
import type { FileSource } from "./reader.js";

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
