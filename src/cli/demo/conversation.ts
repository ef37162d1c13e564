/**
 * The conversation of the demonstration: `examples/conversation.json`, which is part of the
 * package.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { chatMessage } from "../../contract/remember.js";

const conversation = z.object({
  title: z.string(),
  sessions: z.array(z.object({ id: z.string(), messages: z.array(chatMessage).min(1) })).min(1),
});
/** The conversation: sessions of messages. */
export type Conversation = z.infer<typeof conversation>;
/** A message of the conversation. */
export type Message = Conversation["sessions"][number]["messages"][number];

const file = new URL("../../../examples/conversation.json", import.meta.url);

/** Reads the conversation, with times in ISO 8601 UTC. */
export async function readConversation(): Promise<Conversation> {
  return conversation.parse(JSON.parse(await readFile(file, "utf8")));
}
