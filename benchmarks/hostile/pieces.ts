/** Measures the processor time of the longest piece of work between two turns of the event loop. */
import { closeSync, openSync, readSync } from "node:fs";

/** Linux counts here how long the thread has run, in nanoseconds. */
const counter = "/proc/thread-self/schedstat";

/**
 * Runs work and looks at the clock of the thread in every turn of the event loop.
 *
 * @returns the result, and the longest piece in milliseconds; `null` where there is no such clock
 */
export async function withLongestPiece<Result>(
  work: () => Promise<Result>,
): Promise<readonly [Result, number | null]> {
  const clock = threadClock();
  if (clock === undefined) return [await work(), null];
  let isOver = false;
  let longest = 0;
  let before = clock.ms();
  const look = () => {
    if (isOver) return;
    const now = clock.ms();
    longest = Math.max(longest, now - before);
    before = now;
    setImmediate(look);
  };
  setImmediate(look);
  try {
    const result = await work();
    return [result, Math.max(longest, clock.ms() - before)];
  } finally {
    isOver = true;
    clock.close();
  }
}

function threadClock(): { readonly ms: () => number; readonly close: () => void } | undefined {
  try {
    const file = openSync(counter, "r");
    const bytes = Buffer.alloc(64);
    const ms = () => Number(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)).split(" ")[0]) / 1e6;
    return { ms, close: () => closeSync(file) };
  } catch {
    return undefined;
  }
}
