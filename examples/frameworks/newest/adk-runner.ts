/**
 * A memory service for Google's ADK. The model is a script: replace it with yours.
 *
 *   npm install keepsake @google/adk && npx tsx adk-runner.ts
 */
import { BaseLlm, InMemorySessionService, LlmAgent, PRELOAD_MEMORY, Runner } from "@google/adk";
import { Memory } from "keepsake";
import { KeepsakeMemoryService } from "keepsake/adk";

class ScriptedModel extends BaseLlm {
  override async *generateContentAsync(request: object) {
    console.log(`the model sees the pier: ${JSON.stringify(request).includes("pier 4")}`);
    yield { content: { role: "model", parts: [{ text: "Noted." }] } };
  }

  override connect(): Promise<never> {
    throw new Error("the script has no live connection");
  }
}

const memory = new Memory({ name: "boatyard" });
const memoryService = new KeepsakeMemoryService(memory);
const sessionService = new InMemorySessionService();
const agent = new LlmAgent({
  name: "helper",
  model: new ScriptedModel({ model: "scripted" }),
  tools: [PRELOAD_MEMORY],
});
const runner = new Runner({ appName: "boats", agent, sessionService, memoryService });

/** Says one thing in a session of its own, and adds that session to the memory. */
async function say(userId: string, text: string): Promise<void> {
  const { id } = await sessionService.createSession({ appName: "boats", userId });
  const newMessage = { role: "user", parts: [{ text }] };
  for await (const _ of runner.runAsync({ userId, sessionId: id, newMessage }));
  const session = await sessionService.getSession({ appName: "boats", userId, sessionId: id });
  if (session !== undefined) await memoryService.addSessionToMemory(session);
}

await say("m7", "My boat Spray is moored at pier 4.");
await say("m7", "Where is Spray moored?");
const found = async (userId: string) => {
  const { memories } = await memoryService.searchMemory({
    appName: "boats",
    userId,
    query: "Where is Spray?",
  });
  return memories.map(({ content }) => content.parts?.[0]?.text);
};
console.log(`found: ${(await found("m7")).join(" | ")}`);
console.log(`found by another user: ${(await found("k2")).length}`);
await memory.close();
