import { describe, expect, it } from "vitest";
import { renderAnswer } from "../../../src/recall/prose/render-answer.js";
import type { Ranked } from "../../../src/recall/ranking/rank.js";
import type { StoredPassage } from "../../../src/stores/store.js";
import { countTokens, passage, record } from "../pool.js";

const file = { id: "file-1", name: "manual.md", mediaType: "text/markdown", page: null, heading: "Fees" };
const ranked = (passages: readonly StoredPassage[]): Ranked[] =>
  passages.map((one) => ({ passage: one, probability: 0.9, touches: true, signals: () => ({}) }));
const said = ranked([
  passage(1, "I moved to Lisbon.", { speaker: "Ana" }),
  passage(2, "Ana likes tea.", { records: [record({ type: "semantic", text: "Ana likes tea." })] }),
]);
const pages = ["A berth costs twelve euros. Longer boats pay more.", "Dogs are kept on a lead."];
const files = ranked(pages.map((text, at) => passage(3 + at, text, { file })));
const options = { tokenBudget: 1000, limit: 50, countTokens, history: false, asked: [], factsFirst: false };

describe("renderAnswer()", () => {
  it.each([1000, 44, 30, 12])("returns the tokens of the whole answer, %i at most", (tokenBudget) => {
    const { fields, tokens } = renderAnswer({ said, files }, { ...options, tokenBudget });
    const prose = [fields.semantic_memory, fields.episodic_memory, fields.procedural_memory];
    const extracts = fields.file_memory.map(({ name, heading, text }) => [name, heading, text].join("\n"));
    const counted = [...prose, ...extracts].reduce((sum, text) => sum + countTokens(text), 0);
    expect(tokens).toBe(counted);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(tokenBudget);
  });

  it("returns as many sentences of a file as fit, if not even one extract does", () => {
    const { fields } = renderAnswer({ said: [], files }, { ...options, tokenBudget: 20 });
    expect(fields.file_memory.map(({ text }) => text.trim())).toEqual(["A berth costs twelve euros."]);
  });
});
