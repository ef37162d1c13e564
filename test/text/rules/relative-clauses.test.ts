import { expect, it } from "vitest";
import { directives } from "../../../src/prompt-safety/directives.js";
import { withPlainRelatives } from "../../../src/text/rules/relative-clauses.js";

it("withPlainRelatives() tells a relative clause from a pointer", () => {
  expect(withPlainRelatives("don't book anything that starts late")).toBe(
    "don't book anything which starts late",
  );
  expect(withPlainRelatives("don't send that to things like Ana")).toBe("don't send that to things like Ana");
});

it.each([
  ["I go to bed at ten, so don't suggest anything that starts after eight", 1],
  ["Don't send that to Ana", 0],
])("directives() reads %s", (text, count) => {
  expect(directives(text)).toHaveLength(count);
});
