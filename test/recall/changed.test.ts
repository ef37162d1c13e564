import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

/** The prose of an answer. */
async function asked(seed: readonly string[], query: string): Promise<string> {
  const { memory } = await testMemory({ seed: [...seed] });
  const { semantic_memory, episodic_memory } = await memory.recall(query);
  await memory.close();
  return `${semantic_memory}\n${episodic_memory}`;
}

describe("recall() of what has changed", () => {
  it.each([
    [
      "few words of the question",
      "What is my berth number?",
      ["My berth in the marina is number 44.", "They moved us to berth 61 until the pier is fixed."],
      /61[\s\S]*44/,
    ],
    [
      "the value that is over",
      "What do I order at the café?",
      ["At the café I order a flat white.", "I've gone off flat whites, I order cocoa."],
      /cocoa[\s\S]*Earlier.*a flat white/,
    ],
    [
      "a denial of what was",
      "Which instrument does Rasa play?",
      ["My niece Rasa plays the harp.", "Rasa doesn't play the harp any more, she took up the drums."],
      /drums/,
    ],
  ])("returns a later statement first that has %s", async (_, query, seed, wanted) => {
    expect(await asked(seed, query)).toMatch(wanted);
  });

  it("returns what a relative said about the asker", async () => {
    const seed = [
      "I take my iron tablet at noon.",
      "My doctor says I should take the tablet at night instead.",
    ];
    expect(await asked(seed, "When do I take my tablet?")).toMatch(/at night[\s\S]*Earlier.*at noon/);
  });

  it("returns the asker's own appointment with a relation", async () => {
    const seed = [
      "My therapist is Dr Lund.",
      "The therapist's office called, my appointment is now on 8 May at 9:30.",
    ];
    expect(await asked(seed, "When is my therapist appointment?")).toContain("8 May");
  });

  it.each([
    ["Sorry, I meant Birch Road.", /Birch[\s\S]*Earlier.*Oak Road/],
    ["Correction: Birch Road.", /Birch[\s\S]*Earlier.*Oak Road/],
  ])("returns a correction that names only the new value: %s", async (correction, wanted) => {
    const seed = ["The dog's groomer is on Oak Road.", correction, "The dog is called Ruff."];
    expect(await asked(seed, "Where is the groomer?")).toMatch(wanted);
  });

  describe("without the name whose matter it is", () => {
    const first = "Hugo's recital is on 4 June at five.";
    const change = "The school called, the recital has been put back to 11 June.";

    it("returns the change first", async () => {
      expect(await asked([first, change], "When is Hugo's recital?")).toMatch(
        /11 June[\s\S]*Earlier.*4 June/,
      );
    });

    it("gives it to whom the last statement on the matter was about", async () => {
      const seed = [first, "Clara's recital is on 6 June.", change];
      expect(await asked(seed, "When is Hugo's recital?")).not.toContain("11 June");
      expect(await asked(seed, "When is Clara's recital?")).toContain("11 June");
    });
  });

  it("takes an excuse for no correction", async () => {
    const seed = ["The dog's groomer is on Oak Road.", "Sorry, I was late."];
    expect(await asked(seed, "Where is the groomer?")).not.toMatch(/late|Earlier/);
  });

  it("takes no change without the value that is asked for as the present", async () => {
    const seed = ["The shop opens at 9:15.", "The shop has a new carpet now."];
    expect(await asked(seed, "When does the shop open?")).not.toMatch(/carpet[\s\S]*9:15|Earlier/);
  });
});

describe("recall() of what has ended", () => {
  it.each([
    ["Which car do I have?", ["My car is a Saab 900.", "Traded the Saab in for a Skoda Octavia."], /Skoda/],
    [
      "Which instrument do I learn?",
      ["I am learning the cello.", "Gave up the cello, it is too big to carry."],
      /too big/,
    ],
  ])("returns what was said of its end for %s", async (query, seed, wanted) => {
    const { memory, clock } = await testMemory();
    for (const said of seed) {
      await memory.remember(said);
      clock.advance(86_400_000);
    }
    const { episodic_memory, semantic_memory, confidence } = await memory.recall(query);
    await memory.close();
    expect(`${semantic_memory}\n${episodic_memory}`).toMatch(wanted);
    expect(`${semantic_memory}\n${episodic_memory}`).not.toContain(seed[0]);
    expect(confidence).toBe("weak");
  });

  it("states no home of which nobody says that it lasts", async () => {
    const prose = await asked(["I'd been living in Oslo before that."], "Where do I live?");
    expect(prose).not.toContain("lives in Oslo");
  });
});
