/**
 * The loop of an agent with memory: recall before the answer, remember after it. `reply` replaces
 * the model, so that the example needs none; call your model there.
 *
 *   npx tsx examples/agent-loop.ts
 */
import { type ChatMessage, Memory } from "keepsake";

const memory = new Memory({ name: "harbour assistant" });

/** The prompt for a model: the rules, facts and events that this message needs, and the message. */
async function promptFor(message: string, before: readonly ChatMessage[]): Promise<string> {
  const previous_context = before.map(({ content }) => content).join("\n");
  const known = await memory.recall({ query: message, previous_context, token_budget: 300 });
  const sections = [
    ["Rules", known.procedural_memory],
    ["Facts", known.semantic_memory],
    ["Events", known.episodic_memory],
  ];
  const filled = sections.filter(([, prose]) => prose !== "");
  return [...filled.map(([name, prose]) => `## ${name}\n${prose}`), `## Message\n${message}`].join("\n\n");
}

/** Replace this with a call of your model. */
function reply(_prompt: string): string {
  return "I will keep that in mind.";
}

const turns = [
  ["2026-03-02T09:00:00Z", "I run the harbour office in Vlissingen, and my deputy is Adriaan."],
  ["2026-03-02T09:01:00Z", "Always give wind in beaufort, never in metres per second."],
  ["2026-03-09T08:30:00Z", "Yesterday the pilot boat lost its mast light near the outer buoy."],
  ["2026-04-20T08:10:00Z", "Write the wind report for the harbour office, please. What should I watch for?"],
] as const;

const session: ChatMessage[] = [];
for (const [at, content] of turns) {
  const prompt = await promptFor(content, session.slice(-4));
  const asked: ChatMessage = { role: "user", name: "Hanneke", content, at };
  const answered: ChatMessage = { role: "assistant", content: reply(prompt), at };
  await memory.remember([asked, answered]);
  session.push(asked, answered);
  console.log(`${prompt}\n`);
}
await memory.close();
