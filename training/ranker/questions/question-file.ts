/**
 * Questions over the labelled talk: a file's format, and joining it with the talk that it refers
 * to.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type LabelledMessage, readTalk } from "../../extractor/examples/talk-message.js";

const talkFolder = fileURLToPath(new URL("../../extractor/talk/", import.meta.url));
const kinds = [
  "fact",
  "time",
  "reason",
  "person",
  "place",
  "count",
  "list",
  "order",
  "summary",
  "current",
  "advice",
  "implied",
  "request",
  "own",
  "none",
] as const;

const question = z.strictObject({
  id: z.string().min(1),
  kind: z.enum(kinds),
  question: z.string().min(1),
  answer: z.string().min(1),
  /**
   * Messages that contain the answer, each as `dialog#n`; empty where the talk contains no answer.
   */
  evidence: z.array(z.string().regex(/^.+#\d+$/)),
});
const questionGroup = z.strictObject({
  id: z.string().min(1),
  dialogs: z.array(z.string().min(1)).min(1),
  questions: z.array(question).min(1),
});
/**
 * One line of a file of questions: dialogs that become one conversation, and what is asked of it.
 */
export type QuestionGroup = z.infer<typeof questionGroup>;

/**
 * A conversation in the form that `benchmarks/recall-quality/conversations.ts` reads, with the
 * answers.
 */
export interface CompiledConversation {
  readonly id: string;
  readonly turns: readonly {
    /** `dialog#n` */
    readonly id: string;
    /** The dialog. */
    readonly session: string;
    readonly at: string;
    readonly speaker: string;
    readonly text: string;
  }[];
  readonly questions: QuestionGroup["questions"];
}

/** Messages of each dialog, in order. */
export type Dialogs = ReadonlyMap<string, readonly LabelledMessage[]>;

/** Reads every dialog of `training/extractor/talk`. */
export function readDialogs(): Dialogs {
  const files = readdirSync(talkFolder).filter((name) => name.endsWith(".jsonl"));
  const dialogs = new Map<string, LabelledMessage[]>();
  for (const message of files.flatMap((name) => readTalk(talkFolder + name))) {
    const dialog = dialogs.get(message.dialog);
    if (dialog === undefined) dialogs.set(message.dialog, [message]);
    else dialog.push(message);
  }
  return dialogs;
}

/**
 * Reads a file of questions.
 *
 * @throws {Error} where a line is no group of questions: the message names the line
 */
export function readQuestionFile(path: string): QuestionGroup[] {
  return parseQuestions(readFileSync(path, "utf8").split("\n").filter(Boolean), path);
}

/**
 * As {@link readQuestionFile}, of lines that are read already. `name` begins the error's message.
 */
export function parseQuestions(lines: readonly string[], name: string): QuestionGroup[] {
  return lines.map((line, index) => {
    const parsed = questionGroup.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
    const fault = z.prettifyError(parsed.error);
    throw new Error(`Cannot read ${name}: line ${index + 1} must be a group of questions: ${fault}`);
  });
}

/**
 * Joins each group with its dialogs. Dialogs follow each other in the order of their first
 * messages, and each stays together.
 *
 * @throws {Error} where a dialog or a piece of evidence is missing, an id or a dialog is repeated,
 * or the kind contradicts the evidence
 */
export function compileQuestions(groups: readonly QuestionGroup[], dialogs: Dialogs): CompiledConversation[] {
  assertUnique("conversation", groups);
  assertUnique(
    "question",
    groups.flatMap(({ questions }) => questions),
  );
  return groups.map((group) => {
    const turns = turnsOf(group, dialogs);
    assertEvidence(group, new Set(turns.map(({ id }) => id)));
    return { id: group.id, turns, questions: group.questions };
  });
}

function turnsOf({ id, dialogs: names }: QuestionGroup, dialogs: Dialogs): CompiledConversation["turns"] {
  if (new Set(names).size < names.length)
    throw new Error(`Cannot compile ${id}: a dialog must be named once`);
  const found = names.map((name) => {
    const messages = dialogs.get(name);
    if (messages === undefined) throw new Error(`Cannot compile ${id}: there is no dialog ${name}`);
    return messages;
  });
  return found
    .toSorted((left, right) => Date.parse(left[0]!.at) - Date.parse(right[0]!.at))
    .flat()
    .map(({ dialog, n, at, speaker, text }) => ({
      id: `${dialog}#${n}`,
      session: dialog,
      at,
      speaker,
      text,
    }));
}

function assertEvidence({ questions }: QuestionGroup, turns: ReadonlySet<string>): void {
  for (const { id, kind, evidence } of questions) {
    const missing = evidence.find((turn) => !turns.has(turn));
    if (missing !== undefined) throw new Error(`Cannot compile ${id}: there is no message ${missing}`);
    if (new Set(evidence).size < evidence.length)
      throw new Error(`Cannot compile ${id}: evidence must be named once`);
    if ((kind === "none") !== (evidence.length === 0))
      throw new Error(`Cannot compile ${id}: a question of kind "none", and no other, must have no evidence`);
  }
}

function assertUnique(what: string, entries: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of entries) {
    if (seen.has(id)) throw new Error(`Cannot compile ${id}: the id of a ${what} must be unique`);
    seen.add(id);
  }
}
