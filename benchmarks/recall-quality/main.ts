/**
 * Measures how well recall finds what was said, without a language model: `npm run bench:quality --
 * --data FILE.jsonl [--data FILE.jsonl …] [--limit N] [--same-words] [--calls message]
 * [--store URL] [--json] [--markdown] [--save]`.
 *
 * Remembers each conversation of each file in a store of its own, one call per session, asks every
 * question with the default options, and reports the share of the evidence turns (or sessions, if
 * the file names those) among the first 5, 10 and 20 returned, and the same for FTS5 BM25 over the
 * turns, and over turns with their neighbours. Progress is written to stderr. `--save` writes the
 * figures to `benchmarks/results/quality-FILE.json`; `--markdown` prints the rows of the table in
 * `docs/benchmarks.md`. `--limit N` asks only N questions of each
 * file, spread evenly; every conversation of these questions is remembered completely.
 * `--calls message` remembers each message in a call of its own, as many agents do, and saves the
 * figures in `quality-FILE-by-message.json`.
 * `--same-words` gives BM25 the words that recall searches for: FTS5 finds none in Chinese and
 * Japanese. `--store postgres://…` keeps the stores in PostgreSQL, in a schema that is dropped at
 * the end; `--store temporary` in a server that is started for it.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { Memory, type SearchPayload } from "../../src/index.js";
import { keepResult, provenance } from "../provenance.js";
import { type BenchmarkStores, benchmarkStores } from "../store-option.js";
import { databaseOf } from "../temporary-server.js";
import { Bm25Ranking, type Words } from "./bm25.js";
import {
  type Conversation,
  evidenceOf,
  type Question,
  readConversations,
  type Turn,
  turnText,
  unitOf,
} from "./conversations.js";
import { markdownRows } from "./markdown.js";
import { replay } from "./replay.js";
import { type ConversationResult, reportOf, table } from "./report.js";
import { type Asked, budgets, markedBudget } from "./scores.js";
import { type Calls, recordTurns } from "./sessions.js";

/** Limit of records, high enough for the twentieth turn, as a turn may have many records. */
const explainedRecords = 300;
/** Turns that the baseline returns, enough for the twentieth session. */
const baselineTurns = 300;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true, default: [] },
      limit: { type: "string" },
      "same-words": { type: "boolean", default: false },
      calls: { type: "string", default: "session" },
      store: { type: "string" },
      json: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  if (values.data.length === 0) throw new Error("Cannot measure: name a file, --data FILE.jsonl");
  const { calls } = values;
  if (calls !== "session" && calls !== "message")
    throw new Error(`Cannot measure: --calls must be session or message, not ${calls}`);
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
  const database = values.store === undefined ? undefined : await databaseOf(values.store);
  const stores = benchmarkStores(database?.url);
  try {
    const reports: Record<string, ReturnType<typeof reportOf>> = {};
    for (const path of values.data) {
      const corpus = basename(path, ".jsonl");
      const results: ConversationResult[] = [];
      for (const conversation of limited(readConversations(path), limit))
        results.push(await measure(conversation, { stores, calls, words: wordsOf(values["same-words"]) }));
      reports[corpus] = reportOf(results);
      if (values.save)
        keepResult(`quality-${corpus}${calls === "message" ? "-by-message" : ""}`, {
          ...provenance(),
          ...reports[corpus],
        });
      if (!values.json) process.stdout.write(`${corpus}\n${table(reports[corpus])}\n`);
      if (values.markdown) process.stdout.write(`${markdownRows(corpus, reports[corpus])}\n\n`);
    }
    if (values.json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  } finally {
    await stores.end();
    database?.stop();
  }
}

function wordsOf(sameWords: boolean): Words {
  return sameWords ? "recall" : "porter";
}

/** Keeps `limit` questions, evenly spread, and the conversations that they are about. */
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

interface Settings {
  readonly stores: BenchmarkStores;
  readonly calls: Calls;
  /** How the baselines read words. */
  readonly words: Words;
}

async function measure(
  conversation: Conversation,
  { stores, calls, words }: Settings,
): Promise<ConversationResult> {
  let now: Date | undefined;
  await using memory = new Memory({ clock: () => now ?? new Date(), ...stores.next() });
  const turnOf = new Map<string, Turn>();
  const baselines = {
    turn: new Bm25Ranking("turn", words),
    neighbours: new Bm25Ranking("neighbours", words),
  };
  const turns = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const asked: Asked[] = [];
  await replay(conversation, {
    calls,
    remember: async (session) => {
      const payload = await memory.remember(session.input);
      for (const [record, turn] of recordTurns(session, payload)) turnOf.set(record, turns.get(turn)!);
      baselines.turn.add(session.turns);
      baselines.neighbours.add(session.turns);
    },
    ask: async (question) => {
      now = question.at === undefined ? undefined : new Date(question.at);
      asked.push(await ask(question, { memory, turns, turnOf, baselines }));
      now = undefined;
    },
  });
  const kept = new Set([...turnOf.values()].map(({ id }) => id));
  const evidence = new Set(conversation.questions.flatMap((question) => question.evidence));
  process.stderr.write(`${conversation.id}: ${conversation.turns.length} turns, ${asked.length} questions\n`);
  return {
    asked,
    evidenceTurns: evidence.size,
    evidenceKept: [...evidence].filter((turn) => kept.has(turn)).length,
  };
}

interface Desk {
  readonly memory: Memory;
  readonly turns: ReadonlyMap<string, Turn>;
  /** Turn of each record. */
  readonly turnOf: ReadonlyMap<string, Turn>;
  readonly baselines: { readonly turn: Bm25Ranking; readonly neighbours: Bm25Ranking };
}

async function ask(question: Question, { memory, turns, turnOf, baselines }: Desk): Promise<Asked> {
  const query = question.question;
  const payload = await memory.recall({ query, explain: true, limit: explainedRecords });
  const records = payload.records ?? [];
  const texts =
    question.evidence_sessions === undefined
      ? evidenceOf(question).map((id) => turnText(turns.get(id)!))
      : [];
  const inProse: Record<number, number> = {};
  let asEarlier = 0;
  for (const budget of texts.length > 0 ? budgets : []) {
    const lines = linesOf(await memory.recall({ query, token_budget: budget, limit: explainedRecords }));
    inProse[budget] = shareIn(lines, texts);
    if (budget === markedBudget) asEarlier = shareIn(lines.filter(isEarlier), texts);
  }
  const units = (ranked: readonly Turn[]) => [
    ...new Set(ranked.flatMap((turn) => unitOf(question, turn) ?? [])),
  ];
  return {
    question,
    units: units(records.map(({ record_id }) => turnOf.get(record_id)!)),
    bm25: units(baselines.turn.rank(query, baselineTurns)),
    bm25WithNeighbours: units(baselines.neighbours.rank(query, baselineTurns)),
    inProse,
    asEarlier,
    confidence: payload.confidence ?? "none",
    answerable: records[0]?.signals.answerable ?? 0,
  };
}

function linesOf({ semantic_memory, episodic_memory, procedural_memory }: SearchPayload): string[] {
  return [semantic_memory, episodic_memory, procedural_memory].join("\n").split("\n");
}

/** Whether a line of the prose says that it is outdated. */
function isEarlier(line: string): boolean {
  return /^Earlier\b/.test(line);
}

/**
 * Share of texts that are verbatim in some lines. Of a long turn, one passage of 60 characters or
 * more is enough.
 */
function shareIn(lines: readonly string[], texts: readonly string[]): number {
  const prose = plain(lines.join("\n"));
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
