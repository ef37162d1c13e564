/** Replays a conversation: remembers it in order, and asks each question at its time. */
import type { Conversation, Question } from "./conversations.js";
import { type Calls, type Session, sessionsOf } from "./sessions.js";

/** The callbacks of {@link replay}. */
export interface Replay {
  /** @default "session" */
  readonly calls?: Calls;
  readonly remember: (session: Session) => Promise<void>;
  readonly ask: (question: Question) => Promise<void>;
}

/**
 * Remembers what was said before each question, then asks it; questions without a time are asked at
 * the end.
 */
export async function replay(conversation: Conversation, { calls, remember, ask }: Replay): Promise<void> {
  const { turns, questions } = conversation;
  const askedAfter = ({ asked_after: after = turns.length }: Question) => after;
  let done = 0;
  for (const question of [...questions].sort((a, b) => askedAfter(a) - askedAfter(b))) {
    const until = askedAfter(question);
    for (const session of sessionsOf({ turns: turns.slice(done, until) }, calls)) await remember(session);
    done = Math.max(done, until);
    await ask(question);
  }
}
