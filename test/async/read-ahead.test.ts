import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { ReadAhead } from "../../src/async/read-ahead.js";

it("ReadAhead returns the items of an array in order, up to its limit", async () => {
  const ahead = new ReadAhead([1, 2, 3, 4, 5], 3);
  expect(await ahead.fill()).toEqual([1, 2, 3]);
  ahead.take(2);
  expect(await ahead.fill()).toEqual([3, 4, 5]);
  ahead.take(3);
  expect(await ahead.fill()).toEqual([]);
});

it("ReadAhead does not wait for an item that arrives only after the first was processed", async () => {
  let answered = () => {};
  const first = new Promise<void>((resolve) => {
    answered = resolve;
  });
  async function* stream() {
    yield "asked";
    await first;
    yield "asked again";
  }
  const ahead = new ReadAhead(stream(), 8);
  expect(await ahead.fill()).toEqual(["asked"]);
  ahead.take(1);
  answered();
  expect(await ahead.fill()).toEqual(["asked again"]);
});

it("ReadAhead returns the items of a stream that have arrived", async () => {
  async function* stream() {
    yield* ["a", "b"];
    await turn();
    yield "c";
  }
  const ahead = new ReadAhead(stream(), 8);
  expect((await ahead.fill()).slice(0, 2)).toEqual(["a", "b"]);
});

it("ReadAhead throws what a source threw after the items before it", async () => {
  function* broken() {
    yield "a";
    yield "b";
    throw new Error("torn");
  }
  const ahead = new ReadAhead(broken(), 8);
  expect(await ahead.fill()).toEqual(["a", "b"]);
  ahead.take(2);
  await expect(ahead.fill()).rejects.toThrow("torn");
});

it("ReadAhead closes its source, and does not wait for an item that may never arrive", async () => {
  const observed: string[] = [];
  async function* stream(name: string, pause: Promise<unknown>) {
    try {
      yield name;
      await pause;
      yield name;
    } finally {
      observed.push(name);
    }
  }
  const quick = new ReadAhead(stream("quick", Promise.resolve()), 1);
  await quick.fill();
  await quick.close();
  let come = () => {};
  const stuck = new ReadAhead(
    stream(
      "stuck",
      new Promise<void>((resolve) => {
        come = resolve;
      }),
    ),
    2,
  );
  await stuck.fill();
  await stuck.close();
  expect(observed).toEqual(["quick"]);
  come();
  await turn();
  expect(observed).toEqual(["quick", "stuck"]);
});

it("ReadAhead buffers items up to a cost, and at least one", async () => {
  const ahead = new ReadAhead([5, 1, 1, 9, 1], 4, (cost) => cost);
  expect(await ahead.fill()).toEqual([5]);
  ahead.take(1);
  expect(await ahead.fill()).toEqual([1, 1, 9]);
  ahead.take(2);
  expect(await ahead.fill()).toEqual([9]);
  ahead.take(1);
  expect(await ahead.fill()).toEqual([1]);
});
