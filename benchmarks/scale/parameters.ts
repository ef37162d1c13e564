/**
 * What the model starts from: figures of `benchmarks/results`, and a small measurement of its own.
 */
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
  readonly postgres: PostgresParameters;
}

/** Of stores in PostgreSQL. Measured beside SQLite, so the processor times are ratios to its. */
export interface PostgresParameters {
  /** Processor time of the application's process per average call, half adds and half searches. */
  readonly callMs: number;
  /** Of the server's processes. */
  readonly serverMs: number;
  readonly bytesPerRecord: number;
  /** How many times as long as in SQLite a recall takes, with all that is waited for. */
  readonly recallRatio: number;
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

interface Both {
  readonly sqlite: number;
  readonly postgres: number;
}

interface Verb {
  readonly ratio: number;
  readonly cpu_ms: Both;
  readonly server_cpu_ms: number | null;
}

interface SideBySide {
  readonly measurements: readonly {
    readonly records: number;
    readonly bytes: Both;
    readonly recall: Verb;
    readonly remember: Verb;
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
    postgres: ofPostgres(resultOf<SideBySide>("growth-postgres"), 1000 / busy.calls_per_second),
  };
}

/**
 * @param callMs of a quiet machine with SQLite: the shares of it are what the comparison measured
 */
function ofPostgres({ measurements }: SideBySide, callMs: number): PostgresParameters {
  const [first, last] = [measurements[0]!, measurements.at(-1)!];
  const verbs = measurements.flatMap(({ recall, remember }) => [recall, remember]);
  const sum = (of: (verb: Verb) => number) => verbs.reduce((total, verb) => total + of(verb), 0);
  const sqlite = sum(({ cpu_ms }) => cpu_ms.sqlite);
  if (verbs.some(({ server_cpu_ms }) => server_cpu_ms === null))
    throw new Error("Cannot plan: measure growth with a server on the same machine, whose processes count");
  return {
    callMs: (callMs * sum(({ cpu_ms }) => cpu_ms.postgres)) / sqlite,
    serverMs: (callMs * sum(({ server_cpu_ms }) => server_cpu_ms!)) / sqlite,
    // The first rows of a store take pages of their own, so the difference counts.
    bytesPerRecord: (last.bytes.postgres - first.bytes.postgres) / (last.records - first.records),
    recallRatio: last.recall.ratio,
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
