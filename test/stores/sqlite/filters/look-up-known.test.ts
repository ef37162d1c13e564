import { describe, expect, it } from "vitest";
import { lookUpKnown } from "../../../../src/stores/sqlite/filters/look-up-known.js";
import type { RecordTable } from "../../../../src/stores/sqlite/tables/record-table.js";

/** A table that knows one digest and nothing else. */
function recordsThatKnow(digest: string): RecordTable {
  const table: Pick<RecordTable, "facts" | "endedFacts" | "current" | "withDigest"> = {
    facts: () => [],
    endedFacts: () => [],
    current: () => undefined,
    withDigest: (asked) => (asked === digest ? [{ id: "r1" } as never] : []),
  };
  return table as RecordTable;
}

describe("knownOf()", () => {
  it("pauses while it looks up thousands of digests, and finds the last of them", () => {
    const digests = Array.from({ length: 1280 }, (_, at) => `d${at}`);
    const facts = Array.from({ length: 640 }, (_, at) => ({ entity: "Ana", property: `p${at}` }));
    const steps = lookUpKnown(
      recordsThatKnow("d1279"),
      { facts, digests, recordIds: [] },
      { now: 0, scopes: [0] },
    );
    let pauses = 0;
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        expect(step.value.passages).toEqual([{ digest: "d1279", records: [{ id: "r1" }] }]);
        break;
      }
      pauses++;
    }
    expect(pauses).toBe(15);
  });
});
