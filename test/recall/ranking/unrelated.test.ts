import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { withoutUnrelated } from "../../../src/recall/ranking/unrelated.js";
import { passage } from "../pool.js";

const passages = Array.from({ length: 12 }, (_, id) => ({
  passage: passage(id, "We painted the shed on Saturday."),
  probability: id < 8 ? 0.02 : 0.002,
  touches: true,
  signals: () => ({}),
}));

/** The number of passages that are left. */
function left(text: string, answerable: number, storeSize = 1000, namesSpeaker = false): number {
  const question = interpret(text, { now: new Date("2026-06-10T12:00:00Z") });
  return withoutUnrelated(passages, { answerable, storeSize, namesSpeaker }, question).length;
}

describe("withoutUnrelated()", () => {
  it("returns less, the less likely an answer is", () => {
    expect(left("How is nylon made?", 0.7)).toBe(8);
    expect(left("How is nylon made?", 0.4)).toBe(5);
    expect(left("How is nylon made?", 0.3)).toBe(0);
  });

  it("returns the best few passages of a small store", () => {
    expect(left("How is nylon made?", 0.3, 40)).toBe(5);
  });

  it("returns all where one of the best passages has the words of the topic", () => {
    expect(left("When was the shed painted?", 0.3)).toBe(12);
    expect(left("When was the boat painted?", 0.3)).toBe(0);
  });

  it("returns all where the question names a speaker", () => {
    expect(left("How does one paint with Ana?", 0.3, 1000, true)).toBe(12);
  });

  it.each(["Where did Ana paint?", "What did I paint?", "Gdzie mieszka kot?", "Wo steht der Schuppen?"])(
    "leaves the answer to %s as it is",
    (text) => expect(left(text, 0.3)).toBe(12),
  );
});
