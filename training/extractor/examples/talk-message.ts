/**
 * Labelled talk: one JSON object a line, one line a message. `talk/README.md` says what the labels
 * mean.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";

const copied = z.string().min(1);
const day = z.iso.date();

const labelledFact = z.strictObject({
  entity: z.string().min(1),
  property: z.string().min(1),
  value: copied,
  /** `null` where the text does not name it. */
  subject: copied.nullable(),
  predicate: copied.nullable(),
  change: z.enum(["none", "replaces", "ends", "corrects", "adds"]),
  former: copied.nullable(),
  /** True where a fact may be kept but need not be. */
  minor: z.boolean().optional(),
});
export type LabelledFact = z.infer<typeof labelledFact>;

const labelledEvent = z.strictObject({ text: copied, when: copied.nullable(), from: day, to: day });

const labelledRule = z.strictObject({
  text: copied,
  trigger: copied.nullable(),
  polarity: z.enum(["do", "dont", "unless"]),
  scope: z.enum(["always", "when triggered"]),
});

const labelledMessage = z.strictObject({
  dialog: z.string().min(1),
  /** Number in the dialog, increasing from message to message. */
  n: z.int(),
  speaker: z.string().min(1),
  role: z.enum(["user", "assistant"]),
  at: z.iso.datetime({ offset: true }),
  text: z.string(),
  /** False where nothing is worth keeping. */
  keep: z.boolean(),
  facts: z.array(labelledFact),
  events: z.array(labelledEvent),
  rules: z.array(labelledRule),
});
export type LabelledMessage = z.infer<typeof labelledMessage>;

/**
 * Reads a file of labelled talk.
 *
 * @throws {Error} where a line is no labelled message, or contradicts itself or the previous line;
 * the message names the line
 */
export function readTalk(path: string): LabelledMessage[] {
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return parseTalk(lines, path);
}

/** As {@link readTalk}, from lines. `name` begins the error's message. */
export function parseTalk(lines: readonly string[], name: string): LabelledMessage[] {
  const messages: LabelledMessage[] = [];
  for (const [index, line] of lines.entries()) {
    const parsed = labelledMessage.safeParse(JSON.parse(line));
    const faults = parsed.success ? faultsOf(parsed.data, messages.at(-1)) : [z.prettifyError(parsed.error)];
    if (faults.length > 0)
      throw new Error(`Cannot read ${name}: line ${index + 1} must be labelled talk: ${faults.join("; ")}`);
    messages.push(parsed.data!);
  }
  return messages;
}

function faultsOf(message: LabelledMessage, before: LabelledMessage | undefined): string[] {
  const { keep, facts, events, rules, text } = message;
  const faults = copiedParts(message)
    .filter((part) => part !== null && !text.includes(part))
    .map((part) => `"${part}" does not occur in the text`);
  if (events.some(({ from, to }) => from >= to)) faults.push("an event must begin before it ends");
  if (!keep && facts.length + events.length + rules.length > 0)
    faults.push("keep is false but labels follow");
  if (before?.dialog === message.dialog && !inOrder(before, message))
    faults.push("the dialog is out of order");
  return faults;
}

function copiedParts({ facts, events, rules }: LabelledMessage): (string | null)[] {
  return [
    ...facts.flatMap(({ value, subject, predicate, former }) => [value, subject, predicate, former]),
    ...events.flatMap(({ text, when }) => [text, when]),
    ...rules.flatMap(({ text, trigger }) => [text, trigger]),
  ];
}

function inOrder(before: LabelledMessage, message: LabelledMessage): boolean {
  return before.n < message.n && Date.parse(before.at) <= Date.parse(message.at);
}
