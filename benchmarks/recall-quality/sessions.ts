/**
 * Splits a conversation into sessions as an application would remember them: one call per session,
 * with turns as chat messages with speaker and time.
 */
import type { AddPayload, ChatMessage, RememberInput } from "../../src/index.js";
import { type Conversation, type Turn, turnText } from "./conversations.js";

/** One call, with the turns of its messages in order. */
export interface Session {
  readonly turns: readonly Turn[];
  readonly input: RememberInput;
}

/** What an app remembers in one call. */
export type Calls = "session" | "message";

/** The calls that remember a conversation, in order. */
export function sessionsOf({ turns }: Pick<Conversation, "turns">, calls: Calls = "session"): Session[] {
  if (calls === "message") return turns.map((turn) => (turn.speaker === "" ? plainText(turn) : chat([turn])));
  const sessions: Turn[][] = [];
  for (const turn of turns) {
    const last = sessions.at(-1);
    if (last?.[0]?.session === turn.session) last.push(turn);
    else sessions.push([turn]);
  }
  return sessions.flatMap((list) => (list[0]!.speaker === "" ? list.map(plainText) : [chat(list)]));
}

function chat(turns: readonly Turn[]): Session {
  return { turns, input: { content: turns.map(toMessage) } };
}

/** A turn without a speaker is a text, not a message. */
function plainText(turn: Turn): Session {
  return { turns: [turn], input: { content: turnText(turn), occurred_at: turn.at } };
}

/** "user" and "assistant" are roles; anybody else is a person with a name. */
function toMessage(turn: Turn): ChatMessage {
  const content = turnText(turn);
  if (turn.speaker === "user" || turn.speaker === "assistant")
    return { role: turn.speaker, content, at: turn.at };
  return { role: "user", name: turn.speaker, content, at: turn.at };
}

/** Returns the turn of each record of a session. */
export function recordTurns(session: Session, { data }: AddPayload): Map<string, string> {
  const { semantic, episodic, procedural } = data.data.memory_decisions;
  const items = [...semantic.items, ...episodic.items, ...procedural.items];
  return new Map(items.map(({ record_id, message }) => [record_id, session.turns[message]!.id]));
}
