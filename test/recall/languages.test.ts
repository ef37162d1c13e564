/** Recall in sixteen languages: what the bundled table does not know is found by its words. */
import { describe, expect, it } from "vitest";
import { Memory } from "../../src/index.js";
import { testClock } from "../../src/testing/index.js";
import { languages } from "./languages-data.js";

describe.each(languages)("recall() in $language", ({ said, asked }) => {
  async function proseOf() {
    const memory = new Memory();
    const skipped: string[] = [];
    for (const text of said) {
      const { data } = await memory.remember(text);
      skipped.push(...data.data.skipped.map((one) => one.text));
    }
    return { memory, skipped };
  }

  it("keeps every statement", async () => {
    const { memory, skipped } = await proseOf();
    await using _ = memory;
    expect(skipped).toEqual([]);
  });

  it.each(asked)("returns the answer to %s", async (question, answer) => {
    const { memory } = await proseOf();
    await using _ = memory;
    const { semantic_memory, episodic_memory, procedural_memory } = await memory.recall(question);
    const prose = [semantic_memory, episodic_memory, procedural_memory].join("\n");
    expect(prose).toContain(said[answer]?.replace(/[.。।]$/, ""));
  });
});

describe("recall() across spellings", () => {
  it.each([
    [
      "Wir haben in München bei Jürgen Müller übernachtet.",
      "Wo haben wir bei Jurgen Muller in Munchen ubernachtet?",
    ],
    ["Die Straße zum Weißensee ist gesperrt.", "Ist die Strasse zum Weissensee gesperrt?"],
    ["Mañana la señora Peña cierra su peluquería.", "¿Cuándo cierra la senora Pena su peluqueria?"],
    ["Le café de la Forêt est fermé à Noël.", "Quand le cafe de la Foret est-il ferme ?"],
    ["Łukasz kupił żółty rower w Gdańsku.", "Co kupił Łukasz w Gdansku, żołty rower?"],
    ["ＡＢＣ倉庫の鍵は引き出しにあります。", "ABC倉庫の鍵はどこですか？"],
  ])("finds %s", async (text, question) => {
    await using memory = new Memory();
    await memory.remember(text);
    await memory.remember("The boiler in the cellar hums at night.");
    const { semantic_memory, episodic_memory, procedural_memory } = await memory.recall(question);
    expect([semantic_memory, episodic_memory, procedural_memory].join("\n")).toContain(text.slice(0, -1));
  });
});

describe("remember() in other languages", () => {
  it.each([
    ["Wir sind gestern mit dem Nachtzug nach Wien gefahren.", "2025-06-09"],
    ["Am 3. Mai 2024 haben wir die Werkstatt eröffnet.", "2024-05-03"],
    ["Ayer llegamos a Sevilla en tren.", "2025-06-09"],
    ["El 3 de mayo de 2024 abrimos el taller.", "2024-05-03"],
  ])("dates %s", async (text, day) => {
    await using memory = new Memory({ clock: testClock("2025-06-10T09:00:00Z") });
    await memory.remember(text);
    const { items } = await memory.records({});
    expect(items.map(({ occurred_at }) => occurred_at.slice(0, 10))).toContain(day);
  });
});
