/**
 * Reads in steps, between which other tasks get a turn. Each step reads one state of the store, and
 * the next step may read a later one. Use it for results that are summed up, or checked exactly at
 * the end.
 */
import { nextTurn } from "../../../async/next-turn.js";
import type { Connection } from "./connection.js";

/** Runs a generator to its end, each step in a read transaction of its own. */
export async function inTurns<Result>(
  connection: Connection,
  action: string,
  steps: Generator<undefined, Result>,
): Promise<Result> {
  for (;;) {
    const step = await connection.read(action, () => {
      // A generator that has thrown cannot continue. So the first read, which may wait for another
      // process and be tried again, happens before the generator runs.
      connection.column<[], number>("select 1 from meta limit 1").get();
      return steps.next();
    });
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
