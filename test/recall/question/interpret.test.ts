import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { timeExpressions } from "../../../src/recall/question/time-expressions.js";

const now = new Date("2026-06-10T12:00:00Z");
const read = (query: string, previousContext?: string) => interpret(query, { now, previousContext });
const wordsOf = (query: string) => read(query).words.map(({ word }) => word);

describe("interpret()", () => {
  it("says what is asked for", () => {
    expect([...read("Where does Ana live?").asks]).toContain("place");
    expect([...read("When did Tom call?").asks]).toContain("time");
    expect([...read("How many keys are there?").asks]).toContain("count");
    expect([...read("Why did she leave?").asks]).toContain("reason");
    expect([...read("How should I format code?").asks]).toContain("advice");
  });

  it("reads names and leaves them out of the subject", () => {
    const question = read("What does Ana's neighbour Émile paint?");
    expect(question.names).toEqual(["ana", "emile"]);
    expect(question.subject).not.toMatch(/Ana|Émile/);
    expect(question.subject).toContain("paint");
  });

  it.each([
    "What did you recommend for the garden?",
    "Which papers did you list?",
    "What was the book that you once suggested?",
    "Summarise your advice on the loan.",
    "Thanks, the loan is settled. What have you told me about the tax?",
  ])("recognises that %j asks what the assistant said", (query) => {
    expect(read(query).aboutAssistant).toBe(true);
  });

  it.each([
    "Could you show me how to prune roses?",
    "What did I tell you about the garden?",
    "What did you note about my diet?",
    "Did you know that Ana paints?",
    "As you said, the vendor is late. What is next?",
  ])("does not take %j for a question about what the assistant said", (query) => {
    expect(read(query).aboutAssistant).toBe(false);
  });

  it("takes the wrapping of a question off its words", () => {
    expect(
      wordsOf("Can you give me a comprehensive summary of the garden project across our conversations?"),
    ).toEqual(["garden", "project"]);
  });

  it("keeps the words of a question that is all wrapping", () => {
    expect(wordsOf("Can you give me a summary?").length).toBeGreaterThan(0);
  });

  it("asks for history only where the question does", () => {
    expect(read("Where did Ana live before moving?").history).toBe(true);
    expect(read("How has her job changed?").history).toBe(true);
    expect(read("Where does Ana live?").history).toBe(false);
  });

  it("gives words of the context a lower weight than its own, and a higher one if it refers to them", () => {
    const weightOf = (query: string) =>
      read(query, "We talked about the harbour festival").words.find(({ word }) => word === "festiv")
        ?.weight ?? 0;
    expect(weightOf("Where is it?")).toBeGreaterThan(weightOf("Where does Tom work?"));
    expect(weightOf("Where is it?")).toBeLessThan(1);
  });

  it("picks the item of the context that the question points at", () => {
    const words = read("How long does the second one take?", "1. the harbour tour\n2. the castle walk").words;
    expect(words.map(({ word }) => word)).toContain("castl");
    expect(words.map(({ word }) => word)).not.toContain("harbour");
  });

  it("reads a thousand contexts deep without harm", () => {
    const deep = "and then we went on ".repeat(1000);
    expect(read("Where was it?", deep).words.length).toBeLessThan(100);
  });
});

describe("timeExpressions()", () => {
  const spans = (text: string) => timeExpressions(text, now).map(({ from, to }) => [day(from), day(to)]);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it.each([
    ["What happened in March 2024?", ["2024-03-01", "2024-04-01"]],
    ["on 3 May 2025", ["2025-05-03", "2025-05-04"]],
    ["on May 3rd", ["2026-05-03", "2026-05-04"]],
    ["in December", ["2025-12-01", "2026-01-01"]],
    ["last summer", ["2025-06-01", "2025-09-01"]],
    ["yesterday", ["2026-06-09", "2026-06-10"]],
    ["last week", ["2026-06-01", "2026-06-08"]],
    ["last year", ["2025-01-01", "2026-01-01"]],
    ["last Friday", ["2026-06-05", "2026-06-06"]],
    ["in 2023", ["2023-01-01", "2024-01-01"]],
    ["in early March", ["2026-03-01", "2026-03-13"]],
    ["in mid-October 2024", ["2024-10-09", "2024-10-23"]],
    ["at the end of February", ["2026-02-19", "2026-03-01"]],
    ["from October 2nd to 7th", ["2025-10-02", "2025-10-08"]],
    ["May 30 to June 2, 2025", ["2025-05-30", "2025-06-03"]],
    ["5–8 June 2024", ["2024-06-05", "2024-06-09"]],
    ["the plan for September", ["2025-09-01", "2025-10-01"]],
  ])("resolves %j", (text, expected) => {
    expect(spans(text)).toEqual([expected]);
  });

  it("opens an interval to the side that before and after name", () => {
    expect(spans("before March 2024")).toEqual([["0001-01-01", "2024-03-01"]]);
    expect(spans("since March 2024")[0]?.[0]).toBe("2024-03-01");
  });

  it("finds nothing in a question without a time", () => {
    expect(spans("May I march on, and may the others follow for march music?")).toEqual([]);
    expect(spans("Between April and May")).toHaveLength(2);
    expect(spans("Wo wohnt Ana?")).toEqual([]);
  });
});
