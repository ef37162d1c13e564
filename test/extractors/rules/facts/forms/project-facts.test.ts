import { describe, expect, test } from "vitest";
import { projectFacts } from "../../../../../src/extractors/rules/facts/forms/project-facts.js";
import { segment } from "../../../../../src/remember/segment/segment.js";
import { saidAt } from "../../../drafts.js";

/** The facts that Ana states. */
function factsIn(text: string): string[] {
  const [passage] = segment(text, { speaker: "Ana", saidAt });
  return projectFacts(text, passage!).map(({ property, value }) => `${property} = ${value}`);
}

const stated: Readonly<Record<string, readonly string[]>> = {
  "I've split it into three modules: auth, billing and reports.": ["modules = auth, billing and reports"],
  "The book has four parts: sea, harbour, town and hills.": ["parts = sea, harbour, town and hills"],
  "I've decided to use argon2 for password hashing.": ["password hashing = argon2"],
  "We went with Mapbox for geocoding, it was cheaper.": ["geocoding = Mapbox"],
  "I'm hosting it on Render for now.": ["hosting = Render"],
  "Deployed the API to a Hetzner CX22 yesterday.": ["hosting = Hetzner CX22"],
};

describe("projectFacts() finds in", () => {
  test.each(Object.entries(stated))("%s", (text, expected) => expect(factsIn(text)).toEqual(expected));
});

describe("projectFacts() finds nothing in", () => {
  test.each([
    "I have three questions: when, where and how.",
    "It has three sides - can you help me draw it and name them?",
    "We have three kids: Ben, Lea and Tim.",
    "Should I use argon2 for password hashing?",
    "I'm trying to decide if we should use Mapbox for geocoding.",
    "I use flour for the cake.",
    "I use it for knitting.",
    "I use scissors for years now.",
    "We are hosting my cousin on Friday.",
  ])("%s", (text) => expect(factsIn(text)).toEqual([]));
});
