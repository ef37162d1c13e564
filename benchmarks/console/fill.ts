/** Fills a store with made-up messages, until it has as many records as are wanted. */
import { Memory } from "../built.js";
import { MadeUpConversation } from "../latency/conversation.js";

const messagesAtOnce = 2000;

/** @returns how many records the store has */
export async function fill(path: string, records: number, report: (line: string) => void): Promise<number> {
  const conversation = new MadeUpConversation(1);
  await using memory = new Memory({ path, durability: "normal" });
  for (let said = 0, stored = 0; ; said += messagesAtOnce) {
    const messages = Array.from({ length: messagesAtOnce }, (_, at) => conversation.message(said + at));
    for await (const payload of memory.rememberMany(
      messages.map(({ role, name, content, at }) => ({
        content: [{ role, name, content }],
        occurred_at: at,
      })),
    )) {
      const { semantic, episodic, procedural } = payload.data.data.memory_decisions;
      for (const { items } of [semantic, episodic, procedural]) stored += items.length;
      if (stored >= records) return stored;
    }
    report(`${stored} records`);
  }
}
