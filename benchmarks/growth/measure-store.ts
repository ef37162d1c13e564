/** Times the verbs on a copy of a store, one call after the other, with the default options. */
import { copyFileSync, rmSync, statSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Memory, openSqliteStore, staticEmbedder } from "../built.js";
import type { Message } from "../latency/conversation.js";
import { type FreshStart, freshStart } from "../latency/fresh-start.js";
import { type Percentiles, percentiles } from "../latency/percentiles.js";
import { depth, type TrueNeighbours } from "./neighbours.js";

/** Times in milliseconds, sizes in bytes. */
export interface Measurement {
  readonly records: number;
  readonly fill: { readonly seconds: number; readonly records_per_second: number };
  readonly recall: Percentiles;
  /** Longest time that recalling kept the event loop from other work, of all calls. */
  readonly longest_block_ms: number;
  readonly remember: Percentiles;
  readonly forget: Percentiles;
  readonly open: FreshStart;
  readonly file: { readonly bytes: number; readonly bytes_per_record: number };
  /** The nearest ten by vector alone, and how many of the true ten are among them. */
  readonly vectors: Percentiles & { readonly recall_at_10: number };
}

export interface Subject {
  readonly path: string;
  readonly records: number;
  readonly fillSeconds: number;
  /** Asked one after the other; the first ones are not timed. */
  readonly questions: readonly string[];
  /** Remembered one after the other; the first ones are not timed. */
  readonly messages: readonly Message[];
  readonly truth: TrueNeighbours;
}

/** Calls while code is compiled and pages are read, which do not count. */
export const warmUpCalls = 30;
/** Calls that forget: each writes the log back to the file and waits for the disk. */
const forgetCalls = 40;

export async function measureStore({
  path,
  records,
  fillSeconds,
  ...subject
}: Subject): Promise<Measurement> {
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  try {
    const { size } = statSync(path);
    const open = freshStart(copy, subject.questions.slice(0, warmUpCalls));
    const vectors = await timedVectors(copy, subject.truth);
    return {
      records,
      fill: { seconds: fillSeconds, records_per_second: records / fillSeconds },
      ...(await timedVerbs(copy, subject)),
      open,
      file: { bytes: size, bytes_per_record: size / records },
      vectors,
    };
  } finally {
    for (const file of [copy, `${copy}-wal`, `${copy}-shm`]) rmSync(file, { force: true });
  }
}

async function timedVerbs(
  path: string,
  { questions, messages }: Pick<Subject, "questions" | "messages">,
): Promise<Pick<Measurement, "recall" | "longest_block_ms" | "remember" | "forget">> {
  await using memory = new Memory({ path });
  for (const question of questions.slice(0, warmUpCalls)) await memory.recall(question);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const recall = await timed(questions.slice(warmUpCalls), 0, (question) => memory.recall(question));
  delay.disable();
  const kept: string[] = [];
  const remember = await timed(messages, warmUpCalls, async (message) => {
    const { semantic, episodic, procedural } = (await memory.remember([message])).data.data.memory_decisions;
    const first = [...semantic.items, ...episodic.items, ...procedural.items][0];
    if (first !== undefined) kept.push(first.record_id);
  });
  const gone = kept.slice(0, forgetCalls);
  const forget = await timed(gone, Math.ceil(gone.length / 8), (id) => memory.forget({ ids: [id] }));
  return { recall, longest_block_ms: delay.max / 1e6, remember, forget };
}

async function timedVectors(path: string, truth: TrueNeighbours): Promise<Measurement["vectors"]> {
  const store = openSqliteStore({ path, embedder: staticEmbedder(), ids: () => "", clock: () => new Date() });
  const scope = { now: new Date().toISOString() };
  const nearest = (query: Float32Array) => store.nearest(query, { limit: depth, scope });
  // Every page that is asked for is read once before anything is timed.
  for (const query of truth.queries) await nearest(query);
  let found = 0;
  let wanted = 0;
  const times = await timed([...truth.queries.entries()], 0, async ([index, query]) => {
    const neighbours = await nearest(query);
    const expected = truth.nearest(index);
    wanted += expected.size;
    found += neighbours.filter(({ passage }) => expected.has(passage)).length;
  });
  await store.close();
  return { ...times, recall_at_10: found / wanted };
}

async function timed<Input>(
  inputs: readonly Input[],
  warmUp: number,
  call: (input: Input) => Promise<unknown>,
): Promise<Percentiles> {
  const times: number[] = [];
  for (const [index, input] of inputs.entries()) {
    const start = performance.now();
    await call(input);
    if (index >= warmUp) times.push(performance.now() - start);
    // Others get their turn, as in a process that serves: else the event loop's delay would be the sum of all calls.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return percentiles(times);
}
