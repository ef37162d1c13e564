import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { clip, colorsWanted, count, wrap } from "../../../src/cli/terminal/terminal.js";

const screen = Object.assign(new PassThrough(), { isTTY: true });

test("colorsWanted() is true on a terminal, and false for a pipe, NO_COLOR and a dumb terminal", () => {
  expect(colorsWanted(screen, {})).toBe(true);
  expect(colorsWanted(new PassThrough(), {})).toBe(false);
  expect(colorsWanted(screen, { NO_COLOR: "1" })).toBe(false);
  expect(colorsWanted(screen, { TERM: "dumb" })).toBe(false);
  expect(colorsWanted(new PassThrough(), { FORCE_COLOR: "1" })).toBe(true);
});

test("wrap() breaks at spaces, keeps line breaks and indents every line", () => {
  expect(wrap("one two three four five six\nseven", 24, "  ")).toBe(
    "  one two three four\n  five six\n  seven",
  );
});

test("clip() shortens to whole characters with an ellipsis", () => {
  expect(clip("a  b\nc", 10)).toBe("a b c");
  expect(clip("🦉🦉🦉🦉", 3)).toBe("🦉🦉…");
});

test("count() uses the singular and the plural", () => {
  expect(count(1, "record")).toBe("1 record");
  expect(count(1200, "record")).toBe("1,200 records");
});
