import { describe, expect, it } from "vitest";
import { asksByChain } from "../../../src/recall/question/chain-question.js";
import { interpret } from "../../../src/recall/question/interpret.js";

const now = new Date("2026-06-10T12:00:00Z");
const asks = (query: string) => asksByChain(interpret(query, { now }));

describe("asksByChain()", () => {
  it("is true for a question that reaches its subject by way of another thing", () => {
    expect(asks("In which city was the author of Emma's sister born?")).toBe(true);
    expect(asks("What is the capital of the country that Olga moved to?")).toBe(true);
    expect(asks("Who runs the company which the brother of Ana works for?")).toBe(true);
  });

  it("is false for a question about one thing", () => {
    expect(asks("Where does Ana work?")).toBe(false);
    expect(asks("What is the name of the dog?")).toBe(false);
    expect(asks("Which is Ana's favourite tea?")).toBe(false);
  });

  it("is false if a time says what is meant, and for several sentences", () => {
    expect(asks("What was the name of the cafe that we went to in May 2026?")).toBe(false);
    expect(asks("I am back. What is the name of the dog of Ana's sister?")).toBe(false);
  });
});
