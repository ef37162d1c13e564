/** Every program in examples/frameworks/ runs with its framework, and prints what it promises. */
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "log").mockImplementation((text: unknown) => void printed.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

const promises: Record<string, readonly RegExp[]> = {
  "anthropic-memory-tool": [
    /^answered to the model: File created successfully at: \/memories\/boats\.md$/mu,
    /^answered to the model: Here're the files and directories up to 2 levels deep[\s\S]*\t\/memories\/boats\.md$/mu,
    /^answer: I wrote it down\.$/mu,
    /^recalled: [\s\S]*blue container/mu,
    /^forgotten: true, verified: true$/mu,
  ],
  "langgraph-store": [
    /^nearest: The oven of the bakery is hot at five in the morning\.$/mu,
    /^longer than 7 m: spray$/mu,
    /^namespaces: boats, recipes$/mu,
    /^deleted: true$/mu,
  ],
  "openai-agents-session": [
    /^items that the model sees: 1$/mu,
    /^items that the model sees: 3$/mu,
    /^answer: You said that Spray is at pier 4\.$/mu,
    /^items of another session: 0$/mu,
    /^recalled: Spray is moored at pier 4\.$/mu,
  ],
  "langchain-chat": [
    /System: What is known:\n.*blue container.*\nHuman: Where is the spare propeller\?$/mu,
    /AI: In the blue container\.\nHuman: Are you sure about the propeller\?$/mu,
    /^messages: 4$/mu,
  ],
};

describe("examples of frameworks", () => {
  test("are all promised something", () => {
    const names = readdirSync(new URL("../../examples/frameworks", import.meta.url));
    const programs = names.filter((name) => name.endsWith(".ts"));
    expect(programs.sort()).toEqual(
      Object.keys(promises)
        .map((name) => `${name}.ts`)
        .sort(),
    );
  });

  test.each(Object.entries(promises))("%s prints what it promises", async (name, patterns) => {
    await import(`../../examples/frameworks/${name}.ts`);
    for (const pattern of patterns) expect(printed.join("\n")).toMatch(pattern);
  });
});
