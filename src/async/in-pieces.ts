/** Long work of this process in pieces, between which everything else that waits has its turn. */
import { nextTurn } from "./next-turn.js";

/**
 * Runs a generator to its end, with a turn for others at each `yield`. @throws the signal's reason,
 * once it has fired
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

/**
 * Runs a generator to its end without a pause: where nobody else can have a turn, as inside a write
 * transaction.
 */
export function atOnce<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}
