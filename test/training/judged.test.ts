import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Conversation } from "../../benchmarks/recall-quality/conversations.js";
import { loadReaders, type Readers } from "../../training/extractor/examples/examples.js";
import {
  examplesOfJudged,
  type JudgedFact,
  parseJudged,
  readJudged,
} from "../../training/extractor/examples/judged.js";

const file = fileURLToPath(new URL("../../training/extractor/judged/realmem.jsonl", import.meta.url));

function turn(id: string, speaker: string, text: string, session = "a") {
  return { id, session, at: "2026-04-02T08:00:00Z", speaker, text };
}

function fact(turn: string, value: string, more: Partial<JudgedFact> = {}): JudgedFact {
  const drafted = { entity: "the user", property: "home", verdict: "right" } as const;
  return { conversation: "Wendel", turn, ...drafted, value, ...more };
}

const conversation: Conversation = {
  id: "Wendel",
  turns: [
    turn("t1", "assistant", "Where do you live?"),
    turn("t2", "user", "I live in Husum with a cat called Pim."),
    turn("t3", "user", "Write a poem about Emden.", "b"),
  ],
  questions: [],
};

let readers: Readers;
beforeAll(async () => {
  readers = await loadReaders();
});

describe("judged facts of conversations", () => {
  it("readJudged() accepts the file, which has facts of every verdict", () => {
    const verdicts = new Set(readJudged(file).map(({ verdict }) => verdict));
    expect(verdicts).toEqual(new Set(["right", "task", "property", "wrong"]));
  });

  it("parseJudged() refuses a verdict that it does not know and names the line", () => {
    const lines = [fact("t2", "Husum"), { ...fact("t2", "Husum"), verdict: "maybe" }];
    expect(() =>
      parseJudged(
        lines.map((line) => JSON.stringify(line)),
        "judged.jsonl",
      ),
    ).toThrow("Cannot read judged.jsonl: line 2 must be a judged fact");
  });

  it("examplesOfJudged() has the user's messages, with the turn before of their session as context", () => {
    const [first, second, ...others] = examplesOfJudged([conversation], [], readers);
    expect(others).toEqual([]);
    expect([first?.text, second?.text]).toEqual([conversation.turns[1]!.text, conversation.turns[2]!.text]);
    expect([first?.context, second?.context]).toEqual([5, 0]);
    expect([first?.keep, second?.keep]).toEqual([null, null]);
  });

  it("examplesOfJudged() labels only what was judged right", () => {
    const pet = fact("t2", "Pim", { entity: "cat", property: "name" });
    const judged = [fact("t2", "Husum"), pet, fact("t3", "Emden", { verdict: "task" })];
    const [first, second] = examplesOfJudged([conversation], judged, readers);
    expect(first?.facts).toMatchObject([
      { words: "Husum", property: "home", about: "speaker", value: [3, 3] },
      { words: "Pim", property: "name", about: "named", subject: [6, 6], value: [8, 8] },
    ]);
    expect(second?.facts).toEqual([]);
  });

  it("examplesOfJudged() leaves out facts of other turns, and values that are not copied from the text", () => {
    const judged = [
      fact("t3", "Husum"),
      fact("t2", "Flensburg"),
      fact("t2", "Husum", { conversation: "Edda" }),
    ];
    expect(examplesOfJudged([conversation], judged, readers).flatMap(({ facts }) => facts)).toEqual([]);
  });
});
