/** A clock for tests, which only moves when the test moves it. */

/** Returns the current time, for the option `clock`, and moves on request. */
export interface TestClock {
  (): Date;
  /** Moves forward by `ms` milliseconds. */
  advance(ms: number): void;
  /** Moves to a time: ISO 8601 or `Date`. */
  set(at: string | Date): void;
}

/**
 * Makes a clock.
 *
 * @param start The initial time: ISO 8601 or `Date`. @default "2026-01-01T09:00:00Z"
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
