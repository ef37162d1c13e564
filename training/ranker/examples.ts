/**
 * Examples: what the ranking saw for each question of the development conversations. They are collected through the real road (remember, the
 * store, interpret, gather, describe), so that there is one implementation of every feature.
 */
import {
  type Conversation,
  evidenceOf,
  type Question,
} from "../../benchmarks/recall-quality/conversations.js";
import { recordTurns, sessionsOf } from "../../benchmarks/recall-quality/sessions.js";
import { parseInput } from "../../src/contract/errors.js";
import { rememberInput } from "../../src/contract/remember.js";
import { memoryParts } from "../../src/options.js";
import { answerableFeatures, type Scores } from "../../src/recall/answerable.js";
import { describe, type Features } from "../../src/recall/features.js";
import { gather } from "../../src/recall/gather.js";
import { interpret } from "../../src/recall/interpret.js";
import { questionVectors } from "../../src/recall/relevant.js";
import { remember } from "../../src/remember/remember.js";
import { openSqliteStore } from "../../src/stores/sqlite/sqlite-store.js";
import type { Store } from "../../src/stores/store.js";

/** One question: the passages that were read, each with the turn that it stands in and its features. */
export interface Example {
  readonly conversation: string;
  readonly kind: string;
  /** Asked of a conversation that it is not about. */
  readonly stranger?: boolean;
  readonly question: string;
  /** Turns that hold the answer; none where it cannot be answered. */
  readonly evidence: readonly string[];
  /** How far the conversation is one with an assistant who writes pages, 0 to 1. */
  readonly pages: number;
  /** Turn of each passage. */
  readonly turns: readonly string[];
  /** A row a passage, a column a feature. */
  readonly rows: readonly Float64Array[];
  readonly names: readonly string[];
  /** What the pool shows of whether it holds an answer, once a model has scored its passages. */
  readonly answerable: (scores: Scores) => Features;
}

/** A conversation, remembered. */
export interface Remembered {
  readonly conversation: Conversation;
  readonly store: Store;
  readonly turnOf: ReadonlyMap<string, string>;
}

const parts = memoryParts({ durability: "normal" });

/** Remembers a conversation in a store of its own. */
export async function rememberConversation(
  conversation: Conversation,
  path = ":memory:",
): Promise<Remembered> {
  const store = openStore(path);
  const turnOf = new Map<string, string>();
  for (const session of sessionsOf(conversation)) {
    const request = parseInput(rememberInput, session.input, "remember");
    const [payload] = await remember([request], { ...parts, store });
    for (const [record, turn] of recordTurns(session, payload!)) turnOf.set(record, turn);
  }
  return { conversation, store, turnOf };
}

export function openStore(path: string): Store {
  return openSqliteStore({ ...parts, path, ids: parts.newId, clock: parts.now });
}

/** Asks questions of a conversation, by default its own, and notes what the ranking would judge by. */
export async function examplesOf(
  { conversation, store, turnOf }: Remembered,
  questions: readonly Question[] = conversation.questions,
): Promise<Example[]> {
  const examples: Example[] = [];
  const now = parts.now();
  for (const asked of questions) {
    const question = interpret(asked.question, { now });
    const vectors = await questionVectors(question, undefined, parts);
    const { said: statistics } = await store.statistics();
    const pool = await gather(store, question, { ...vectors, scope: { now: now.toISOString() }, statistics });
    const described = describe(pool);
    const { table, view } = described;
    examples.push({
      conversation: conversation.id,
      kind: asked.kind,
      question: asked.question,
      evidence: evidenceOf(asked),
      pages: view.pages,
      turns: pool.passages.map((passage) => turnOf.get(passage.records[0]!.id)!),
      rows: pool.passages.map((_, row) => table.row(row)),
      names: table.names,
      answerable: (scores) => answerableFeatures(described, scores),
    });
  }
  return examples;
}
