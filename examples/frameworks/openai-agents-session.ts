/**
 * A session of the OpenAI Agents SDK in a memory. The model is a script: replace it with yours.
 *
 *   npx tsx examples/frameworks/openai-agents-session.ts
 */
import { Agent, type Model, type ModelResponse, Runner, Usage } from "@openai/agents";
import { Memory } from "keepsake";
import { keepsakeSession } from "keepsake/openai-agents";

const script = ["Noted: Spray is at pier 4.", "You said that Spray is at pier 4."];
const model: Model = {
  async getResponse({ input }): Promise<ModelResponse> {
    console.log(`items that the model sees: ${input.length}`);
    const content = [{ type: "output_text" as const, text: script.shift() ?? "" }];
    const output = [
      { type: "message" as const, role: "assistant" as const, status: "completed" as const, content },
    ];
    return { output, usage: new Usage() };
  },
  getStreamedResponse: () => {
    throw new Error("the script does not stream");
  },
};

const memory = new Memory({ name: "boatyard" });
const agent = new Agent({ name: "Harbour master", model });
const runner = new Runner({ tracingDisabled: true });
const scope = { user: "m7" };

await runner.run(agent, "Spray is moored at pier 4.", {
  session: keepsakeSession(memory, { sessionId: "monday", scope }),
});
const { finalOutput } = await runner.run(agent, "Where is Spray?", {
  session: keepsakeSession(memory, { sessionId: "monday", scope }),
});
console.log(`answer: ${finalOutput}`);

// Another session has no items of this one, but a recall of the user finds them.
const tuesday = keepsakeSession(memory, { sessionId: "tuesday", scope });
console.log(`items of another session: ${(await tuesday.getItems()).length}`);
const { file_memory } = await memory.recall({ query: "Where is Spray moored?", scope });
console.log(`recalled: ${file_memory[0]?.text}`);
await memory.close();
