/**
 * Rules that always apply, in nine languages, from remember() to recall().
 */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { foreignCondition } from "../../src/text/rules/foreign-rules.js";
import { nothingStanding, standing } from "./standing-data.js";

async function standingRules(said: string): Promise<readonly string[]> {
  const { memory } = await testMemory({ seed: [said] });
  const { rules = [] } = await memory.recall("How many moons does Saturn have?");
  return rules.filter((rule) => rule.standing).map(({ text }) => text);
}

describe.each(Object.entries(standing))("a standing rule in %s", (_, texts) => {
  it.each(texts)("%s", async (text) => expect(await standingRules(text)).toEqual([text]));
});

describe.each(Object.entries(nothingStanding))("no standing rule in %s", (_, texts) => {
  it.each(texts)("%s", async (text) => expect(await standingRules(text)).toEqual([]));
});

describe("foreignCondition()", () => {
  it.each([
    ["Wenn ich nach Rezepten frage, schreibe alle Mengen in Gramm.", "ich nach Rezepten frage"],
    ["Cuando te pida un resumen, usa tres frases.", "te pida un resumen"],
    ["Quand je parle de travail, réponds en anglais.", "je parle de travail"],
    ["Quando eu pedir código, use Python.", "eu pedir código"],
    ["Когда я спрашиваю о погоде, называй градусы.", "я спрашиваю о погоде"],
    ["जब मैं व्यंजन पूछूँ, प्याज मत लिखना।", "मैं व्यंजन पूछूँ"],
    ["如果我问菜谱，请不要用香菜。", "我问菜谱"],
    ["レシピを聞いたときは、分量をグラムで書いてください。", "レシピを聞いた"],
  ])("reads %s", (sentence, condition) => expect(foreignCondition(sentence)).toBe(condition));

  it.each([
    "Wenn ich Zeit habe, lese ich.",
    "Cuando llueve, me quedo en casa.",
    "Quand il pleut, je reste chez moi.",
    "Когда идёт дождь, я остаюсь дома.",
    "下雨的时候，我在家看书。",
    "When it rains, use the side door.",
  ])("finds no rule in %s", (sentence) => expect(foreignCondition(sentence)).toBeNull());
});
