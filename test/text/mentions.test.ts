import { expect, test } from "vitest";
import { mentionsOf } from "../../src/text/mentions.js";

const named: readonly (readonly [string, readonly string[]])[] = [
  ["Tom moved to Lisbon in May.", ["Tom", "Lisbon"]],
  ["I met Tom's sister in New York.", ["Tom", "New York"]],
  ["We visited St. Mary's Hospital on Monday.", ["St. Mary's Hospital", "St. Mary"]],
  ["Yesterday Clara and Tom ate at Chez Anna.", ["Clara", "Tom", "Chez Anna"]],
  ["The University of Graz hired Dr. Vera Lang.", ["University of Graz", "Vera Lang"]],
  ["I like tea.", []],
  ["Running is fun. Really!", []],
  ["THIS IS LOUD TEXT", []],
  ["Tom called. Tom laughed. tom.", ["Tom"]],
  ["1. Do the dishes", []],
];

test.each(named)("mentionsOf() finds the names in: %s", (text, names) => {
  expect(mentionsOf(text)).toEqual(names);
});

test("mentionsOf() returns at most 32 names", () => {
  const crowd = Array.from({ length: 80 }, (_, index) => `Tom${index},`).join(" ");
  expect(mentionsOf(`They are ${crowd}`)).toHaveLength(32);
});
