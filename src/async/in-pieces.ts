/** Splits long work, so that other tasks of the process can run in between. */
import { nextTurn } from "./next-turn.js";

/**
 * Runs a generator to its end and lets other tasks run at each `yield`.
 *
 * @throws the signal's reason, once it has fired
 */
export async function inPieces<Result>(
  work: Generator<undefined, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    await nextTurn();
    signal?.throwIfAborted();
  }
}

/** Runs a generator to its end without a pause, for instance inside a write transaction. */
export function atOnce<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}
