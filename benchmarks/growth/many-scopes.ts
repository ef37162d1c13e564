/**
 * Measures what a scope costs in a store with many scopes: recalls of one scope compared with those
 * of a store that contains nothing else, in turns in one process.
 */
import { join } from "node:path";
import type { MemoryService } from "../../src/index.js";
import { Memory } from "../built.js";
import { type Percentiles, percentiles } from "../latency/percentiles.js";
import { GrowingConversation, linesOf } from "./lines.js";

/** Times of recalls in a store with many scopes. */
export interface ManyScopes {
  /** Records in the store with many scopes. */
  readonly records: number;
  readonly records_each: number;
  /** Recalls of one scope, repeated. */
  readonly one_scope: Percentiles;
  /** The same recalls of a store that contains only this scope. */
  readonly alone: Percentiles;
  /** Recalls of another scope each time: nothing of it is cached. */
  readonly first_of_scope: Percentiles;
  /**
   * Recalls without a scope of the store with many scopes, which has one conversation of the same
   * length without a scope.
   */
  readonly no_scope: Percentiles;
}

const calls = { warmUp: 10, timed: 150, first: 60 };
const sessionLength = 20;
/** Scopes whose sources are imported at once. */
const atOnce = 500;

/** Users talk in turns, one session each, so the passages of one user are spread over the store. */
export async function manyScopes(
  folder: string,
  { records, each }: { readonly records: number; readonly each: number },
): Promise<ManyScopes> {
  const users = Math.max(2, Math.floor(records / each));
  await using many = new Memory({ path: join(folder, "scopes.db"), durability: "normal" });
  await using alone = new Memory({ path: join(folder, "alone.db"), durability: "normal" });
  const talk = Array.from({ length: users }, (_, user) => new GrowingConversation(user + 1));
  for (let session = 0; session < each / sessionLength; session += 1)
    for (let from = 0; from < users; from += atOnce) {
      const lines = talk.slice(from, from + atOnce).flatMap((conversation, at) => {
        const [header, ...sources] = linesOf(conversation.messages(sessionLength));
        const owned = sources.map((line) => withUser(line, from + at));
        return at === 0 ? [header!, ...owned] : owned;
      });
      await many.import(lines);
      if (from === 0) await alone.import(lines.slice(0, 2));
    }
  return { records: users * each, records_each: each, ...(await measured(many, alone, users)) };
}

/** The first user's conversation has no scope; the second user's is timed. */
function withUser(line: string, user: number): string {
  const { source } = JSON.parse(line) as { source: object };
  return JSON.stringify({ source: user === 0 ? source : { ...source, scope: userScope(user) } });
}

function userScope(user: number): { readonly user: string } {
  return { user: `user-${user}` };
}

async function measured(
  many: MemoryService,
  alone: MemoryService,
  users: number,
): Promise<Omit<ManyScopes, "records" | "records_each">> {
  const conversation = new GrowingConversation(1);
  const messages = conversation.messages(calls.warmUp + calls.timed);
  const questions = messages.map((message) => conversation.question(message));
  const times = { one: [] as number[], alone: [] as number[], none: [] as number[], first: [] as number[] };
  const one = many.for(userScope(1));
  for (const [at, query] of questions.entries()) {
    const counted = at >= calls.warmUp;
    await time(() => one.recall(query), counted ? times.one : []);
    await time(() => alone.recall(query), counted ? times.alone : []);
    await time(() => many.recall(query), counted ? times.none : []);
  }
  for (let user = 2; user < Math.min(users, calls.first + 2); user += 1)
    await time(() => many.for(userScope(user)).recall(questions[user]!), times.first);
  return {
    one_scope: percentiles(times.one),
    alone: percentiles(times.alone),
    no_scope: percentiles(times.none),
    first_of_scope: percentiles(times.first),
  };
}

async function time(call: () => Promise<unknown>, into: number[]): Promise<void> {
  const start = performance.now();
  await call();
  into.push(performance.now() - start);
  // Other tasks get their turn, as in a server.
  await new Promise((resolve) => setImmediate(resolve));
}
