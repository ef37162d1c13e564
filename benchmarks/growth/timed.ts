/** Times calls, one after the other. */
import { type Percentiles, percentiles } from "../latency/percentiles.js";

/** @param warmUp Calls at the beginning that do not count. */
export async function timed<Input>(
  inputs: readonly Input[],
  warmUp: number,
  call: (input: Input, at: number) => Promise<unknown>,
): Promise<Percentiles> {
  const times: number[] = [];
  for (const [index, input] of inputs.entries()) {
    const start = performance.now();
    await call(input, index);
    if (index >= warmUp) times.push(performance.now() - start);
    // Others get their turn, as in a process that serves: else the event loop's delay would be the sum of all calls.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return percentiles(times);
}
