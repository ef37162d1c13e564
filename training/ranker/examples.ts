/**
 * Examples: the features of all passages for each question of the training conversations. They are
 * collected through the real verbs (remember, the store, interpret, gather, describe), so that each
 * feature has one implementation.
 */
import {
  type Conversation,
  evidenceOf,
  type Question,
  unitOf,
} from "../../benchmarks/recall-quality/conversations.js";
import { replay } from "../../benchmarks/recall-quality/replay.js";
import { recordTurns, type Session } from "../../benchmarks/recall-quality/sessions.js";
import { parseInput } from "../../src/contract/errors.js";
import { rememberInput } from "../../src/contract/remember.js";
import { memoryParts } from "../../src/memory-parts.js";
import { interpret } from "../../src/recall/question/interpret.js";
import { type PoolSummary, summaryOf } from "../../src/recall/ranking/answerable.js";
import { describe } from "../../src/recall/ranking/features/features.js";
import { gather } from "../../src/recall/search/gather.js";
import { questionVectors } from "../../src/recall/selection/said-search.js";
import { remember } from "../../src/remember/remember.js";
import { openSqliteStore } from "../../src/stores/sqlite/sqlite-store.js";
import type { Store } from "../../src/stores/store.js";
import { signalNames } from "./signals.js";

/**
 * One question with the passages that were read, each with its turn or session and its features.
 * Plain data, so that it can be cached.
 */
export interface Example {
  readonly corpus: string;
  readonly conversation: string;
  readonly kind: string;
  /** The question is about another conversation. */
  readonly stranger: boolean;
  readonly question: string;
  /** Turns or sessions that contain the answer; empty if there is no answer. */
  readonly evidence: readonly string[];
  /** Turn or session of each passage; `undefined` if finding it does not count. */
  readonly units: readonly (string | undefined)[];
  /** One row per passage, one column per signal of `signals.ts`. */
  readonly rows: readonly Float32Array[];
  /** Other properties of the pool. */
  readonly pool: Omit<PoolSummary, "column">;
}

/** Returns the summary of an example's pool. */
export function poolOf({ pool, rows }: Example): PoolSummary {
  return { ...pool, column: (name) => Float64Array.from(rows, (row) => row[signalNames.indexOf(name)] ?? 0) };
}

const parts = memoryParts({ durability: "normal" });

/**
 * Remembers a conversation, asks each question at its time, and then questions about other
 * conversations, which it does not answer.
 */
export async function examplesOf(
  corpus: string,
  conversation: Conversation,
  strangers: readonly Question[],
): Promise<Example[]> {
  const store = openSqliteStore({ ...parts, path: ":memory:", ids: parts.newId, clock: parts.now });
  const turnOf = new Map<string, string>();
  const turns = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const examples: Example[] = [];
  const ask = async (question: Question, stranger: boolean) => {
    const described = await describedFor(question, store);
    const { table, view } = described;
    const { named, absent, words, passages } = summaryOf(described);
    const taken = signalNames.map((name) => table.column(name));
    const turnAt = (record: string) => turns.get(turnOf.get(record)!)!;
    examples.push({
      corpus,
      conversation: conversation.id,
      kind: question.kind,
      stranger,
      question: question.question,
      evidence: stranger ? [] : evidenceOf(question),
      units: view.pool.passages.map(({ records }) => unitOf(question, turnAt(records[0]!.id))),
      rows: view.pool.passages.map((_, row) => Float32Array.from(taken, (column) => column[row]!)),
      pool: { named, absent, words, passages },
    });
  };
  await replay(conversation, {
    remember: async (session) => keepTurns(session, store, turnOf),
    ask: (question) => ask(question, false),
  });
  for (const question of strangers) await ask(question, true);
  await store.close();
  return examples;
}

async function keepTurns(session: Session, store: Store, turnOf: Map<string, string>): Promise<void> {
  const request = parseInput(rememberInput, session.input, "remember");
  const [payload] = await remember([request], { ...parts, actor: parts.actor(), store });
  for (const [record, turn] of recordTurns(session, payload!)) turnOf.set(record, turn);
}

async function describedFor(asked: Question, store: Store) {
  const now = asked.at === undefined ? parts.now() : new Date(asked.at);
  const question = interpret(asked.question, { now });
  const vectors = await questionVectors(question, undefined, parts);
  const scope = { now: now.toISOString() };
  return store.snapshot(async (snapshot) => {
    const [{ said: statistics }] = await snapshot.read([{ of: "statistics" }]);
    return describe(await gather(snapshot, question, { ...vectors, scope, statistics }));
  });
}
