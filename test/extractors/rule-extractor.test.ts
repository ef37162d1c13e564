import { afterEach, describe, expect, it, vi } from "vitest";
import { ruleExtractor } from "../../src/extractors/rule-extractor.js";
import { describeExtractor, passage } from "./extractor.contract.js";

describeExtractor("RuleExtractor", ruleExtractor);

describe("RuleExtractor", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("gives other work a turn after as many characters, not after as many passages", async () => {
    const turns = async (text: string) => {
      const immediate = vi.spyOn(globalThis, "setImmediate");
      await ruleExtractor().extract({
        passages: Array.from({ length: 24 }, () => passage(text)),
        previousContext: null,
      });
      const { length } = immediate.mock.calls;
      immediate.mockRestore();
      return length;
    };
    await turns("I live in Porto.");
    expect(await turns("I live in Porto.")).toBe(5);
    expect(await turns("I live in Porto. ".repeat(60))).toBe(23);
  });
});
