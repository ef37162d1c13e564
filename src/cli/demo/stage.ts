/**
 * What the parts of the demonstration share: the store, the terminal, the questions and the
 * conversation.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { CallOptions, MemoryService } from "../../contract/memory-service.js";
import { chatMessage } from "../../contract/remember.js";
import { type Terminal, wrap } from "../terminal/terminal.js";
import { packageFolder } from "../version.js";

/** What each part needs. */
export interface Stage {
  readonly memory: MemoryService;
  readonly call: Required<CallOptions>;
  readonly terminal: Terminal;
  /** Whether to print only the report at the end. */
  readonly silent: boolean;
  /** The database file. */
  readonly path: string;
}

/** Prints a line. */
export async function say({ silent, terminal }: Stage, text = ""): Promise<void> {
  if (!silent) await terminal.line(text);
}

/** Prints a heading with an explanation. */
export async function announce(stage: Stage, heading: string, sentence: string): Promise<void> {
  const { paint, width } = stage.terminal;
  await say(stage);
  await say(stage, paint.bold(paint.cyan(heading)));
  await say(stage, paint.dim(wrap(sentence, width)));
  await say(stage);
}

/** A question of the demonstration. */
export interface Question {
  readonly query: string;
  /** The time of the answer. */
  readonly as_of?: string;
  /** What the question demonstrates. */
  readonly shows: string;
  /**
   * `"standing"`: the answer includes standing rules. By default it only includes relevant rules.
   */
  readonly rules?: "standing";
  /** Token budget, if it is not {@link answerBudgetTokens}. */
  readonly token_budget?: number;
}

/** Token budget of short answers, for a prompt with little space. */
export const answerBudgetTokens = 80;

/** The questions, in order. */
export const questions: readonly Question[] = [
  { shows: "a fact that changed", query: "Where does Mirjam live?" },
  { shows: "with a small token budget", query: "Where does Mirjam live?", token_budget: 20 },
  { shows: "as of a year ago", query: "Where does Mirjam live?", as_of: "2025-12-01" },
  { shows: "a change", query: "How did the deadline of Gauge Atlas change?" },
  { shows: 'an event, said to be "on Friday"', query: "When was Gauge Atlas launched?" },
  { shows: "another person", query: "What should I leave out of a cake for Joost?" },
  { shows: "a rule that shares few words with it", query: "The deploy is broken. What do I do?" },
  {
    shows: "rules that always apply",
    query: "How tall is the Eiffel tower?",
    rules: "standing",
    token_budget: 200,
  },
  { shows: "how it is done", query: "How do I restart staging?" },
  { shows: "never mentioned", query: "How do I renew a passport?" },
];

/** The person who asked to be forgotten, and the part of the name to search for in the bytes. */
export const forgotten = {
  name: "Balthasar Quennevoort",
  bytes: "Quennevoort",
  question: "Who is Balthasar Quennevoort?",
  reason: "the person asked for it",
} as const;

const conversation = z.object({
  title: z.string(),
  sessions: z.array(z.object({ id: z.string(), messages: z.array(chatMessage).min(1) })).min(1),
});
/** The conversation: sessions of messages. */
export type Conversation = z.infer<typeof conversation>;
/** A message of the conversation. */
export type Message = Conversation["sessions"][number]["messages"][number];

const file = new URL("examples/conversation.json", packageFolder);

/** Reads the conversation, with times in ISO 8601 UTC. */
export async function readConversation(): Promise<Conversation> {
  return conversation.parse(JSON.parse(await readFile(file, "utf8")));
}
