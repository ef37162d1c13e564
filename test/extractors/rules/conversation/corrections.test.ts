/** Corrections of the statement before. */
import { describe, expect, test } from "vitest";
import { factsIn } from "../../drafts.js";

describe("a correction", () => {
  test("replaces the value of the same kind", async () => {
    expect(await factsIn("I live in Lisbon. I meant Porto.")).toContain("Ana: home = Porto");
    expect(await factsIn("My rent is 900. Make that 950.")).toContain("Ana: rent = 950");
  });

  test.each([
    "My name is Oksana. It should be ready by May 10.",
    "My name is Oksana. I mean it.",
    "I like tea. That should be fun.",
  ])("is none where the value is of another kind: %s", async (text) => {
    expect(await factsIn(text)).toHaveLength(1);
  });
});
