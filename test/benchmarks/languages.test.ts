import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";

const folder = fileURLToPath(new URL("../../benchmarks/languages/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

describe("conversations in other languages", () => {
  it("there is a file for each of the eight languages", () => {
    expect(files.toSorted()).toEqual(
      ["de", "es", "fr", "hi", "ja", "pt", "ru", "zh"].map((code) => `${code}.jsonl`),
    );
  });

  it.each(files)("%s has evidence for what it asks", (name) => {
    const conversations = readConversations(folder + name);
    const questions = conversations.flatMap((one) => one.questions);
    expect(conversations.flatMap(({ turns }) => turns).length).toBeGreaterThanOrEqual(50);
    expect(questions.filter(({ evidence }) => evidence.length > 0)).toHaveLength(24);
    expect(questions.filter(({ kind }) => kind === "none")).toHaveLength(4);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    for (const { turns, questions } of conversations) {
      const ids = turns.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(turns.map(({ at }) => at)).toEqual(turns.map(({ at }) => at).toSorted());
      for (const { kind, evidence } of questions) {
        expect(ids).toEqual(expect.arrayContaining(evidence));
        expect(evidence.length === 0).toBe(kind === "none");
      }
    }
  });
});
