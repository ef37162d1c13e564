import { describe, expect, it } from "vitest";
import { wholeName } from "../../src/extractors/rules/tagged/values/tagged-value.js";
import { Memory } from "../../src/index.js";

describe("wholeName()", () => {
  it.each([
    ["I met Marisol Reyes there.", "Reyes", "Marisol Reyes"],
    ["I met Marisol Reyes there.", "Marisol", "Marisol Reyes"],
    ["Thanks Marisol, see you", "Marisol", "Marisol"],
    ["we meet Monday Marisol said", "Marisol", "Marisol"],
    ["the old harbour", "harbour", "harbour"],
    ["my CEO Marisol", "Marisol", "Marisol"],
  ])("%s: %s", (text, part, whole) => {
    const start = text.indexOf(part);
    const span = wholeName(text, { start, end: start + part.length });
    expect(text.slice(span.start, span.end)).toBe(whole);
  });
});

describe("remember() of unusual names", () => {
  const valuesOf = async (content: string) => {
    await using memory = new Memory();
    const { data } = await memory.remember({ content });
    return data.data.memory_decisions.semantic.items.map(({ property, value }) => `${property}: ${value}`);
  };

  it.each([
    "Long day. We are looking for a data engineer, and yesterday I interviewed Balthasar Quennevoort.",
    "Yesterday I spoke with Balthasar Quennevoort in Ghent",
  ])("makes nobody a place or a job: %s", async (content) => {
    expect((await valuesOf(content)).filter((one) => one.includes("Quennevoort"))).toEqual([]);
  });

  it("is no name without a capital letter or a word of naming", async () => {
    const content = "I'm Delphine, I write crime novels and live on a houseboat in Ghent.";
    const names = (await valuesOf(content)).filter((one) => one.startsWith("name"));
    expect(names).toEqual(["name: Delphine"]);
  });

  it("makes what he does no fact of the speaker", async () => {
    const content = "He dropped the morning nap, it's only one after lunch at 12:30 now.";
    expect(await valuesOf(content)).toEqual([]);
  });

  it.each([
    "I had coffee with Ada yesterday, she loves climbing.",
    "I spend most weekends with Ada.",
    "We went bowling with Oliver and it was great fun.",
  ])("makes nobody what one did with them: %s", async (content) => {
    expect((await valuesOf(content)).filter((one) => /: (?:Ada|Oliver)$/.test(one))).toEqual([]);
  });

  it("takes the name of somebody who says who they are", async () => {
    expect(await valuesOf("I'm Wanjiru Ekholm, a potter from Turku.")).toEqual([
      "name: Wanjiru Ekholm",
      "occupation: potter",
    ]);
  });

  it("still takes them where they fit", async () => {
    expect(await valuesOf("I live in Quennevoort.")).toEqual(["home: Quennevoort"]);
    expect(await valuesOf("My landlord is Balthasar Quennevoort.")).toEqual([
      "landlord: Balthasar Quennevoort",
    ]);
  });
});
