/**
 * Examples from conversations with an assistant whose drafted facts were judged: one JSON object a
 * line, one line a fact, without the text of its message. A message without a right fact states
 * none.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Conversation, Turn } from "../../../benchmarks/recall-quality/conversations.js";
import { type Example, examplesOf, type Readers } from "./examples.js";
import type { LabelledFact, LabelledMessage } from "./talk-message.js";

const judgedFact = z.strictObject({
  conversation: z.string().min(1),
  turn: z.string().min(1),
  entity: z.string().min(1),
  property: z.string().min(1),
  /** As drafted: not always copied from the text. */
  value: z.string().min(1),
  /**
   * "task": it holds only for what the user asks for at the moment; "property": the value is of
   * another property.
   */
  verdict: z.enum(["right", "task", "property", "wrong"]),
});
export type JudgedFact = z.infer<typeof judgedFact>;

/** An example of which nobody has said whether the passage is worth keeping. */
export type JudgedExample = Omit<Example, "keep"> & { readonly keep: null };

/**
 * Reads a file of judged facts.
 *
 * @throws {Error} where a line is no judged fact; the message names the line
 */
export function readJudged(path: string): JudgedFact[] {
  return parseJudged(readFileSync(path, "utf8").split("\n").filter(Boolean), path);
}

/** As {@link readJudged}, from lines. `name` begins the error's message. */
export function parseJudged(lines: readonly string[], name: string): JudgedFact[] {
  return lines.map((line, index) => {
    const parsed = judgedFact.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
    const faults = z.prettifyError(parsed.error);
    throw new Error(`Cannot read ${name}: line ${index + 1} must be a judged fact: ${faults}`);
  });
}

/**
 * One example for each passage of the user's messages. Facts that were judged right are its labels,
 * except where their value is not copied from the passage. The context is the turn before in the
 * same session.
 */
export function examplesOfJudged(
  conversations: readonly Conversation[],
  facts: readonly JudgedFact[],
  readers: Readers,
): JudgedExample[] {
  const right = facts.filter(({ verdict }) => verdict === "right");
  return conversations
    .flatMap(({ id, turns }) =>
      turns.flatMap((turn, index) => {
        if (turn.speaker !== "user") return [];
        const before = turns[index - 1];
        const stated = right.filter((fact) => fact.conversation === id && fact.turn === turn.id);
        const message = messageOf({ dialog: id, n: index, turn }, stated);
        return examplesOf(message, before?.session === turn.session ? before.text : null, readers);
      }),
    )
    .map((example) => ({ ...example, keep: null }));
}

function messageOf(
  { dialog, n, turn }: { readonly dialog: string; readonly n: number; readonly turn: Turn },
  facts: readonly JudgedFact[],
): LabelledMessage {
  const { speaker, at, text } = turn;
  const said = { dialog, n, speaker, role: "user", at, text, keep: true } as const;
  return { ...said, facts: facts.map(labelOf), events: [], rules: [] };
}

function labelOf({ entity, property, value }: JudgedFact): LabelledFact {
  return { entity, property, value, subject: null, predicate: null, change: "none", former: null };
}
