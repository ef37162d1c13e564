import { describe, expect, it } from "vitest";
import type { SearchPayload } from "../../../src/contract/recall.js";
import { Memory } from "../../../src/index.js";
import { interpret } from "../../../src/recall/question/interpret.js";
import { confidenceOf } from "../../../src/recall/ranking/confidence.js";
import { topicOf } from "../../../src/recall/ranking/topic.js";
import { readableSearch } from "../../../src/rendering/readable.js";
import { passage } from "../pool.js";

const nothing = {
  semantic_memory: "",
  episodic_memory: "",
  procedural_memory: "",
  relevant_file_ids: [],
  file_memory: [],
};
const something = { ...nothing, episodic_memory: 'On 3 May 2026, Ana said: "I moved."' };

describe("confidenceOf()", () => {
  it("is none if nothing is returned, however likely an answer is", () => {
    expect(confidenceOf(nothing, { answerable: 0.9, said: [], direct: undefined })).toBe("none");
  });

  it("is weak where an answer is not almost sure", () => {
    expect(confidenceOf(something, { answerable: 0.92, said: [], direct: undefined })).toBe("weak");
    expect(confidenceOf(something, { answerable: 0.93, said: [], direct: undefined })).toBe("found");
  });

  it("asks less of an estimate where the question names nobody", () => {
    const found = { answerable: 0.81, said: [], direct: undefined };
    expect(confidenceOf(something, found)).toBe("weak");
    expect(confidenceOf(something, { ...found, named: false })).toBe("found");
    expect(confidenceOf(something, { ...found, answerable: 0.7, named: false })).toBe("weak");
  });

  it("is weak where two passages share the words of the topic and the number between them", () => {
    const saying = (text: string) => ({
      passage: passage(1, text),
      probability: 1,
      touches: true,
      signals: () => ({}),
    });
    const question = interpret("What is the electrician's number?", {
      now: new Date("2026-03-01T00:00:00Z"),
    });
    const evidence = {
      answerable: 0.85,
      direct: undefined,
      named: false,
      topic: topicOf(question),
      asksNumber: true,
    };
    const apart = [saying("The electrician is Anja."), saying("The plumber's number is 555 0101.")];
    expect(confidenceOf(something, { ...evidence, said: apart })).toBe("weak");
    const together = [saying("The electrician's number is 555 0144.")];
    expect(confidenceOf(something, { ...evidence, said: together })).toBe("found");
  });

  it("is weak if what was true before is asked for and nothing says that it is over", () => {
    const answer = (text: string) => ({
      passage: passage(1, text),
      probability: 1,
      touches: true,
      signals: () => ({}),
    });
    const found = { answerable: 0.99, direct: undefined, former: true };
    expect(confidenceOf(something, { ...found, said: [answer("I play the viola.")] })).toBe("weak");
    expect(confidenceOf(something, { ...found, said: [answer("I used to play the cello.")] })).toBe("found");
  });

  const saying = (text: string) => ({
    passage: passage(1, text),
    probability: 1,
    touches: true,
    signals: () => ({}),
  });

  it("is weak if the asker asks about themself and the best passage is only about a relative", () => {
    const found = { answerable: 0.99, direct: undefined };
    const confidence = (text: string, aboutAsker = true) =>
      confidenceOf(something, { ...found, aboutAsker, said: [saying(text)] });
    expect(confidence("Mum used to work for the council.")).toBe("weak");
    expect(confidence("My brother's shop opens at six. The tide is low.")).toBe("found");
    expect(confidence("My brother plays the cello. My sister sings.")).toBe("weak");
    expect(confidence("My brother gave me a cello.")).toBe("found");
    expect(confidence("I used to work for the council.")).toBe("found");
    expect(confidence("Mum used to work for the council.", false)).toBe("found");
  });

  it("asks as much of an estimate where the best passages lack a word of the topic", () => {
    const found = { answerable: 0.85, direct: undefined, named: false };
    const said = [saying("The bakery opens at six.")];
    const topic = (query: string) => topicOf(interpret(query, { now: new Date("2026-06-10T12:00:00Z") }));
    const of = (query: string) => confidenceOf(something, { ...found, said, topic: topic(query) });
    expect(of("When does the pharmacy open?")).toBe("weak");
    expect(of("What time does the bakery open?")).toBe("found");
  });

  it("is weak if a place is asked for and the best passages name none", () => {
    const found = { answerable: 0.99, direct: undefined, asks: new Set(["place"] as const) };
    expect(confidenceOf(something, { ...found, said: [saying("I teach history.")] })).toBe("weak");
    expect(confidenceOf(something, { ...found, said: [saying("I teach in the annexe.")] })).toBe("found");
  });

  it("is weak if the best passage only supposes, unless the question asks for that", () => {
    const found = { answerable: 0.99, direct: undefined };
    const said = [saying("If I ever retire I'd buy a boat in Split.")];
    expect(confidenceOf(something, { ...found, said })).toBe("weak");
    expect(confidenceOf(something, { ...found, said, supposes: true })).toBe("found");
    expect(confidenceOf(something, { ...found, said: [saying("I bought a boat in Split.")] })).toBe("found");
  });

  it("is found if everything about somebody was asked for and something is returned", () => {
    const direct = { kind: "overview", names: ["ana"] } as const;
    expect(confidenceOf(something, { answerable: 0.1, said: [], direct })).toBe("found");
  });
});

describe("recall()", () => {
  it("is found for a stored fact that is asked for by name, and none for an empty answer", async () => {
    await using memory = new Memory();
    await memory.remember("Ana moved to Lisbon in May.");
    expect((await memory.recall("Where does Ana live?")).confidence).toBe("found");
    expect((await memory.recall("Who won the cup final in 1974?")).confidence).toBe("none");
  });
});

describe("readableSearch()", () => {
  const payload: SearchPayload = { ...something, tokens: 1, cost: 0, wallet_balance: 0 };

  it("marks a weak recall, and no other", () => {
    expect(
      readableSearch({ ...payload, confidence: "weak" }, { boundary: "0123456789abcdef".repeat(2) }),
    ).toContain("may hold no answer");
    expect(
      readableSearch({ ...payload, confidence: "found" }, { boundary: "0123456789abcdef".repeat(2) }),
    ).not.toContain("may hold no answer");
    expect(readableSearch(payload, { boundary: "0123456789abcdef".repeat(2) })).not.toContain(
      "may hold no answer",
    );
  });
});
