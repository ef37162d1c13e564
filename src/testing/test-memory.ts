/**
 * A memory for an app's own unit tests: in memory, with a test clock and counted ids, filled with
 * what the test needs.
 */
import type { RememberInput } from "../contract/remember.js";
import { Memory } from "../memory.js";
import type { MemoryOptions } from "../options.js";
import { type TestClock, testClock } from "./clock.js";
import { testIds } from "./ids.js";

/** Options of {@link testMemory}. */
export interface TestMemoryOptions extends Omit<MemoryOptions, "clock" | "ids"> {
  /** Inputs that are remembered in order before the test begins. */
  readonly seed?: readonly RememberInput[];
  /**
   * The clock of the memory.
   *
   * @default a {@link testClock} at 2026-01-01T09:00:00Z
   */
  readonly clock?: TestClock;
}

/**
 * Makes a memory for a test: the same calls give the same payloads, ids and times included.
 *
 * @example
 * import { testMemory } from "keepsake/testing";
 *
 * const { memory, clock } = await testMemory({ seed: ["Ana lives in Lisbon."] });
 * clock.advance(86_400_000);
 */
export async function testMemory(
  options: TestMemoryOptions = {},
): Promise<{ memory: Memory; clock: TestClock }> {
  const { seed = [], clock = testClock(), ...rest } = options;
  const memory = new Memory({ ...rest, clock, ids: testIds() });
  for (const input of seed) await memory.remember(input);
  return { memory, clock };
}
