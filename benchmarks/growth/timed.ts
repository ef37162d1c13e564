/** Times calls, one after the other. */
import { type Percentiles, percentiles } from "../latency/percentiles.js";

/** @param warmUp Calls at the beginning that are not timed. */
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
    // Other tasks get their turn, as in a server; otherwise the delay of the event loop would be
    // the sum of all calls.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return percentiles(times);
}
