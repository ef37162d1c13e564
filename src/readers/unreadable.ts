/** How a file is said not to be what can be read: by its readers, by where it lies, by the road. */
import { MemoryError } from "../contract/errors.js";
import type { FileSource } from "./reader.js";

/**
 * An `unreadable_file`: `Cannot read "report.pdf": it is encrypted; save it without a password`.
 *
 * @param why What is wrong, as it goes on after "it", and what would be accepted: `is encrypted; save it without a password`.
 */
export function unreadable(
  file: Pick<FileSource, "name">,
  why: string,
  cause?: unknown,
): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot read ${JSON.stringify(file.name)}: it ${why}`, { cause });
}

/** `1,048,576`, as a message tells a number. */
export function counted(number: number): string {
  return number.toLocaleString("en-US");
}
