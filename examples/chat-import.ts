/**
 * Imports an old chat, one payload at a time, and asks a question about now and about an earlier
 * time.
 *
 *   npx tsx examples/chat-import.ts
 */
import { readFile } from "node:fs/promises";
import { type ChatMessage, Memory } from "keepsake";

interface Chat {
  readonly sessions: readonly { readonly id: string; readonly messages: ChatMessage[] }[];
}

const file = new URL("./conversation.json", import.meta.url);
const { sessions } = JSON.parse(await readFile(file, "utf8")) as Chat;

const memory = new Memory();
// One call per session, so that a bare question is stored with its answer. The key makes it safe to
// repeat an interrupted import.
const inputs = sessions.map(({ id, messages }) => ({
  content: messages,
  metadata: { session: id },
  idempotency_key: `chat-import/${id}`,
}));

let index = 0;
for await (const payload of memory.rememberMany(inputs)) {
  const { memory_decisions, skipped } = payload.data.data;
  const kept = Object.values(memory_decisions).reduce((sum, { items }) => sum + items.length, 0);
  console.log(`${sessions[index]?.id}: ${kept} stored, ${skipped.length} skipped`);
  index += 1;
}

const query = "Where does Mirjam live?";
const now = await memory.recall(query);
const then = await memory.recall({ query, as_of: "2025-12-01" });
console.log(`\n${query}\n${now.semantic_memory}\n\nIn December 2025:\n${then.semantic_memory}`);

const launch = await memory.recall({ query: "cake", filter: { session: "launch" }, types: ["episodic"] });
console.log(`\nOnly the session of the launch:\n${launch.episodic_memory}`);
await memory.close();
