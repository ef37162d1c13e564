/** What the model starts from: figures of `benchmarks/results`, and a small measurement of its own. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Memory } from "../built.js";
import { GrowingConversation, linesOf } from "../growth/lines.js";

/** Times are in milliseconds of a quiet machine, sizes in bytes. */
export interface Parameters {
  /** Size of a store with few records: it has its tables and indexes, and a growing part. */
  readonly emptyBytes: number;
  readonly bytesPerRecord: number;
  /** Processor time of an average call over HTTP, half adds and half searches. */
  readonly callMs: number;
  /** What opening a store and its first recall take more than a recall in an open store. */
  readonly openMs: number;
  /** Recall in one store, by records: `fixed + perMillion × records / 10⁶`. */
  readonly recall: { readonly fixed: number; readonly perMillion: number };
  readonly processBytes: number;
  readonly openStoreBytes: number;
}

interface Growth {
  readonly measurements: readonly {
    readonly records: number;
    readonly open: { readonly rss_bytes: number };
    readonly file: { readonly bytes: number; readonly bytes_per_record: number };
  }[];
  readonly laws: Readonly<Record<string, { readonly fixed: number; readonly per_million: number }>>;
  readonly many_stores: { readonly stores: number; readonly rss_bytes: number; readonly seconds: number };
}

interface Load {
  readonly runs: readonly {
    readonly stores: number;
    readonly killed: boolean;
    readonly calls_per_second: number;
  }[];
}

/** Reads the results, and measures small stores in `folder`. */
export async function parameters(folder: string): Promise<Parameters> {
  const growth = resultOf<Growth>("growth");
  const load = resultOf<Load>("load");
  const [small] = growth.measurements;
  const busy = load.runs.find(({ stores, killed }) => stores > 1 && !killed)!;
  const law = growth.laws["recall p50"]!;
  const { stores, seconds, rss_bytes } = growth.many_stores;
  return {
    emptyBytes: await emptyBytes(folder),
    bytesPerRecord: growth.measurements.at(-1)!.file.bytes_per_record,
    // One thread answers, so its calls per second are the inverse of what a call takes.
    callMs: 1000 / busy.calls_per_second,
    // Each of them was opened and asked one question.
    openMs: (1000 * seconds) / stores - law.fixed,
    recall: { fixed: law.fixed, perMillion: law.per_million },
    processBytes: small!.open.rss_bytes,
    openStoreBytes: (rss_bytes - small!.open.rss_bytes) / stores,
  };
}

/** Returns the size of a store without its records, from the sizes of two. */
async function emptyBytes(folder: string): Promise<number> {
  const sizes = [];
  for (const records of [50, 100]) {
    const path = join(folder, `${records}.db`);
    const memory = new Memory({ path });
    await memory.import(linesOf(new GrowingConversation(3).messages(records)));
    await memory.close();
    sizes.push(statSync(path).size);
  }
  return 2 * sizes[0]! - sizes[1]!;
}

function resultOf<Result>(name: string): Result {
  return JSON.parse(readFileSync(new URL(`../results/${name}.json`, import.meta.url), "utf8")) as Result;
}
