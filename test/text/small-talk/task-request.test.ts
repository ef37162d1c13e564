/** Requests for the task at hand, which say nothing about their speaker. */
import { describe, expect, it } from "vitest";
import { isTaskRequest } from "../../../src/text/small-talk/task-request.js";

describe("isTaskRequest()", () => {
  it.each([
    "hotfix the null check in dunning.ts line 88",
    "run the tests again",
    "how much is 3.3 V over 47k, in microampere",
    "what's the difference between satisfies and as const",
    "linkedin post about spring in sales, funny, 50 words",
    "Five word problems with fractions please, set in a bakery.",
    "Yes, let's start with the first one",
  ])("%s", (text) => expect(isTaskRequest(text)).toBe(true));

  it.each([
    "order 48213 arrived on Saturday",
    "run done, 5 km in 31 minutes",
    "Test results are back and all fine",
    "my plan for Friday is dinner at the harbour",
    "What a day, the pump broke twice",
    "pulled something in my shoulder climbing",
  ])("not %s", (text) => expect(isTaskRequest(text)).toBe(false));
});
