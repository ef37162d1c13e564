/** Questions that name which thing or whom they mean, beside things of the same kind. */
import { describe, expect, it } from "vitest";
import { interpret } from "../../../../src/recall/question/interpret.js";
import { testMemory } from "../../../../src/testing/index.js";

async function asked(content: string, query: string, speaker?: string) {
  const { memory, clock } = await testMemory({});
  clock.set("2026-04-01T09:00:00Z");
  await memory.remember({ content, ...(speaker === undefined ? {} : { speaker }) });
  const found = await memory.recall({ query, ...(speaker === undefined ? {} : { speaker }) });
  await memory.close();
  return found;
}

describe("recall() of a thing that a name identifies", () => {
  it.each([
    ["The parcel from Turin comes on 4 May.", "When does the parcel from Genoa come?"],
    ["My session with the physio Dr Lindgren is on 4 May.", "When is my session with the physio Dr Obi?"],
    ["Meine Nichte Ida spielt Cello.", "Welches Instrument spielt Jonas?"],
  ])("is empty if nobody mentioned the name: %s", async (content, query) => {
    const { confidence, semantic_memory, episodic_memory } = await asked(content, query);
    expect(`${semantic_memory}${episodic_memory}`).toBe("");
    expect(confidence).toBe("none");
  });

  it("is answered if somebody mentioned the name", async () => {
    const { episodic_memory } = await asked(
      "The parcel from Turin comes on 4 May.",
      "When does the parcel from Turin come?",
    );
    expect(episodic_memory).toContain("4 May");
  });
});

describe("interpret()", () => {
  const at = { now: new Date("2026-04-01T09:00:00Z") };

  it("reads the subject of a German question after its verb", () => {
    expect(interpret("Verträgt Ida Laktose?", at).askedAbout?.names).toEqual([["ida"]]);
    expect(interpret("Was frisst Idas Hund?", at).askedAbout?.names ?? []).toEqual([]);
    expect(interpret("Wer hat Schlüssel?", at).askedAbout?.names ?? []).toEqual([]);
  });

  it('takes "mine" for the asker and "own" for a verb', () => {
    const mine = interpret("Which locker is mine?", at);
    expect(mine.askedAbout?.asker).toBe(true);
    expect(mine.words.map(({ word }) => word)).toEqual(["locker"]);
    expect(interpret("Where is the gold mine?", at).askedAbout).toBeUndefined();
    expect(interpret("What does Yuki own?", at).direct?.kind).toBe("fact");
  });
});
