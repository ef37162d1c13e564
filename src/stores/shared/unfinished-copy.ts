/** The errors of copies that are being written. */
import { MemoryError } from "../../contract/errors.js";

/** Returns the error for opening a store that a copy has not finished. */
export function unfinishedCopy(): MemoryError<"busy"> {
  return new MemoryError(
    "busy",
    "Cannot open the store: it must be whole, and is an unfinished copy; run the same copy again, which finishes it",
    { data: { timeoutMs: 0 } },
  );
}

/** Returns the error for a copy to a store that has contents of its own. */
export function notNew(records: number): MemoryError<"invalid_input"> {
  const msg = `must be a new store, and has contents (${records} records)`;
  return new MemoryError("invalid_input", `Cannot copy: the destination ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["to"], msg }] },
  });
}

/** Returns the error for a store that is being moved to another embedder. */
export function isMoving(): MemoryError<"busy"> {
  return new MemoryError(
    "busy",
    "Cannot copy: the store must have the vectors of one embedder, and is moving to another; finish that with keepsake reembed",
    { data: { timeoutMs: 0 } },
  );
}
