/** First act: a year of conversation, remembered message by message, as an agent would while it is held. */
import type { RememberInput } from "../../contract/remember.js";
import {
  type DecisionLine,
  decisionLines,
  paintDecision,
  type Tally,
  tally,
  tallyText,
} from "../show-decisions.js";
import { count } from "../terminal.js";
import type { Conversation, Message } from "./conversation.js";
import { announce, type Stage, say } from "./stage.js";

export interface RememberReport extends Tally {
  readonly sessions: number;
  readonly messages: number;
  readonly seconds: number;
}

/** How many messages before this one help to resolve what it refers to. */
const contextMessages = 3;

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

async function rememberAll(stage: Stage, sessions: Conversation["sessions"]): Promise<DecisionLine[]> {
  const total = sessions.reduce((sum, { messages }) => sum + messages.length, 0);
  const lines: DecisionLine[] = [];
  let done = 0;
  for (const { messages } of sessions)
    for (const [index, message] of messages.entries()) {
      const before = messages.slice(Math.max(0, index - contextMessages), index);
      lines.push(...decisionLines(await stage.memory.remember(inputOf(message, before), stage.call)));
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

/** All that was updated, and a little of the rest: the first of each type that was kept, and a skip for each of two reasons. */
function highlights(lines: readonly DecisionLine[]): DecisionLine[] {
  const kept = lines.filter(({ kind }) => kind === "kept");
  const skipped = lines.filter(({ kind }) => kind === "skipped");
  return [
    ...["semantic", "episodic", "procedural"].flatMap((type) =>
      kept.filter(({ note }) => note.startsWith(type)).slice(0, 1),
    ),
    ...lines.filter(({ kind }) => kind === "updated").slice(0, 6),
    ...firstPer(skipped, ({ note }) => note).slice(0, 3),
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
