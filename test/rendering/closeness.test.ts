import { describe, expect, it } from "vitest";
import { closeness } from "../../src/rendering/closeness.js";

describe("closeness()", () => {
  it.each([
    ["2024-03-01", "in March 2024", "month"],
    ["2024-03-02", "in March 2024", "day"],
    ["2024-03-01", "on 1 March 2024", "day"],
    ["2024-03-01", "on 2024-03-01", "day"],
    ["2024-03-01", "last Friday", "day"],
    ["2024-03-01", "vor drei Tagen", "day"],
    ["2024-03-01", "im März", "month"],
    ["2024-03-04", "last week", "week"],
    ["2024-03-04", "3 weeks ago", "week"],
    ["2024-03-04", "vor zwei Wochen", "week"],
    ["2024-03-05", "last week", "day"],
    ["2024-03-04", "on Monday, a week after the fair", "day"],
    ["2025-06-01", "last summer", "summer"],
    ["2025-07-01", "in July, before the summer heat", "month"],
    ["2025-09-01", "in the fall of 2025", "autumn"],
    ["2025-01-01", "last year", "year"],
    ["2025-01-01", "last month", "month"],
    ["2025-01-01", "im Jänner", "month"],
  ])("of %s in “%s” is a %s", (day, words, known) => {
    expect(closeness(`${day}T00:00:00.000Z`, words)).toBe(known);
  });

  it("is a day if a time of day is known", () => {
    expect(closeness("2024-03-01T09:00:00.000Z", "in March")).toBe("day");
  });
});
