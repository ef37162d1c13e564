import { expect, it } from "vitest";
import { matchesFilter } from "../../src/stores/shared/metadata-filter.js";
import { metadataMatcher } from "../../src/stores/sqlite/filters/metadata-filter.js";

const metadata = { city: "Graz", floor: 3, open: true, none: null, tags: ["a", "b", 5], 'odd."key': "x" };

it("matchesFilter() compares a scalar without mixing types, and looks into arrays", () => {
  expect(matchesFilter(metadata, { city: "Graz", floor: 3, open: true })).toBe(true);
  expect(matchesFilter(metadata, { floor: "3" })).toBe(false);
  expect(matchesFilter(metadata, { open: 1 })).toBe(false);
  expect(matchesFilter(metadata, { tags: "b" })).toBe(true);
  expect(matchesFilter(metadata, { tags: "5" })).toBe(false);
  expect(matchesFilter(metadata, { 'odd."key': "x" })).toBe(true);
});

it("matchesFilter() matches any value of an array", () => {
  expect(matchesFilter(metadata, { city: ["Linz", "Graz"] })).toBe(true);
  expect(matchesFilter(metadata, { tags: ["z", 5] })).toBe(true);
  expect(matchesFilter(metadata, { city: ["Linz"] })).toBe(false);
});

it("matchesFilter() applies bounds within one type, and for arrays within one element", () => {
  expect(matchesFilter(metadata, { floor: { gt: 2, lte: 3 } })).toBe(true);
  expect(matchesFilter(metadata, { floor: { gt: 3 } })).toBe(false);
  expect(matchesFilter(metadata, { floor: { lt: 3 } })).toBe(false);
  expect(matchesFilter(metadata, { floor: { gte: "2" } })).toBe(false);
  expect(matchesFilter(metadata, { city: { gte: "Graz", lt: "H" } })).toBe(true);
  expect(matchesFilter(metadata, { tags: { gt: 4, lt: 6 } })).toBe(true);
  expect(matchesFilter(metadata, { missing: { gt: 0 } })).toBe(false);
});

it("matchesFilter() reads an absent key as null", () => {
  expect(matchesFilter(metadata, { missing: null, none: null })).toBe(true);
  expect(matchesFilter(metadata, { missing: { ne: "x" }, city: { ne: null } })).toBe(true);
  expect(matchesFilter(metadata, { missing: { ne: null } })).toBe(false);
  expect(matchesFilter(metadata, { tags: { ne: "a" } })).toBe(false);
  expect(matchesFilter(metadata, { toString: { ne: null } })).toBe(false);
});

it("metadataMatcher() uses the filter of each call", () => {
  const matches = metadataMatcher();
  expect([matches('{"a":1}', '{"a":1}'), matches('{"a":1}', '{"a":2}'), matches(null, '{"a":null}')]).toEqual(
    [1, 0, 1],
  );
});
