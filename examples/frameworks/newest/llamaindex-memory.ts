/**
 * A long-term block in LlamaIndex's memory: a later conversation knows what an earlier one said.
 *
 *   npm install keepsake @llamaindex/core && npx tsx llamaindex-memory.ts
 */
import { createMemory } from "@llamaindex/core/memory";
import { Memory } from "keepsake";
import { keepsakeMemoryBlock } from "keepsake/llamaindex";

const memory = new Memory({ name: "boatyard" });
const conversation = (user: string) =>
  createMemory({ memoryBlocks: [keepsakeMemoryBlock(memory, { scope: { user } })] });

const monday = conversation("m7");
await monday.add({ role: "user", content: "My boat Spray is moored at pier 4." });
console.log(`messages for the model on Monday: ${(await monday.getLLM()).length}`);

const tuesday = conversation("m7");
await tuesday.add({ role: "user", content: "Where is Spray moored?" });
// The first message is what the block recalled, as data between tags.
const [recalled, asked] = await tuesday.getLLM();
console.log(`recalled: ${/Spray.*pier 4/.exec(String(recalled?.content))?.[0]}`);
console.log(`asked: ${asked?.content}`);

const another = conversation("k2");
await another.add({ role: "user", content: "Where is Spray moored?" });
console.log(`messages for the model of another user: ${(await another.getLLM()).length}`);
await memory.close();
