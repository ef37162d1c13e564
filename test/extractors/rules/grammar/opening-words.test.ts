import { describe, expect, test } from "vitest";
import { draftsOf, factsIn } from "../../drafts.js";

/** The entity of the event, and its participants. */
const expectedEvents: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  "Last Friday I met Rita.": ["Ana", ["Ana", "Rita"]],
  "In May I'm running a marathon.": ["Ana", ["Ana"]],
  "Yesterday Tom and I met Rita.": ["Ana", ["Ana", "Tom", "Rita"]],
  "Today I've finished the fence.": ["Ana", ["Ana"]],
  "Last week Tom moved to Oslo.": ["Tom", ["Ana", "Tom"]],
};

describe("a word of time before the subject", () => {
  test.each(Object.entries(expectedEvents))("%j is nobody's name", async (text, [entity, participants]) => {
    const event = (await draftsOf(text)).find(({ type }) => type === "episodic");
    expect(event).toMatchObject({ entity, participants });
  });
  test("leaves the facts of the subject behind it", async () => {
    expect(await factsIn("In 2019 I moved to Oslo.")).toEqual(["Ana: home = Oslo from 2019-01-01"]);
  });
});
