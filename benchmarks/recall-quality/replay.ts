/** A conversation as it happened: handed over in order, and each question asked when it was asked. */
import type { Conversation, Question } from "./conversations.js";
import { type Session, sessionsOf } from "./sessions.js";

export interface Replay {
  readonly remember: (session: Session) => Promise<void>;
  readonly ask: (question: Question) => Promise<void>;
}

/** Remembers what was said before each question and asks it then; one that does not say when it was asked is asked at the end. */
export async function replay(conversation: Conversation, { remember, ask }: Replay): Promise<void> {
  const { turns, questions } = conversation;
  const askedAfter = ({ asked_after: after = turns.length }: Question) => after;
  let done = 0;
  for (const question of [...questions].sort((a, b) => askedAfter(a) - askedAfter(b))) {
    const until = askedAfter(question);
    for (const session of sessionsOf({ turns: turns.slice(done, until) })) await remember(session);
    done = Math.max(done, until);
    await ask(question);
  }
}
