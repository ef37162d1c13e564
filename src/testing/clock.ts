/** A clock for tests: it stands still until it is told to move. */

/** Gives the present, as the `clock` option wants it, and moves when told. */
export interface TestClock {
  (): Date;
  /** Moves on by `ms` milliseconds. */
  advance(ms: number): void;
  /** Moves to a moment: ISO 8601 or `Date`. */
  set(at: string | Date): void;
}

/** @param start Where it stands at first: ISO 8601 or `Date`. @default "2026-01-01T09:00:00Z" */
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
