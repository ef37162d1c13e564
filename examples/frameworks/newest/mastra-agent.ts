/**
 * An agent of Mastra that remembers each user. The model is a script: replace it with yours, for
 * instance `model: "openai/gpt-5.1"`. Mastra needs Node 22.13 or newer.
 *
 *   npm install keepsake @mastra/core ai && npx tsx mastra-agent.ts
 */
import { Agent } from "@mastra/core/agent";
import { RequestContext } from "@mastra/core/request-context";
import { MockLanguageModelV4 } from "ai/test";
import { Memory } from "keepsake";
import { memoryProcessor } from "keepsake/mastra";

const model = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: "text", text: "Noted." }],
    finishReason: { unified: "stop", raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  },
});

const memory = new Memory({ name: "boatyard" });
const processor = memoryProcessor(memory, { scope: (request) => ({ user: request.get("user") }) });
const agent = new Agent({
  ...{ id: "helper", name: "Helper", instructions: "Be brief." },
  // Mastra's type of a model wants a stream from `doGenerate`, which it does not read.
  model: model as never,
  inputProcessors: [processor],
  outputProcessors: [processor],
});

/** Says one thing as a user. Returns whether the model was shown the pier before it. */
async function say(user: string, text: string): Promise<boolean> {
  const requestContext = new RequestContext();
  requestContext.set("user", user);
  const { text: answer } = await agent.generate(text, { requestContext });
  console.log(`answer: ${answer}`);
  const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
  return JSON.stringify(prompt.slice(0, -1)).includes("pier 4");
}

await say("m7", "My boat Spray is moored at pier 4.");
console.log(`recalled: ${await say("m7", "Where is Spray moored?")}`);
console.log(`recalled for another user: ${await say("k2", "Where is Spray moored?")}`);
await memory.close();
