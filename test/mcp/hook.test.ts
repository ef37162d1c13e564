/** `memory_hook`: what the hooks of coding assistants get. */
import { Memory, type MemoryService } from "keepsake";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hookTokens } from "../../src/mcp/hook.js";
import { estimateTokens } from "../../src/text/token-estimate.js";
import { overHttp } from "./connections.js";

/** Calls the tool over HTTP and returns its text as JSON. */
async function hooked(memory: MemoryService) {
  const { client, close } = await overHttp(memory, { era: "legacy" });
  onTestFinished(close);
  return async (input: Record<string, unknown>) => {
    const result = await client.callTool({ name: "memory_hook", arguments: input });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toBeUndefined();
    const [content, ...others] = result.content as { type: string; text: string }[];
    expect(others).toEqual([]);
    return JSON.parse(content?.text ?? "") as {
      hookSpecificOutput?: { hookEventName: string; additionalContext: string };
      systemMessage?: string;
    };
  };
}

function memoryOf(): Memory {
  const memory = new Memory();
  onTestFinished(() => memory.close());
  return memory;
}

const placeholder = (name: string) => `\${${name}}`;
const submit = (prompt: string, more: object = {}) => ({ event: "UserPromptSubmit", prompt, ...more });

describe("memory_hook", () => {
  it("recalls for a prompt, and remembers the prompt afterwards", async () => {
    const memory = memoryOf();
    const hook = await hooked(memory);
    expect(await hook(submit("My daughter Ines is allergic to walnuts."))).toEqual({});
    const answer = await hook(submit("What is Ines allergic to?"));
    expect(Object.keys(answer)).toEqual(["hookSpecificOutput"]);
    expect(Object.keys(answer.hookSpecificOutput ?? {})).toEqual(["hookEventName", "additionalContext"]);
    expect(answer.hookSpecificOutput?.hookEventName).toBe("UserPromptSubmit");
    expect(answer.hookSpecificOutput?.additionalContext).toMatch(
      /<recalled_memory_[0-9a-f]{32}>[\s\S]*walnuts/,
    );
    expect(answer.hookSpecificOutput?.additionalContext).not.toMatch(/What is Ines/);
  });

  it("passes on the user's rules with every prompt", async () => {
    const hook = await hooked(memoryOf());
    await hook(submit("Always answer in metric units."));
    const answer = await hook(submit("How tall is the Eiffel tower?"));
    expect(answer.hookSpecificOutput?.additionalContext).toMatch(/<user_rules_[\s\S]*metric units/);
  });

  it("remembers the last answer as the assistant's, with the labels of the turn", async () => {
    const memory = memoryOf();
    const hook = await hooked(memory);
    const labels = { session: "s1", cwd: "/home/ana/billing/" };
    expect(await hook({ event: "Stop", answer: "The release went out on Monday.", ...labels })).toEqual({});
    expect((await memory.records()).items).toEqual([
      expect.objectContaining({
        entity: "the assistant",
        metadata: { session: "s1", project: "billing" },
      }),
    ]);
  });

  it("returns the profile when a session starts", async () => {
    const memory = memoryOf();
    const hook = await hooked(memory);
    expect(await hook({ event: "SessionStart" })).toEqual({});
    await memory.remember("I live in Lisbon.");
    const { hookSpecificOutput } = await hook({ event: "SessionStart" });
    expect(hookSpecificOutput).toMatchObject({
      hookEventName: "SessionStart",
      additionalContext: expect.stringMatching(/Lisbon/),
    });
  });

  it.each([
    ["a timer", submit("I live in Porto.", { source: "loop_wakeup" })],
    ["the program", submit("<task-notification>I live in Porto.</task-notification>")],
    ["a command", submit("/compact I live in Porto.")],
    ["nobody", submit("  ")],
    ["a placeholder that was not filled in", submit(placeholder("prompt"))],
  ])("learns nothing from a prompt of %s", async (_, input) => {
    const memory = memoryOf();
    const hook = await hooked(memory);
    expect(await hook(input)).toEqual({});
    expect((await memory.records()).items).toEqual([]);
  });

  it("uses a prompt whose source or labels were not filled in", async () => {
    const memory = memoryOf();
    const hook = await hooked(memory);
    await hook(
      submit("I live in Porto.", {
        source: placeholder("source"),
        session: placeholder("session_id"),
        new_field: 1,
      }),
    );
    expect((await memory.records()).items).toEqual([expect.objectContaining({ metadata: {} })]);
  });

  it("does not learn what it injected", async () => {
    const memory = memoryOf();
    const hook = await hooked(memory);
    await hook(submit("My daughter Ines is allergic to walnuts."));
    const { hookSpecificOutput } = await hook(submit("What is Ines allergic to?"));
    const before = (await memory.records()).items;
    await hook({ event: "Stop", answer: hookSpecificOutput?.additionalContext });
    expect((await memory.records()).items).toEqual(before);
  });

  it(`adds at most ${hookTokens} tokens to a prompt`, async () => {
    const memory = memoryOf();
    const hook = await hooked(memory);
    const words = "in the tables of the billing service and in every report that the team sends";
    for (let rule = 0; rule < 60; rule += 1)
      await memory.remember([
        { role: "user", content: `Always round amount number ${rule} to whole cents ${words}.` },
        { role: "user", content: `The report number ${rule} about amounts went to Ana Lima, ${words}.` },
      ]);
    for (const prompt of ["What about the report about amounts?", "How do I round an amount?"]) {
      const { hookSpecificOutput } = await hook(submit(prompt));
      const tokens = estimateTokens(hookSpecificOutput?.additionalContext ?? "");
      expect(tokens).toBeGreaterThan(hookTokens / 2);
      expect(tokens).toBeLessThanOrEqual(hookTokens);
    }
  });

  it("reports a failure to the user, and lets the turn go on", async () => {
    const memory = new Memory();
    await memory.close();
    const hook = await hooked(memory);
    expect(await hook(submit("Where do I live?"))).toEqual({
      systemMessage: expect.stringMatching(/^keepsake: Cannot /),
    });
    expect(await hook({ event: "Stopped" })).toEqual({ systemMessage: expect.stringMatching(/event/) });
  });

  it("answers in time where the memory is slow, says so once a session, and remembers the prompt", async () => {
    const memory = memoryOf();
    let free = () => {};
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    const recall: MemoryService["recall"] = (...input) => freed.then(() => memory.recall(...input));
    const remember: MemoryService["remember"] = (...input) => memory.remember(...input);
    const hook = await hooked({ recall, remember } as MemoryService);
    const slow = (session: string) =>
      hook(submit("My daughter Ines is allergic to walnuts.", { session, within_ms: 5 }));
    expect(await slow("s1")).toEqual({
      systemMessage: expect.stringMatching(/^keepsake: the memory is slow/),
    });
    expect(await slow("s1")).toEqual({});
    expect(await slow("s2")).toMatchObject({ systemMessage: expect.any(String) });
    expect((await memory.records()).items).toEqual([]);
    free();
    await vi.waitFor(async () => expect((await memory.records()).items).not.toEqual([]), 20_000);
    const { hookSpecificOutput } = await hook(
      submit("What is Ines allergic to?", { session: "s1", within_ms: 60_000 }),
    );
    expect(hookSpecificOutput?.additionalContext).toMatch(/walnuts/);
  });

  it("reports each kind of failure once in a session", async () => {
    const memory = new Memory();
    await memory.close();
    const hook = await hooked(memory);
    const failed = { systemMessage: expect.stringMatching(/^keepsake: Cannot /) };
    expect(await hook(submit("Where do I live?", { session: "s1" }))).toEqual(failed);
    expect(await hook({ event: "Stop", answer: "In Porto.", session: "s1" })).toEqual({});
    expect(await hook(submit("Where do I live?", { session: "s2" }))).toEqual(failed);
  });
});
