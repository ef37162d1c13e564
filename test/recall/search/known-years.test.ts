import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { withKnownYears } from "../../../src/recall/search/known-years.js";
import type { ReadRequest, Snapshot } from "../../../src/stores/store.js";
import { layoutOf, passage } from "../pool.js";

const scope = { now: "2026-06-10T12:00:00.000Z" };

/** The days of the times of a question, for a store whose last passage was said on a day. */
async function timesOf(query: string, lastDay: string): Promise<string[]> {
  const said = ["2023-02-01", lastDay].map((day, at) =>
    passage(at + 1, "We sailed.", { saidAt: `${day}T10:00:00.000Z` }),
  );
  const read = async ([one]: readonly ReadRequest[]) => [
    said.filter(({ id }) => one?.of === "passages" && one.numbers.includes(id)),
  ];
  const store = { read } as unknown as Snapshot;
  const question = interpret(query, { now: new Date(scope.now) });
  const { times } = await withKnownYears(store, question, { layout: layoutOf(said), scope });
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return times.map(({ from, to }) => `${day(from)} ${day(to)}`);
}

describe("withKnownYears()", () => {
  it("adds the last year that memory reaches to a month or day without a year", async () => {
    expect(await timesOf("What did we do in March?", "2025-12-31")).toEqual([
      "2025-03-01 2025-04-01",
      "2026-03-01 2026-04-01",
    ]);
    expect(await timesOf("Where were we on May 3rd?", "2024-05-02")).toEqual([
      "2023-05-03 2023-05-04",
      "2026-05-03 2026-05-04",
    ]);
    expect(await timesOf("What did we do after April 1?", "2025-04-01")).toEqual([
      "2025-04-01 9998-12-31",
      "2026-04-01 9999-12-31",
    ]);
  });

  it.each([
    ["What did we do in March?", "2026-03-02"],
    ["What did we do in March 2026?", "2025-12-31"],
    ["What did we do last week?", "2025-12-31"],
    ["What did we do before March?", "2025-12-31"],
    ["What did we do?", "2025-12-31"],
  ])("leaves the times of %j as they are if memory reaches %s", async (query, lastDay) => {
    const { times } = interpret(query, { now: new Date(scope.now) });
    expect(await timesOf(query, lastDay)).toHaveLength(times.length);
  });
});
