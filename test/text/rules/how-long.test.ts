/** For how long an instruction is meant. */
import { testMemory } from "keepsake/testing";
import { expect, it } from "vitest";

/** The standing rules that a recall returns after one message. */
async function rulesAfter(content: string) {
  const { memory } = await testMemory({ seed: [{ content }] });
  return (await memory.recall({ query: "How tall is the Eiffel tower?" })).rules ?? [];
}

it.each([
  "From today round to cents.",
  "Round amounts to cents from today on.",
  "Answer in English as of tomorrow.",
])("%s: a rule for good", async (content) => expect(await rulesAfter(content)).toHaveLength(1));

it.each([
  "Just this once, no summary.",
  "Answer in English, only for today.",
  "No emojis for once, please.",
  "Read the chapters from today to Friday.",
  "New hours from today: ten to seven.",
])("%s: no rule for good", async (content) => expect(await rulesAfter(content)).toEqual([]));
