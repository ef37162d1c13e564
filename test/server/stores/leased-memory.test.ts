/** Verbs of a store that is leased for each call. */
import { afterEach, expect, it, vi } from "vitest";
import { GrowingConversation, linesOf } from "../../../benchmarks/growth/lines.js";
import { callInProgress, nextTurn } from "../../../src/async/next-turn.js";
import { Memory } from "../../../src/index.js";
import { LeasedMemory } from "../../../src/server/stores/leased-memory.js";
import type { StoreAccount } from "../../../src/server/stores/store-account.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  vi.useRealTimers();
});

/** A store with one source for each 20 messages. */
async function filled(messages: number): Promise<Memory> {
  const memory = new Memory();
  await memory.import(linesOf(new GrowingConversation(1).messages(messages)));
  return memory;
}

function leased(memory: Memory): { readonly service: LeasedMemory; readonly released: () => number } {
  let released = 0;
  const release = () => {
    released += 1;
  };
  // An export is neither counted nor charged, so it never asks the account.
  const service = new LeasedMemory(async () => ({ memory, release }), {} as StoreAccount);
  return { service, released: () => released };
}

it("export() waits between its pieces for a short call of any store", async () => {
  await using memory = await filled(400);
  const { service } = leased(memory);
  // The clock does not advance, so that the call stays short on a slow machine.
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  const endCall = callInProgress(false);
  let lines = 0;
  const exporting = (async () => {
    for await (const _ of service.export()) lines += 1;
  })();
  for (let at = 0; at < 1_000_000 && lines < 2; at += 1) await turn();
  for (let at = 0; at < 50; at += 1) await turn();
  const before = lines;
  endCall();
  await exporting;
  expect(before).toBeGreaterThan(1);
  expect(before).toBeLessThan(21);
  expect(lines).toBe(21);
});

it("export() makes no call wait while its reader pauses, and releases the store when it leaves", async () => {
  await using memory = await filled(40);
  const { service, released } = leased(memory);
  for await (const line of service.export()) {
    expect(line).toContain('"format"');
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const endCall = callInProgress(false);
    // With a long call in progress, this piece would wait for the end of the short one.
    await nextTurn();
    endCall();
    break;
  }
  expect(released()).toBe(1);
});
