import { describe, expect, it } from "vitest";
import { askedPages, withoutPages } from "../../../src/recall/question/asked-pages.js";

describe("askedPages()", () => {
  it.each<[string, number[]]>([
    ["What does page 217 say about dredging?", [217]],
    ["What is on p. 12 of the report?", [12]],
    ["Summarise pages 3 and 5.", [3, 5]],
    ["Read pp. 12-14 to me", [12, 13, 14]],
    ["Was steht auf Seite 40?", [40]],
    ["pages 7, 8 and 9", [7, 8, 9]],
    ["How many pages does it have?", []],
    ["Who lives at 217 Page Street?", []],
    ["On page 0?", []],
  ])("%s", (question, pages) => expect(askedPages(question)).toEqual(pages));

  it("a long range is no place to look at", () => {
    expect(askedPages("pages 1 to 999999").length).toBeLessThanOrEqual(12);
  });
});

it("withoutPages() leaves what is asked about them", () => {
  expect(withoutPages("What does page 217 say about dredging?").split(/\s+/).join(" ")).toBe(
    "What does say about dredging?",
  );
});
