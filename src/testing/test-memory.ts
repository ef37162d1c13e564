/**
 * A memory for an app's own unit tests: in memory, filled with what the test needs, with a clock
 * that only the test moves and with counted ids.
 */
import type { RememberInput } from "../contract/remember.js";
import { Memory } from "../memory.js";
import type { MemoryOptions } from "../options.js";

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

/** Returns the current time, for the option `clock`, and moves on request. */
export interface TestClock {
  (): Date;
  /** Moves forward by `ms` milliseconds. */
  advance(ms: number): void;
  /** Moves to a time: ISO 8601 or `Date`. */
  set(at: string | Date): void;
}

/**
 * Makes a clock that only moves when the test moves it.
 *
 * @param start The initial time: ISO 8601 or `Date`. @default "2026-01-01T09:00:00Z"
 *
 * @example
 * const clock = testClock("2026-03-01T12:00:00Z");
 * const memory = new Memory({ clock });
 * clock.advance(3_600_000); // one hour later
 */
export function testClock(start: string | Date = "2026-01-01T09:00:00Z"): TestClock {
  let ms = moment(start);
  const clock = () => new Date(ms);
  return Object.assign(clock, {
    advance: (by: number) => {
      ms += by;
    },
    set: (at: string | Date) => {
      ms = moment(at);
    },
  });
}

function moment(at: string | Date): number {
  const ms = new Date(at).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`Cannot set the clock: "${String(at)}" is not a time`);
  return ms;
}

/**
 * Makes an id source in the format of UUIDs, so that snapshots stay the same:
 * `00000000-0000-7000-8000-000000000001`, then `…2`, and so on.
 *
 * @example
 * const memory = new Memory({ ids: testIds() });
 */
export function testIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}`;
  };
}
