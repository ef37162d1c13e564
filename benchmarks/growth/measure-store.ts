/** Times the verbs on a copy of a store, one call after the other, with the default options. */
import { closeSync, copyFileSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";
import { Memory } from "../built.js";
import type { Message } from "../latency/conversation.js";
import { type FreshStart, freshStart } from "../latency/fresh-start.js";
import type { Percentiles } from "../latency/percentiles.js";
import { type Filtered, filteredRecalls } from "./filtered.js";
import { longRunningRecall } from "./long-running.js";
import { type LongWork, longWork } from "./long-work.js";
import type { TrueNeighbours } from "./neighbours.js";
import { timed } from "./timed.js";
import { type VectorsAlone, vectorsAlone } from "./vectors-alone.js";
import { type Block, watched } from "./watched.js";

/** Times in milliseconds, sizes in bytes. */
export interface Measurement {
  readonly records: number;
  readonly fill: { readonly seconds: number; readonly records_per_second: number };
  /** After {@link warmUpCalls} recalls of this store. */
  readonly recall: Percentiles;
  /** In a process of its own, after 600 recalls. */
  readonly recall_long_running: Percentiles;
  /** Profiles of the speakers, in turn. */
  readonly profile: Percentiles;
  readonly filtered: Filtered;
  readonly remember: Percentiles;
  readonly forget: Percentiles;
  /** Longest time for which each verb blocked the event loop, over all its calls. */
  readonly blocks: LongWork & {
    readonly recall: Block;
    readonly filtered: Block;
    readonly remember: Block;
    readonly forget: Block;
  };
  readonly open: FreshStart;
  readonly file: { readonly bytes: number; readonly bytes_per_record: number };
  /** The nearest ten by vector alone, and how many of the true ten are among them. */
  readonly vectors: VectorsAlone;
}

/** The store to measure, with questions and messages. */
export interface Subject {
  readonly path: string;
  readonly records: number;
  readonly fillSeconds: number;
  /** Questions in order; the first ones are not timed. */
  readonly questions: readonly string[];
  /** More questions, which begin with the same ones. */
  readonly manyQuestions: readonly string[];
  /** Messages to remember in order; the first ones are not timed. */
  readonly messages: readonly Message[];
  readonly truth: TrueNeighbours;
}

/** Calls that are not timed, while code is compiled and pages are read. */
export const warmUpCalls = 30;
/** Calls that read a profile. */
const profileCalls = 230;
/** Calls that forget. Each writes the log back to the file and waits for the disk. */
const forgetCalls = 40;

/** Measures every verb on a copy of the store. */
export async function measureStore({
  path,
  records,
  fillSeconds,
  ...subject
}: Subject): Promise<Measurement> {
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  flush(copy);
  try {
    const { size } = statSync(path);
    const open = freshStart(copy, subject.questions.slice(0, warmUpCalls));
    const longRunning = longRunningRecall(copy, subject.manyQuestions);
    const vectors = vectorsAlone(copy, subject);
    return {
      records,
      fill: { seconds: fillSeconds, records_per_second: records / fillSeconds },
      ...(await timedVerbs(copy, { ...subject, records })),
      recall_long_running: longRunning,
      open,
      file: { bytes: size, bytes_per_record: size / records },
      vectors,
    };
  } finally {
    for (const file of [copy, `${copy}-wal`, `${copy}-shm`]) rmSync(file, { force: true });
  }
}

/** Writes what copying left in memory now, and not while something is timed. */
function flush(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}

async function timedVerbs(
  path: string,
  { questions, messages, records }: Pick<Subject, "questions" | "messages" | "records">,
): Promise<Pick<Measurement, "recall" | "profile" | "filtered" | "remember" | "forget" | "blocks">> {
  await using memory = new Memory({ path });
  for (const question of questions.slice(0, warmUpCalls)) await memory.recall(question);
  const asked = questions.slice(warmUpCalls);
  const recall = await watched(() => timed(asked, 0, (question) => memory.recall(question)));
  const speakers = messages.slice(0, profileCalls).map(({ name }) => name);
  const profile = await timed(speakers, warmUpCalls, (speaker) => memory.profile({ speaker }));
  const filtered = await watched(() => filteredRecalls(memory, { questions, records }));
  const kept: string[] = [];
  const keep = async (message: Message) => {
    const { semantic, episodic, procedural } = (await memory.remember([message])).data.data.memory_decisions;
    const first = [...semantic.items, ...episodic.items, ...procedural.items][0];
    if (first !== undefined) kept.push(first.record_id);
  };
  // The first call loads the grammar, which takes a third of a second once per process.
  for (const message of messages.slice(0, warmUpCalls)) await keep(message);
  const remember = await watched(() => timed(messages.slice(warmUpCalls), 0, keep));
  const gone = kept.slice(0, forgetCalls);
  const forget = await watched(() =>
    timed(gone, Math.ceil(gone.length / 8), (id) => memory.forget({ ids: [id] })),
  );
  const blocks = {
    recall: recall.block,
    filtered: filtered.block,
    remember: remember.block,
    forget: forget.block,
    ...(await longWork(memory, messages)),
  };
  return {
    recall: recall.result,
    profile,
    filtered: filtered.result,
    remember: remember.result,
    forget: forget.result,
    blocks,
  };
}
