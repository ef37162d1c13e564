/** Errors of files to import. They name the file, but not its folder. */
import { MemoryError } from "../contract/errors.js";
import { fileState } from "../rendering/file-state.js";

/** The error of an invalid file, before anything of it was imported. */
export function invalid(name: string, state: string, cause?: unknown): MemoryError<"invalid_input"> {
  const message = `Cannot import ${name}: ${state}`;
  return new MemoryError("invalid_input", message, {
    cause,
    data: { issues: [{ type: "file_invalid", loc: [], msg: message }] },
  });
}

/**
 * Passes on what is read from a file, piece by piece.
 *
 * @throws {MemoryError} `unreadable_file` if reading fails
 */
export async function* readable<Piece>(pieces: AsyncIterable<Piece>, name: string): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (cause) {
    throw unreadable(name, cause as NodeJS.ErrnoException);
  }
}

/** The error of a file that does not exist or cannot be read. */
export function unreadable(name: string, cause: NodeJS.ErrnoException): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot import ${name}: it ${fileState(cause)}`, { cause });
}
