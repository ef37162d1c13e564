/** Long conversations with questions whose answers stand in known turns: the evaluation files, one JSON object a line. */
import { readFileSync } from "node:fs";
import { z } from "zod";

const turn = z.object({
  id: z.string(),
  session: z.string(),
  at: z.string(),
  speaker: z.string(),
  text: z.string(),
  /** What a picture that came with it shows. */
  image: z.string().nullish(),
});
export type Turn = z.infer<typeof turn>;

const question = z.object({
  id: z.string(),
  kind: z.string(),
  question: z.string(),
  /** Ids of the turns that hold the answer; none where the conversation holds no answer. */
  evidence: z.array(z.string()),
  /** Of a request made in the middle of it: after so many turns, in which session, and when. */
  asked_after: z.number().optional(),
  session: z.string().optional(),
  at: z.string().optional(),
  /** Sessions that hold what the answer needs, where that is all that is known of it. */
  evidence_sessions: z.array(z.string()).optional(),
});
export type Question = z.infer<typeof question>;

const conversation = z.object({ id: z.string(), turns: z.array(turn), questions: z.array(question) });
export type Conversation = z.infer<typeof conversation>;

/** Reads a file of conversations. @throws where a line is no conversation, naming the line. */
export function readConversations(path: string): Conversation[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim().length > 0)
    .map(({ line, number }) => {
      const parsed = conversation.safeParse(JSON.parse(line));
      if (parsed.success) return parsed.data;
      throw new Error(`Cannot read ${path}: line ${number} is no conversation: ${parsed.error.message}`);
    });
}

/** What a turn says, its picture told in words, as both rankings index it. */
export function turnText({ text, image }: Turn): string {
  return image === null || image === undefined || image.length === 0 ? text : `${text} [image: ${image}]`;
}

/** Turns, or sessions, that a question's answer is found in, each once. */
export function evidenceOf({ evidence, evidence_sessions: sessions }: Question): string[] {
  return [...new Set(sessions ?? evidence)];
}

/** What a question's evidence counts a turn as: itself, or its session. A request's own session is before the agent's eyes, and counts as none. */
export function unitOf(question: Question, { id, session }: Turn): string | undefined {
  if (question.evidence_sessions === undefined) return id;
  return session === question.session ? undefined : session;
}
