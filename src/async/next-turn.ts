/**
 * Lets other tasks of the event loop run: timers, sockets, an `abort()`. Awaiting a resolved
 * promise does not let them run, so long work that only awaits resolved promises would block the
 * process.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
