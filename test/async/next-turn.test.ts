/** Long works take turns, and wait for short calls, for a while. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { callInProgress, nextTurn } from "../../src/async/next-turn.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

describe("nextTurn()", () => {
  it("lets one piece of one long work run in a turn of the event loop", async () => {
    let pieces = 0;
    const work = async () => {
      for (let at = 0; at < 5; at += 1) {
        await nextTurn();
        pieces += 1;
      }
    };
    const works = Promise.all([work(), work(), work()]);
    let most = 0;
    while (pieces < 15) {
      const before = pieces;
      await turn();
      most = Math.max(most, pieces - before);
    }
    await works;
    expect(most).toBe(1);
  });

  it("waits for a short call until it is over, where another is long", async () => {
    // The clock does not advance, so that the call stays short on a slow machine.
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    ends.push(callInProgress(true));
    const end = callInProgress(false);
    let isOver = false;
    const waited = nextTurn().then(() => isOver);
    for (let at = 0; at < 5; at += 1) await turn();
    isOver = true;
    end();
    end();
    expect(await waited).toBe(true);
  });

  it("does not wait where no call is long: the piece may be the short call's own", async () => {
    ends.push(callInProgress(false));
    let isOver = false;
    const waited = nextTurn().then(() => isOver);
    await turn();
    await turn();
    isOver = true;
    expect(await waited).toBe(false);
  });

  it("goes on beside a call that is not over soon, and beside short calls without end", async () => {
    ends.push(callInProgress(true), callInProgress(false));
    await nextTurn();
    const again = setInterval(() => ends.push(callInProgress(false)), 5);
    await nextTurn();
    await nextTurn();
    clearInterval(again);
  });
});
