/**
 * Anthropic's memory tool with the files in a memory. The API is a script: remove `fetch` and set
 * your key to ask Claude.
 *
 *   npx tsx examples/frameworks/anthropic-memory-tool.ts
 */
import Anthropic from "@anthropic-ai/sdk";
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { Memory } from "keepsake";
import { memoryToolHandlers } from "keepsake/anthropic";

/** What the API answers, in order. */
const script = [
  {
    type: "tool_use",
    id: "t1",
    name: "memory",
    input: {
      command: "create",
      path: "/memories/boats.md",
      file_text: "# Boats\nThe spare propeller of Spray is in the blue container.\n",
    },
  },
  { type: "tool_use", id: "t2", name: "memory", input: { command: "view", path: "/memories" } },
  { type: "text", text: "I wrote it down." },
];

const answer = (content: (typeof script)[number]) =>
  Response.json({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content: [content],
    stop_reason: content.type === "text" ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });

const memory = new Memory({ name: "boatyard" });
const client = new Anthropic({
  apiKey: "none",
  fetch: async (_, init) => {
    const { messages } = JSON.parse(String(init?.body)) as { messages: { content: unknown }[] };
    const last = messages.at(-1)?.content;
    if (Array.isArray(last)) console.log(`answered to the model: ${last[0]?.content}`);
    return answer(script.shift()!);
  },
});

const scope = { user: "m7" };
const message = await client.beta.messages.toolRunner({
  model: "claude-opus-5",
  max_tokens: 1000,
  betas: ["context-management-2025-06-27"],
  tools: [betaMemoryTool(memoryToolHandlers(memory, { scope }))],
  messages: [{ role: "user", content: "The spare propeller of Spray is in the blue container." }],
});
console.log(`answer: ${message.content.map((block) => (block.type === "text" ? block.text : "")).join("")}`);

// What the model wrote is recalled like everything else of this user, and erased with it.
const { file_memory } = await memory.recall({ query: "Where is the spare propeller?", scope });
console.log(`recalled: ${file_memory[0]?.text}`);
const { forgotten, verified } = await memory.forget({ all: true, confirm: true, scope });
console.log(`forgotten: ${forgotten > 0}, verified: ${verified}`);
await memory.close();
