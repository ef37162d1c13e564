/** Every program in examples/ runs, and prints what it promises. */
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "log").mockImplementation((...parts: unknown[]) => {
    printed.push(parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "));
  });
});
afterEach(() => vi.restoreAllMocks());

const promises: Record<string, readonly RegExp[]> = {
  "agent-loop": [/## Rules\n.*beaufort/su],
  "chat-import": [
    /^first-evening: \d+ stored, \d+ skipped$/mu,
    /Where does Mirjam live\?\n.*Utrecht.*In December 2025:\n.*Leeds/su,
    /Only the session of the launch:\n.*blue cake/su,
  ],
  "forget-and-prove": [
    /in the bytes before: [1-9]/u,
    /would be erased: .*oboe/u,
    /forgotten: true, verified: true/u,
    /in the bytes after: 0/u,
    /still known: .*fire station/u,
    /in the trail: FORGET privacy desk erasure request 2026\/17/u,
    /the trail is intact: true/u,
  ],
  "ai-sdk-agent": [
    /^tools: recall$/mu,
    /^answer: In the blue container/mu,
    /shown to the model: <recalled_memory_[0-9a-f]{32}>[\s\S]*Thursday[\s\S]*<\/recalled_memory_/u,
    /^shown to the model: When is the crane inspection\?$/mu,
  ],
  "local-models": [/^embedder: transformers:tiny-static@main\?pooling=mean/mu, /^first: .*boathouse/mu],
  "remember-a-folder": [
    /^harbour-rules\.md: 2 passages$/mu,
    /hot pump\?\n {2}pump-manual\.md, Faults: A hot pump has run dry/u,
    /regatta\?\n {2}nothing/u,
    /newer version: .*"created":1,"known":1,"ended":1/u,
    /cost\?\n.*twelve euros[\s\S]*cost\?\n.*ten euros/u,
    /forgotten: 3, verified: true/u,
  ],
  "move-in": [
    /^mem0: 1 records$/mu,
    /not imported, 1 memory: memory: must be a text that is not empty/u,
    /Where does Ines live\?\n.*Faro.*\nIn 2025:\n.*Coimbra/su,
    /^## Ines\n\n### Facts\n\n(?:- .*\n)*- Ines lives in Faro/mu,
    /^- Ines lives in Coimbra \*\(since 2024-02-01; until 2026-01-15; source \d\)\*$/mu,
  ],
  "llm-extractor": [
    /^CREATE: Ines is a vegetarian\.$/mu,
    /^UPDATE: Ines eats fish\. \(before: vegetarian\)$/mu,
    /^dropped: Ines eats no seafood\. \(its quote does not stand in the passage\)$/mu,
    /^decided by the model: true, tokens: 7\d\d$/mu,
    /^recalled: .*fish/mu,
  ],
  "app-under-test": [/Ana gets a window seat/u, /Bela's preference has expired/u],
};

describe("examples", () => {
  test("are all promised something", () => {
    const programs = readdirSync(new URL("../examples", import.meta.url))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => name.replace(/\.ts$/u, ""));
    expect(programs.sort()).toEqual(Object.keys(promises).sort());
  });

  test.each(Object.entries(promises))("%s prints what it promises", async (name, patterns) => {
    await import(`../examples/${name}.ts`);
    for (const pattern of patterns) expect(printed.join("\n")).toMatch(pattern);
  });
});
