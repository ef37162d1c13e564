/**
 * The evaluation files: long conversations with questions whose answers are in known turns, one
 * JSON object per line.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";

const turn = z.object({
  id: z.string(),
  session: z.string(),
  at: z.string(),
  speaker: z.string(),
  text: z.string(),
  /** Description of an attached picture. */
  image: z.string().nullish(),
});
/** A message of a conversation. */
export type Turn = z.infer<typeof turn>;

const question = z.object({
  id: z.string(),
  kind: z.string(),
  question: z.string(),
  /** Ids of the turns that contain the answer; empty if the conversation does not answer it. */
  evidence: z.array(z.string()),
  /** For a request during the conversation: after how many turns, in which session, and when. */
  asked_after: z.number().optional(),
  session: z.string().optional(),
  at: z.string().optional(),
  /** Sessions that contain what the answer needs, if the turns are unknown. */
  evidence_sessions: z.array(z.string()).optional(),
});
/** A question with its evidence. */
export type Question = z.infer<typeof question>;

const conversation = z.object({ id: z.string(), turns: z.array(turn), questions: z.array(question) });
/** A conversation with its questions. */
export type Conversation = z.infer<typeof conversation>;

/** Reads a file of conversations. @throws if a line is not a conversation, naming the line. */
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

/** Returns the text of a turn with the description of its picture, as both rankings index it. */
export function turnText({ text, image }: Turn): string {
  return image === null || image === undefined || image.length === 0 ? text : `${text} [image: ${image}]`;
}

/** Returns the turns, or sessions, that contain a question's answer, each once. */
export function evidenceOf({ evidence, evidence_sessions: sessions }: Question): string[] {
  return [...new Set(sessions ?? evidence)];
}

/**
 * Returns the unit of evidence of a turn: the turn or its session; `undefined` for the session of
 * the request itself, which the agent sees anyway.
 */
export function unitOf(question: Question, { id, session }: Turn): string | undefined {
  if (question.evidence_sessions === undefined) return id;
  return session === question.session ? undefined : session;
}
