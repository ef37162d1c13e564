import { describe, expect, test } from "vitest";
import { pastimesOf } from "../../../../../src/extractors/rules/facts/forms/pastimes.js";
import { segment } from "../../../../../src/remember/segment/segment.js";
import { factsIn, saidAt } from "../../../drafts.js";

const grammar = { parts: ["grammar"] } as const;

/** Ana says it; every fact that it states. */
const stated: Readonly<Record<string, readonly string[]>> = {
  "I've been sketching a lot, mostly birds.": ["Ana: hobby = sketching"],
  "Rowing keeps me sane in winter.": ["Ana: hobby = rowing"],
  "Archery is my escape.": ["Ana: hobby = archery"],
  "We've taken up fencing together.": ["Ana: hobby = fencing"],
  "I've recently taken up basket weaving.": ["Ana: hobby = basket weaving"],
  "I picked up calligraphy again after the move.": ["Ana: hobby = calligraphy"],
  "We go bouldering with the twins.": ["Ana: hobby = bouldering"],
  "I signed up for a bookbinding class at the library.": ["Ana: education = bookbinding class"],
  "I've been taking salsa lessons with Jo.": ["Ana: education = salsa lessons"],
};

describe("pastimesOf() finds in", () => {
  test.for(Object.entries(stated))("%s", async ([text, expected]) => {
    expect(await factsIn(text, grammar)).toEqual(expected);
  });
});

describe("pastimesOf() finds nothing in", () => {
  test.for([
    "I've been writing a report for my boss.",
    "I've been drawing up the contract.",
    "I've been running the numbers again.",
    "I picked up the kids and the laundry.",
    "I took up too much of your time.",
    "I'm thinking of taking up fencing.",
    "If I've taken up fencing, is my insurance still valid?",
    "I haven't been swimming in years.",
    "I never go hiking.",
    "Swimming helps them relax.",
    "I took a new class.",
  ])("%s", (text) => {
    const [passage] = segment(text, { speaker: "Ana", saidAt });
    expect(pastimesOf(text, passage!)).toEqual([]);
  });
});
