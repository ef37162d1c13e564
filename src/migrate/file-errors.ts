/** What is wrong with a file that was to be brought in. Its name is told, its folder is not. */
import { MemoryError } from "../contract/errors.js";
import { fileState } from "../rendering/file-state.js";

/** What is wrong with a file, before anything of it was brought in. */
export function invalid(name: string, state: string, cause?: unknown): MemoryError<"invalid_input"> {
  const message = `Cannot import ${name}: ${state}`;
  return new MemoryError("invalid_input", message, {
    cause,
    data: { issues: [{ type: "file_invalid", loc: [], msg: message }] },
  });
}

/** What is read of a file, piece by piece. @throws {MemoryError} `unreadable_file` where the system stops it midway */
export async function* readable<Piece>(pieces: AsyncIterable<Piece>, name: string): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (cause) {
    throw unreadable(name, cause as NodeJS.ErrnoException);
  }
}

/** A file that is not there, or cannot be read. */
export function unreadable(name: string, cause: NodeJS.ErrnoException): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot import ${name}: it ${fileState(cause)}`, { cause });
}
