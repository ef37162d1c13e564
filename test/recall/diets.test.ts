/** Requests for food bring what the people concerned cannot eat. */
import { describe, expect, it } from "vitest";
import { staticEmbedder } from "../../src/embedders/static-embedder.js";
import { foodTest } from "../../src/recall/diets/food.js";
import { testMemory } from "../../src/testing/index.js";

const said: readonly (readonly [content: string, speaker: string])[] = [
  ["I'm allergic to cashews.", "Runa"],
  ["I moved to the third floor.", "Runa"],
  ["I can't have oysters, they make me ill.", "Piet"],
  ["I can't have visitors after ten.", "Piet"],
  ["My locker is number 12.", "Zofia"],
];

async function asked(query: string, speaker?: string) {
  const { memory, clock } = await testMemory({});
  clock.set("2026-04-01T09:00:00Z");
  for (const [content, speaker] of said) {
    await memory.remember({ content, speaker });
    clock.advance(86_400_000);
  }
  const found = await memory.recall({ query, ...(speaker === undefined ? {} : { speaker }) });
  await memory.close();
  return { prose: `${found.semantic_memory}\n${found.episodic_memory}`, confidence: found.confidence };
}

describe("recall() of a request for food", () => {
  it.each(["Plan a three-course supper for all of us.", "Which snacks should we buy for the picnic?"])(
    "brings what anybody cannot eat: %s",
    async (query) => {
      const { prose } = await asked(query, "Zofia");
      expect(prose).toContain("cashews");
      expect(prose).toContain("oysters");
      expect(prose).not.toContain("visitors");
    },
  );

  it("brings only what concerns the person whom it names", async () => {
    const { prose } = await asked("Order a lunch box for Piet.", "Zofia");
    expect(prose).toContain("oysters");
    expect(prose).not.toContain("cashews");
  });

  it("brings only the asker's own where only the asker eats", async () => {
    const { prose } = await asked("What should I eat for breakfast?", "Runa");
    expect(prose).toContain("cashews");
    expect(prose).not.toContain("oysters");
  });

  it("is weak if nothing else was found", async () => {
    const { confidence } = await asked("Suggest a dessert.", "Zofia");
    expect(confidence).toBe("weak");
  });

  it.each(["Write the agenda for the team meeting.", "When is dinner served at the hotel?"])(
    "brings nothing to %s",
    async (query) => {
      const { prose } = await asked(query, "Zofia");
      expect(prose).not.toMatch(/cashews|oysters/);
    },
  );
});

describe("foodTest()", () => {
  it("knows meals and ingredients by meaning", async () => {
    const food = foodTest(staticEmbedder(), undefined);
    expect(await food.isAboutMeals("Pack a picnic")).toBe(true);
    expect(await food.isAboutMeals("Paint the shed")).toBe(false);
    expect(await food.isAboutFood("no mushrooms")).toBe(true);
    expect(await food.isAboutFood("no meetings")).toBe(false);
  });

  it("finds nothing with an embedder that charges for words", async () => {
    const { embed, id, dimensions } = staticEmbedder();
    const charging = { id, dimensions, embed, countTokens: () => 1 };
    expect(await foodTest(charging, undefined).isAboutMeals("dinner")).toBe(false);
  });
});
