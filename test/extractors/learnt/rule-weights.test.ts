/** The file with the weights of the classifier of rules. */
import { describe, expect, it } from "vitest";
import { readRuleWeights, ruleHeaderBytes } from "../../../src/extractors/learnt/rule-weights.js";

describe("readRuleWeights()", () => {
  it("refuses bytes of another length or version", () => {
    expect(() => readRuleWeights(new Uint8Array(ruleHeaderBytes))).toThrow("rules.bin must be");
    const bytes = new Uint8Array(ruleHeaderBytes);
    bytes.set([75, 82, 85, 76, 2]);
    expect(() => readRuleWeights(bytes)).toThrow("rules.bin must be");
  });

  it("reads the weights from a part of a larger buffer", () => {
    const bytes = new Uint8Array(ruleHeaderBytes + 8 + 5);
    const view = new DataView(bytes.buffer);
    bytes.set([75, 82, 85, 76, 1], 5);
    view.setUint32(5 + 8, 4, true);
    view.setFloat32(5 + 12, 2, true);
    bytes[5 + ruleHeaderBytes] = 7;
    bytes[5 + ruleHeaderBytes + 7] = 9;
    const { rule, condition } = readRuleWeights(bytes.subarray(5));
    expect(rule).toEqual({ offset: 2, step: 0, weights: new Int8Array([7, 0, 0, 0]) });
    expect(condition.weights).toEqual(new Int8Array([0, 0, 0, 9]));
  });
});
