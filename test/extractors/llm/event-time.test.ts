import { describe, expect, it } from "vitest";
import { eventTime } from "../../../src/extractors/llm/event-time.js";

describe("eventTime()", () => {
  it.each([
    ["2026-05-31T18:00:00Z", "2026-05-31T18:00:00.000Z", undefined],
    ["2026-05-31", "2026-05-31", "2026-06-01"],
    [" 2026-05 ", "2026-05-01", "2026-06-01"],
    ["2026-12", "2026-12-01", "2027-01-01"],
    ["2026", "2026-01-01", "2027-01-01"],
    ["2026-05-18/2026-05-24", "2026-05-18", "2026-05-25"],
    ["2026-06/2026-08", "2026-06-01", "2026-09-01"],
    ["9999", "9999-01-01", undefined],
  ])("reads %s", (said, from, until) => {
    const midnight = (day: string) => (day.includes("T") ? day : `${day}T00:00:00.000Z`);
    expect(eventTime(said)).toEqual({
      occurredAt: midnight(from),
      ...(until === undefined ? {} : { occurredUntil: midnight(until) }),
    });
  });

  it.each([null, "", "last week", "2026-13", "2026-05-24/2026-05-18", "2026-05-01/2026-05-02/2026-05-03"])(
    "reads nothing in %s",
    (said) => expect(eventTime(said)).toBeNull(),
  );
});
