/**
 * Reading in steps, between which everything else that waits has its turn. Each step sees one state of the store, and the next one perhaps another:
 * for what grows by adding up, or picks what is asked for exactly in the end.
 */
import { nextTurn } from "../../../async/next-turn.js";
import type { Connection } from "./connection.js";

/** Runs a generator to its end: up to each `yield` in a read of its own. */
export async function inTurns<Result>(
  connection: Connection,
  action: string,
  steps: Generator<undefined, Result>,
): Promise<Result> {
  for (;;) {
    const step = await connection.read(action, () => {
      // A generator that throws is over, so what may have to wait for another process and be tried again is asked before it.
      connection.column<[], number>("select 1 from meta limit 1").get();
      return steps.next();
    });
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
