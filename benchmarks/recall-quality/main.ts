/**
 * How well recall finds what was said, without a language model: `npm run bench:quality -- --data FILE.jsonl [--limit N] [--json] [--save]`.
 *
 * Remembers each conversation of the file in a store of its own, a session a call, asks every question with the default options, and reports
 * the share of the evidence turns among the first 5, 10 and 20 told, beside FTS5 BM25 over the same turns. Progress goes to stderr.
 * `--save` keeps the figures as `benchmarks/results/quality-FILE.json`. `--limit N` asks only N questions, spread evenly over the file; every conversation that one of them is about is remembered whole.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { Memory, type SearchPayload } from "../../src/index.js";
import { keepResult, provenance } from "../provenance.js";
import { bm25Ranking } from "./bm25.js";
import {
  type Conversation,
  evidenceOf,
  type Question,
  readConversations,
  turnText,
} from "./conversations.js";
import { reportOf, table } from "./report.js";
import { type Asked, budgets } from "./scores.js";
import { recordTurns, sessionsOf } from "./sessions.js";

/** Records asked for: enough to see the twentieth turn, though a turn may hold many records. */
const explainedRecords = 300;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      limit: { type: "string" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  if (values.data === undefined) throw new Error("Cannot measure: name a file, --data FILE.jsonl");
  const conversations = limited(
    readConversations(values.data),
    Number(values.limit ?? Number.POSITIVE_INFINITY),
  );
  const results: ConversationResult[] = [];
  for (const conversation of conversations) results.push(await measure(conversation));
  const report = reportOf(results);
  if (values.save) keepResult(`quality-${basename(values.data, ".jsonl")}`, { ...provenance(), ...report });
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
}

/** Keeps `limit` questions, every so many-th one, and the conversations that they are about. */
function limited(conversations: readonly Conversation[], limit: number): Conversation[] {
  const total = conversations.reduce((sum, { questions }) => sum + questions.length, 0);
  const step = Math.max(1, total / limit);
  let place = 0;
  let next = 0;
  const chosen = () => {
    place += 1;
    if (place - 1 < next) return false;
    next += step;
    return true;
  };
  return conversations
    .map((conversation) => ({ ...conversation, questions: conversation.questions.filter(chosen) }))
    .filter(({ questions }) => questions.length > 0);
}

export interface ConversationResult {
  readonly asked: readonly Asked[];
  /** Turns named as evidence, and how many of them the extractor kept. */
  readonly evidenceTurns: number;
  readonly evidenceKept: number;
}

async function measure(conversation: Conversation): Promise<ConversationResult> {
  await using memory = new Memory();
  const turnOf = new Map<string, string>();
  for (const session of sessionsOf(conversation)) {
    const payload = await memory.remember(session.input);
    for (const [record, turn] of recordTurns(session, payload)) turnOf.set(record, turn);
  }
  const baseline = bm25Ranking(conversation);
  const asked: Asked[] = [];
  for (const question of conversation.questions) {
    asked.push(await ask(question, { memory, conversation, turnOf, baseline }));
  }
  const kept = new Set(turnOf.values());
  const evidence = new Set(conversation.questions.flatMap(evidenceOf));
  process.stderr.write(`${conversation.id}: ${conversation.turns.length} turns, ${asked.length} questions\n`);
  return {
    asked,
    evidenceTurns: evidence.size,
    evidenceKept: [...evidence].filter((turn) => kept.has(turn)).length,
  };
}

interface Desk {
  readonly memory: Memory;
  readonly conversation: Conversation;
  readonly turnOf: ReadonlyMap<string, string>;
  readonly baseline: ReturnType<typeof bm25Ranking>;
}

async function ask(question: Question, { memory, conversation, turnOf, baseline }: Desk): Promise<Asked> {
  const query = question.question;
  const { records = [] } = await memory.recall({ query, explain: true, limit: explainedRecords });
  const turns = [...new Set(records.map(({ record_id }) => turnOf.get(record_id)!))];
  const inProse: Record<number, number> = {};
  const texts = evidenceOf(question).map((id) =>
    turnText(conversation.turns.find((turn) => turn.id === id)!),
  );
  for (const budget of texts.length > 0 ? budgets : []) {
    inProse[budget] = told(
      await memory.recall({ query, token_budget: budget, limit: explainedRecords }),
      texts,
    );
  }
  return {
    question,
    turns,
    bm25: baseline(query, 20),
    inProse,
    answerable: records[0]?.signals.answerable ?? 0,
  };
}

/** Share of texts that stand in the prose word for word. A long turn is told by its passages: one of 60 characters or more counts. */
function told(payload: SearchPayload, texts: readonly string[]): number {
  const prose = plain(
    [payload.semantic_memory, payload.episodic_memory, payload.procedural_memory].join("\n"),
  );
  const found = texts.filter((text) => partsOf(text).some((part) => prose.includes(part)));
  return found.length / texts.length;
}

function partsOf(text: string): string[] {
  const whole = plain(text);
  if (whole.length <= 400) return [whole];
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map(plain)
    .filter((part) => part.length >= 60);
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

await main();
