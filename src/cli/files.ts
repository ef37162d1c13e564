/**
 * Opens files that the user names, before any work, with errors that name the file and the reason.
 */
import { type FileHandle, open } from "node:fs/promises";
import { MemoryError } from "../contract/errors.js";
import { fileState } from "../rendering/file-state.js";

/**
 * The error of a file that cannot be read.
 *
 * @param action The action, as the verb of the message: "import".
 */
function unreadable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot ${action} ${file}: it ${fileState(cause)}`, { cause });
}

/**
 * The error of a file that cannot be written.
 *
 * @param action The action, as the verb of the message: "export".
 */
export function unwritable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  const state = fileState(cause, "has no parent folder");
  return new MemoryError("unreadable_file", `Cannot ${action} to ${file}: it ${state}`, { cause });
}

/**
 * Opens a file for reading. A folder would open and fail at the first read, so this checks for it.
 *
 * @throws {MemoryError} `unreadable_file`
 */
export async function openFile(action: string, file: string): Promise<FileHandle> {
  const handle = await open(file).catch((cause) => Promise.reject(unreadable(action, file, cause)));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw unreadable(action, file, Object.assign(new Error("it is not a file"), { code: "EISDIR" }));
}
