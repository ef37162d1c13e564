import { describe, expect, test } from "vitest";
import { experiencesOf } from "../../../../../src/extractors/rules/facts/forms/experiences.js";
import { segment } from "../../../../../src/remember/segment/segment.js";
import { factsIn, saidAt } from "../../../drafts.js";

const grammar = { parts: ["grammar"] } as const;

/** Ana says it; every fact that it states. */
const stated: Readonly<Record<string, readonly string[]>> = {
  "I've never deployed a container or used Kubernetes in production, so go slow.": [
    "Ana: experience = never deployed a container or used Kubernetes in production",
  ],
  "Bear with me, we have never actually kept bees before.": ["Ana: experience = never kept bees"],
  "I've finished 12 chapters of the course so far.": ["Ana: experience = 12 chapters"],
  "I have already solved 25 chess puzzles this week.": ["Ana: experience = 25 chess puzzles"],
};

describe("experiencesOf() finds in", () => {
  test.for(Object.entries(stated))("%s", async ([text, expected]) => {
    expect(await factsIn(text, grammar)).toEqual(expected);
  });
});

describe("experiencesOf() finds nothing in", () => {
  test.for([
    "I've never tasted anything so good!",
    "I've never liked him.",
    "I've never tried it.",
    "If I've never paid a fee, is that fine?",
    "I've waited 20 minutes for you.",
    "I've spent 30 dollars on it.",
  ])("%s", async (text) => {
    expect(await factsIn(text, grammar)).toEqual([]);
  });
});

test("experiencesOf() takes time linear in the length of what never was", () => {
  const passage = segment([{ role: "user", content: "Hi", name: "Ana" }], { saidAt })[0]!;
  const took = (count: number) => {
    const text = `I've never used ${"a-b.c'd ".repeat(count)}`;
    const once = () => {
      const start = performance.now();
      experiencesOf(text, passage);
      return performance.now() - start;
    };
    // The shortest of many runs is what the work takes, whatever else the machine does.
    return Math.min(...Array.from({ length: 40 }, once));
  };
  took(100);
  // Ten times as long; quadratic work would take a hundred times as long.
  expect(took(40_000)).toBeLessThan(40 * took(4000) + 1);
});
