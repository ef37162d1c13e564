/**
 * Programs in examples/frameworks/newest/ run with their frameworks, and print what they promise.
 */
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "log").mockImplementation((text: unknown) => void printed.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

const promises: Record<string, readonly RegExp[]> = {
  "adk-runner": [
    /^the model sees the pier: true$/mu,
    /^found: .*Spray.*pier 4/mu,
    /^found by another user: 0$/mu,
  ],
  "llamaindex-memory": [
    /^messages for the model on Monday: 1$/mu,
    /^recalled: Spray .*pier 4$/mu,
    /^asked: Where is Spray moored\?$/mu,
    /^messages for the model of another user: 1$/mu,
  ],
  "mastra-agent": [/^answer: Noted\.$/mu, /^recalled: true$/mu, /^recalled for another user: false$/mu],
};

test("each example is promised something", () => {
  const programs = readdirSync(new URL("../../../examples/frameworks/newest", import.meta.url));
  expect(programs.sort()).toEqual(Object.keys(promises).map((name) => `${name}.ts`));
});

test.each(Object.entries(promises))("%s prints what it promises", async (name, patterns) => {
  await import(`../../../examples/frameworks/newest/${name}.ts`);
  for (const pattern of patterns) expect(printed.join("\n")).toMatch(pattern);
});
