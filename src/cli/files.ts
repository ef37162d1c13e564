/** Files that a person names: opened before any work, with an error that says which and why. */
import { type FileHandle, open } from "node:fs/promises";
import { MemoryError } from "../contract/errors.js";

/** A file that cannot be used, as an error of the contract. @param action What was wanted, as the message's verb: "export". */
export function unusable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  const state = cause.code ?? cause.message;
  return new MemoryError("unreadable_file", `Cannot ${action}: ${file} must be usable, got ${state}`, {
    cause,
  });
}

/** A file to read. A folder opens like a file and fails at the first read, so it is looked for here. @throws {MemoryError} `unreadable_file` */
export async function openFile(action: string, file: string): Promise<FileHandle> {
  const handle = await open(file).catch((cause) => Promise.reject(unusable(action, file, cause)));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw unusable(action, file, Object.assign(new Error("it is not a file"), { code: "EISDIR" }));
}
