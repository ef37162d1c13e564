/**
 * Measures one variant on a copy of its file, in a process of its own: `tsx measure-variant.ts`
 * reads its task from stdin as JSON and writes the result.
 */
import { copyFileSync, readFileSync, rmSync, statSync } from "node:fs";
import { memoryParts, openSqliteStore, recall, recallInput, remember } from "../built.js";
import type { Message } from "../latency/conversation.js";
import { type Percentiles, percentiles } from "../latency/percentiles.js";
import type { Variant } from "./variants.js";

/** The task of one process. */
export interface Task {
  /** Path of the file, which is not changed. */
  readonly path: string;
  readonly variant: Variant;
  readonly questions: readonly string[];
  readonly messages: readonly Message[];
  /** First calls of each kind, which are not timed. */
  readonly warmUp: number;
}

/** Times in milliseconds, sizes in bytes. */
export interface Measured {
  readonly recall: Percentiles;
  readonly remember: Percentiles & { readonly mean_ms: number };
  readonly file_bytes: number;
  readonly rss_bytes: number;
}

async function measure({ path, variant, questions, messages, warmUp }: Task): Promise<Measured> {
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const { settings, durability } = variant;
  const parts = memoryParts({ path: copy, durability });
  const store = openSqliteStore({ ...parts, settings, ids: parts.newId, clock: parts.now });
  try {
    const recalled = await timed(questions, (question) =>
      recall(recallInput.parse(question), { ...parts, store }),
    );
    const remembered = await timed(messages, (message) =>
      remember([{ content: [message] }], { ...parts, actor: parts.actor(), store }),
    );
    const counted = remembered.slice(warmUp);
    return {
      recall: percentiles(recalled.slice(warmUp)),
      remember: {
        ...percentiles(counted),
        mean_ms: counted.reduce((sum, one) => sum + one, 0) / counted.length,
      },
      file_bytes: statSync(path).size,
      rss_bytes: process.memoryUsage.rss(),
    };
  } finally {
    await store.close();
    for (const file of [copy, `${copy}-wal`, `${copy}-shm`]) rmSync(file, { force: true });
  }
}

async function timed<Input>(
  inputs: readonly Input[],
  call: (input: Input) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    await call(input);
    times.push(performance.now() - start);
  }
  return times;
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(readFileSync(0, "utf8")) as Task)));
