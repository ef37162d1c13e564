/** How long work keeps the event loop from everything else. */
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";

/** The longest stretches in milliseconds. */
export interface Block {
  readonly longest_ms: number;
  /** Of garbage collection: this much of a stretch may be nobody's own work. */
  readonly gc_ms: number;
}

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
  // What came last is only told in turns after it.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  delay.disable();
  collections.disconnect();
  return { result, block: { longest_ms: delay.max / 1e6, gc_ms: collected } };
}
