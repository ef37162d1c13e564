/**
 * The first two parts: a year of conversation, remembered message by message, as an agent does;
 * then questions about its facts, changes, events and rules, now and at earlier times.
 */
import type { SearchPayload } from "../../contract/recall.js";
import type { RememberInput } from "../../contract/remember.js";
import {
  type DecisionLine,
  decisionLines,
  foundNothing,
  paintDecision,
  proseText,
  type Tally,
  tally,
  tallyText,
} from "../terminal/show-payloads.js";
import { count } from "../terminal/terminal.js";
import {
  announce,
  answerBudgetTokens,
  type Conversation,
  type Message,
  type Question,
  questions,
  type Stage,
  say,
} from "./stage.js";

/** Counts and time of the first part. */
export interface RememberReport extends Tally {
  readonly sessions: number;
  readonly messages: number;
  readonly seconds: number;
}

/** Number of previous messages that are passed as context. */
const contextMessages = 3;

/** Remembers the conversation. */
export async function rememberAct(stage: Stage, { title, sessions }: Conversation): Promise<RememberReport> {
  const messages = sessions.flatMap((session) => session.messages);
  const span = `${day(messages[0])} to ${day(messages.at(-1))}`;
  await announce(
    stage,
    title,
    `${count(sessions.length, "conversation")}, ${count(messages.length, "message")}, ${span}: each is remembered as it is said.`,
  );
  const began = performance.now();
  const lines = await rememberAll(stage, sessions);
  const seconds = (performance.now() - began) / 1000;
  const totals = tally(lines);
  await say(stage, `${tallyText(totals)}, in ${seconds.toFixed(1)} seconds. Some of it:`);
  for (const line of highlights(lines))
    await say(stage, paintDecision(line, stage.terminal.paint, stage.terminal.width));
  return { sessions: sessions.length, messages: messages.length, seconds, ...totals };
}

/** A decision with the day of its message. */
interface Decided extends DecisionLine {
  readonly said: string;
}

async function rememberAll(stage: Stage, sessions: Conversation["sessions"]): Promise<Decided[]> {
  const total = sessions.reduce((sum, { messages }) => sum + messages.length, 0);
  const lines: Decided[] = [];
  let done = 0;
  for (const { messages } of sessions)
    for (const [index, message] of messages.entries()) {
      const before = messages.slice(Math.max(0, index - contextMessages), index);
      const payload = await stage.memory.remember(inputOf(message, before), stage.call);
      lines.push(...decisionLines(payload).map((line) => ({ ...line, said: day(message) })));
      done += 1;
      if (!stage.silent) stage.terminal.progress("remembering", { done, total });
    }
  stage.terminal.settle();
  return lines;
}

function inputOf(message: Message, before: readonly Message[]): RememberInput {
  const previous_context = before.map(({ name, content }) => `${name}: ${content}`).join("\n");
  return { content: [message], previous_context };
}

/**
 * Examples: a fact, an event whose day was extracted from the text, a rule; updates; and skips with
 * three different reasons.
 */
function highlights(lines: readonly Decided[]): Decided[] {
  const first = (type: string, wanted: (line: Decided) => boolean = () => true) =>
    lines.filter((line) => line.kind === "kept" && line.note.startsWith(type) && wanted(line)).slice(0, 1);
  return [
    ...first("semantic"),
    ...first("episodic", ({ note, said }) => !note.endsWith(said)),
    ...first("procedural"),
    ...lines.filter(({ kind }) => kind === "updated").slice(0, 6),
    ...firstPer(
      lines.filter(({ kind }) => kind === "skipped"),
      ({ note }) => note,
    ).slice(0, 3),
  ];
}

function firstPer<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const known = seen.has(key(item));
    seen.add(key(item));
    return !known;
  });
}

function day(message: Message | undefined): string {
  return message?.at?.slice(0, 10) ?? "an unknown day";
}

/** One question with its answer. */
export interface AskReport {
  readonly question: Question;
  readonly answer: SearchPayload;
  readonly ms: number;
}

/** Asks all questions. */
export async function askAct(stage: Stage): Promise<AskReport[]> {
  await announce(
    stage,
    "Questions",
    `Answers are prose for a prompt, by type, inside a token budget: ${answerBudgetTokens} here unless shown otherwise; the default is 1,000.`,
  );
  const reports: AskReport[] = [];
  for (const [index, question] of questions.entries()) {
    if (index > 0) await say(stage);
    reports.push(await ask(question, stage));
  }
  return reports;
}

async function ask(question: Question, stage: Stage): Promise<AskReport> {
  const { shows, ...input } = question;
  const began = performance.now();
  const answer = await stage.memory.recall(
    { token_budget: answerBudgetTokens, rules: "relevant", ...input },
    stage.call,
  );
  const ms = performance.now() - began;
  await show({ question, answer, ms }, stage);
  return { question, answer, ms };
}

async function show({ question, answer, ms }: AskReport, stage: Stage): Promise<void> {
  const { paint, width } = stage.terminal;
  const then = question.as_of ? `, ${question.as_of}` : "";
  const budget = question.token_budget ? `, ${question.token_budget} tokens` : "";
  const note = `${question.shows}${then}${budget} · ${ms.toFixed(1)} ms`;
  await say(stage, `${paint.bold(`? ${question.query}`)}  ${paint.dim(note)}`);
  await say(
    stage,
    foundNothing(answer)
      ? paint.dim("  (empty: nothing in memory answers that)")
      : proseText(answer, paint, width, "  "),
  );
}
