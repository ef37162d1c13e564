import { describe, expect, test } from "vitest";
import {
  hasNumber,
  isBareNumber,
  isCounted,
  unitLength,
} from "../../../../../src/extractors/rules/tagged/values/measured-value.js";

test("hasNumber() finds figures and words for amounts", () => {
  for (const value of ["7", "half a tablet", "twice", "size M", "an hour"])
    expect(hasNumber(value)).toBe(true);
  for (const value of ["tea", "Marisol", "on the shelf"]) expect(hasNumber(value)).toBe(false);
});

test("isBareNumber() accepts a number with its unit and nothing else", () => {
  for (const value of ["7", "18 kilos", "6:30 pm", "€40", "fourteen", "21 °C"])
    expect(isBareNumber(value), value).toBe(true);
  for (const value of ["12 red apples", "one of us", "tea", "Room"])
    expect(isBareNumber(value), value).toBe(false);
});

describe("unitLength()", () => {
  test.each([
    ["200", " euros a month, no", " euros a month"],
    ["five", " times, then", " times"],
    ["half", " a tablet a day", " a tablet"],
    ["5", " pm.", " pm"],
    ["12", " red apples", ""],
    ["tea", " euros", ""],
    ["3", " daysailers", ""],
  ])("%s, then%s", (value, rest, unit) => {
    expect(rest.slice(0, unitLength(value, rest))).toBe(unit);
  });
});

test("isCounted() finds what a number counts", () => {
  expect(isCounted("euros", "pay 38 ")).toBe(true);
  expect(isCounted("years of practice", "12 ")).toBe(true);
  expect(isCounted("euros", "pay in ")).toBe(false);
  expect(isCounted("apples", "12 ")).toBe(false);
});
