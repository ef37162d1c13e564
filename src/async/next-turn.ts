/**
 * Turns of the event loop for long work. Long work is done in pieces, and waits here between two of
 * them, so that timers, sockets and an `abort()` have their turn. Several long pieces of work take
 * turns: in each turn of the event loop, one step of one of them runs, however many there are.
 * Where a service says which calls are in progress, pieces also wait for those that have just
 * begun:
 *
 *   long work 1   a     c        e
 *   long work 2      b     d        f
 *   a short call            ────
 *
 * Work that is written as a generator pauses at each `yield`: {@link inPieces}.
 */

/**
 * How long a call counts as short, in milliseconds: most searches and adds take less than 20. A
 * longer call counts as long work.
 */
const shortMs = 40;
/**
 * Maximum time that a piece waits for short calls, in milliseconds, so that long work continues
 * even if there are always some.
 */
const patienceMs = 30;

/** Calls in progress, by when they began. */
const calls = new Map<object, number>();
/** Functions, each of which starts the next piece of one long work. */
const waiting: (() => void)[] = [];
let isScheduled = false;
/** Ends the wait for short calls. */
let endWait: (() => void) | undefined;

/**
 * Lets other tasks run. Awaiting a resolved promise does not, so long work that only awaits such
 * promises would block the process.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

/**
 * Says that a call has begun. Pieces of long work wait for it while it is short, if any call is
 * long.
 *
 * @param isLong Whether it is known to take long.
 * @returns what says that the call is over
 */
export function callInProgress(isLong: boolean): () => void {
  const call = {};
  calls.set(call, isLong ? Number.NEGATIVE_INFINITY : performance.now());
  return () => {
    calls.delete(call);
    if (endWait !== undefined && shortUntilMs() === undefined) endWait();
  };
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  setImmediate(startNext, performance.now() + patienceMs);
}

function startNext(untilMs: number): void {
  const restMs = Math.min(untilMs, shortUntilMs() ?? 0) - performance.now();
  if (restMs > 0) waitForShort(restMs, untilMs);
  else {
    isScheduled = false;
    waiting.shift()?.();
    schedule();
  }
}

/** Checks again when no short call is in progress any more, or when the waiting time is over. */
function waitForShort(restMs: number, untilMs: number): void {
  const timer = setTimeout(() => endWait?.(), Math.ceil(restMs));
  endWait = () => {
    endWait = undefined;
    clearTimeout(timer);
    setImmediate(startNext, untilMs);
  };
}

/**
 * The time until which some call counts as short. `undefined` if no call is short, or if no call is
 * long, because then the waiting piece may belong to the short call itself.
 */
function shortUntilMs(): number | undefined {
  const now = performance.now();
  let latest = 0;
  let hasLong = false;
  for (const beganMs of calls.values()) {
    if (beganMs + shortMs <= now) hasLong = true;
    else latest = Math.max(latest, beganMs + shortMs);
  }
  return hasLong && latest > 0 ? latest : undefined;
}

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
