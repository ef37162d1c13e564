/** Measures how long work blocks the event loop. */
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";

/** The longest blocks in milliseconds. */
export interface Block {
  readonly longest_ms: number;
  /** The part of garbage collection, which may be in any work. */
  readonly gc_ms: number;
}

/** Runs work and records how long it blocks the event loop. */
export async function watched<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly block: Block }> {
  let collected = 0;
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collected = Math.max(collected, duration);
  });
  collections.observe({ entryTypes: ["gc"] });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const result = await work();
  // The observer reports the last block some turns later.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  delay.disable();
  collections.disconnect();
  return { result, block: { longest_ms: delay.max / 1e6, gc_ms: collected } };
}
