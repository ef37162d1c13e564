/** Files that a person names: opened before any work, with an error that says which and why. */
import { type FileHandle, open } from "node:fs/promises";
import { MemoryError } from "../contract/errors.js";
import { fileState } from "../rendering/file-state.js";

/** A file that cannot be read, as an error of the contract. @param action What was wanted, as the message's verb: "import". */
function unreadable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot ${action} ${file}: it ${fileState(cause)}`, { cause });
}

/** A file that cannot be written, as an error of the contract. @param action What was wanted, as the message's verb: "export". */
export function unwritable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  const state = fileState(cause, "has no folder to lie in");
  return new MemoryError("unreadable_file", `Cannot ${action} to ${file}: it ${state}`, { cause });
}

/** A file to read. A folder opens like a file and fails at the first read, so it is looked for here. @throws {MemoryError} `unreadable_file` */
export async function openFile(action: string, file: string): Promise<FileHandle> {
  const handle = await open(file).catch((cause) => Promise.reject(unreadable(action, file, cause)));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw unreadable(action, file, Object.assign(new Error("it is not a file"), { code: "EISDIR" }));
}
