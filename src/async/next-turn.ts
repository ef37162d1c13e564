/**
 * Lets everything else that waits have its turn: timers, sockets, an `abort()`. A resolved promise does not, so long work that only awaits such would
 * keep the process to itself.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
