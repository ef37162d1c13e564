/** The labelled sentences that the classifier of rules is trained on. */
import { describe, expect, it } from "vitest";
import {
  parseSentences,
  readSentenceFile,
  sentenceFiles,
  sentencesOfTalk,
} from "../../training/rules/labelled-sentences.js";

const sentence = { text: "If it rains, ring me.", kind: "conditional", condition: "If it rains" };
const parse = (change: object) =>
  parseSentences([JSON.stringify(sentence), JSON.stringify({ ...sentence, ...change })], "rain.jsonl");

describe("labelled sentences of rules", () => {
  it.each(sentenceFiles)("readSentenceFile() accepts %s, which has every kind", (name) => {
    const kinds = readSentenceFile(name).map(({ kind }) => kind);
    for (const kind of ["none", "always", "conditional"])
      expect(kinds.filter((other) => other === kind).length).toBeGreaterThan(200);
  });

  it("no sentence is in both files", () => {
    const [first, second] = sentenceFiles.map((name) => readSentenceFile(name).map(({ text }) => text));
    expect(second!.filter((text) => first!.includes(text))).toEqual([]);
  });

  it("sentencesOfTalk() labels the sentence that states a rule", () => {
    const found = sentencesOfTalk();
    expect(found.filter(({ kind }) => kind !== "none").length).toBeGreaterThan(1000);
    expect(found.every(({ text, condition }) => condition === null || text.includes(condition))).toBe(true);
  });

  it.each([
    ["an unknown kind", { kind: "sometimes" }, "kind"],
    ["a condition that is not copied", { condition: "if it snows" }, '"if it snows"'],
    ["a conditional rule without a condition", { condition: null }, "must have a condition"],
    ["a condition of no rule", { kind: "none" }, "no other sentence"],
    ["an empty text", { text: " ", condition: " " }, "text"],
    ["a field that the format does not have", { mood: "wet" }, "fields"],
  ])("parseSentences() refuses %s and names the line", (_, change, part) => {
    expect(() => parse(change)).toThrow("Cannot read rain.jsonl: line 2");
    expect(() => parse(change)).toThrow(part);
  });
});
