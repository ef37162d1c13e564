import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/text/token-estimate.js";

describe("estimateTokens()", () => {
  it.each([
    ["", 0],
    [" \n", 0],
    ["the kite", 2],
    ["the kite, red.", 5],
    ["internationalisation", 4],
    ["東京タワー", 5],
    ["Привет мир", 2],
    ["🪁", 1],
  ])("counts %j as %d", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});
