/**
 * The option `--store postgres://…`: grows one store in PostgreSQL and one in SQLite with the same
 * messages, and times each call on both, in turns. So what else the machine does slows both, and
 * the ratio of the medians is of use where the times are not.
 *
 * The processor time of this process is measured too, and that of the server where it is on this
 * machine: of blocks of calls, because its clock is coarse.
 *
 * Before that, the process makes some hundred calls on two small stores, as a service has made
 * after a minute: until Node.js has compiled the code, a call takes two to three times as much
 * processor time, in both engines. The report also has the medians of the first hundred calls.
 */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Memory, postgresStore } from "../built.js";
import type { Message } from "../latency/conversation.js";
import { type Percentiles, percentile, percentiles } from "../latency/percentiles.js";
import { type Provenance, provenance } from "../provenance.js";
import { benchmarkStores } from "../store-option.js";
import { GrowingConversation, linesOf } from "./lines.js";
import { serverCpuOf } from "./server-cpu.js";

type Store = InstanceType<typeof Memory>;
const engines = ["sqlite", "postgres"] as const;
type Engine = (typeof engines)[number];
type Each<Value> = Readonly<Record<Engine, Value>>;

/** One verb in both engines. */
export interface Compared extends Each<Percentiles> {
  /** How many times as long as in SQLite a call takes in PostgreSQL: of the medians. */
  readonly ratio: number;
  /**
   * The tenth percentile: while other programs use the machine, it says what a call takes alone.
   */
  readonly p10_ms: Each<number>;
  /** Milliseconds of this process's processors per call. */
  readonly cpu_ms: Each<number>;
  /** Milliseconds of the server's processors per call; `null` where it is on another machine. */
  readonly server_cpu_ms: number | null;
}

/** Both stores at one size. */
export interface SideBySide {
  readonly records: number;
  readonly fill_seconds: Each<number>;
  /** On the disk, after filling; of PostgreSQL, the growth of its tables and indexes. */
  readonly bytes: Each<number>;
  /** The first recall of a newly opened store: it reads vectors. */
  readonly first_recall_ms: Each<number>;
  readonly recall: Compared;
  readonly remember: Compared;
  readonly forget: Compared;
}

/** Medians of the first {@link early} calls of a process, on stores of 1,000 records. */
export interface EarlyCalls {
  readonly recall: Each<number>;
  readonly remember: Each<number>;
}

/** The report of a comparison. */
export interface SideBySideReport extends Provenance {
  readonly seed: number;
  readonly early_p50_ms: EarlyCalls;
  readonly measurements: readonly SideBySide[];
}

/** What to compare. */
export interface SideBySideOptions {
  readonly folder: string;
  readonly url: string;
  readonly sizes: readonly number[];
  readonly seed: number;
  readonly say: (line: string) => void;
}

const timedCalls = { recall: 200, remember: 100, forget: 20 };
/**
 * Calls on each small store before anything else. The processor time of a recall in SQLite with
 * 10,000 records, in blocks of 50 calls, was 46, 21, 14, 14, 14, 14, 12, 12, 10 ms, and stayed
 * there.
 */
const warming = { records: 1000, recall: 300, remember: 300 };
/**
 * Calls on a newly opened store that are not timed. After those on small stores, the blocks took
 * 23, 15, 12, 11 ms.
 */
const warmUp = { recall: 100, remember: 20, forget: 20 };
const early = 100;
/** Calls in a row on one store; then the other one has its turn. */
const blockLength = 10;

/** Measures both engines at each size. */
export async function sideBySide({
  folder,
  url,
  sizes,
  seed,
  say,
}: SideBySideOptions): Promise<SideBySideReport> {
  const stores = benchmarkStores(url, postgresStore);
  try {
    const both = (name: string): Each<() => Store> => {
      const store = stores.next();
      return {
        sqlite: () => new Memory({ path: join(folder, name) }),
        postgres: () => new Memory(store),
      };
    };
    const serverCpu = await serverCpuOf(stores.pool!);
    say("making the calls of a warm process");
    const early_p50_ms = await warmedUp(both("warm-up.db"), seed);
    const without = await stores.bytes();
    const opened = both("memory.db");
    const conversation = new GrowingConversation(seed);
    const texts: Message[] = [];
    const measurements: SideBySide[] = [];
    for (const records of sizes.toSorted((one, other) => one - other)) {
      const added = conversation.messages(records - texts.length);
      texts.push(...added);
      const fill_seconds = await inEach(opened, (memory) => memory.import(linesOf(added)));
      const bytes = {
        sqlite: statSync(join(folder, "memory.db")).size,
        postgres: (await stores.bytes()) - without,
      };
      say(`measuring at ${records} records`);
      const given = { texts, conversation, seed: seed + records, serverCpu };
      const measured = await measure(opened, given);
      const seconds = { sqlite: fill_seconds.sqlite / 1000, postgres: fill_seconds.postgres / 1000 };
      measurements.push({ records, fill_seconds: seconds, bytes, ...measured });
    }
    return { ...provenance(), seed, early_p50_ms, measurements };
  } finally {
    await stores.end();
    for (const name of ["warm-up.db", "memory.db"]) rmSync(join(folder, name), { force: true });
  }
}

/** Calls both verbs on small stores until their code is compiled. */
async function warmedUp(opened: Each<() => Store>, seed: number): Promise<EarlyCalls> {
  const conversation = new GrowingConversation(seed);
  const texts = conversation.messages(warming.records);
  await inEach(opened, (memory) => memory.import(linesOf(texts)));
  const questions = texts.slice(0, warming.recall).map((text) => conversation.question(text));
  const fresh = new GrowingConversation(seed + 1).messages(warming.remember);
  await using sqlite = opened.sqlite();
  await using postgres = opened.postgres();
  const memories = { sqlite, postgres };
  const recall = await inTurns(questions.length, (engine, at) => memories[engine].recall(questions[at]!));
  const remember = await inTurns(fresh.length, (engine, at) => memories[engine].remember([fresh[at]!]));
  const median = (times: readonly number[]) => percentile(times.slice(0, early), 0.5);
  const medians = ({ sqlite: one, postgres: other }: Each<number[]>) => ({
    sqlite: median(one),
    postgres: median(other),
  });
  return { recall: medians(recall), remember: medians(remember) };
}

/** Runs work on each store, one after the other. @returns milliseconds */
async function inEach(
  opened: Each<() => Store>,
  work: (memory: Store) => Promise<unknown>,
): Promise<Each<number>> {
  const times = { sqlite: 0, postgres: 0 };
  for (const engine of engines) {
    await using memory = opened[engine]();
    // Opening creates tables, which is no part of the work.
    await memory.details();
    const start = performance.now();
    await work(memory);
    times[engine] = performance.now() - start;
  }
  return times;
}

async function measure(
  opened: Each<() => Store>,
  given: {
    readonly texts: readonly Message[];
    readonly conversation: GrowingConversation;
    readonly seed: number;
    readonly serverCpu: () => number | null;
  },
): Promise<Omit<SideBySide, "records" | "fill_seconds" | "bytes">> {
  const { texts, conversation, serverCpu } = given;
  const questions = Array.from({ length: warmUp.recall + timedCalls.recall }, (_, at) =>
    conversation.question(texts[(at * 7919) % texts.length]!),
  );
  const fresh = new GrowingConversation(given.seed).messages(warmUp.remember + timedCalls.remember);
  const first_recall_ms = await inEach(opened, (memory) => memory.recall(questions[0]!));
  await using sqlite = opened.sqlite();
  await using postgres = opened.postgres();
  const memories = { sqlite, postgres };
  const kept: Record<Engine, string[]> = { sqlite: [], postgres: [] };
  const compared = (verb: keyof typeof warmUp, call: (engine: Engine, at: number) => Promise<unknown>) =>
    comparedCalls({ untimed: warmUp[verb], count: timedCalls[verb], call, serverCpu });
  return {
    first_recall_ms,
    recall: await compared("recall", (engine, at) => memories[engine].recall(questions[at]!)),
    remember: await compared("remember", async (engine, at) => {
      const { data } = await memories[engine].remember([fresh[at]!]);
      const { semantic, episodic, procedural } = data.data.memory_decisions;
      const [first] = [...semantic.items, ...episodic.items, ...procedural.items];
      if (first !== undefined) kept[engine].push(first.record_id);
    }),
    forget: await compared("forget", (engine, at) => memories[engine].forget({ ids: [kept[engine][at]!] })),
  };
}

/** Times calls on both stores, a block on one and then the same block on the other. */
async function comparedCalls({
  untimed,
  count,
  call,
  serverCpu,
}: {
  readonly untimed: number;
  readonly count: number;
  readonly call: (engine: Engine, at: number) => Promise<unknown>;
  readonly serverCpu: () => number | null;
}): Promise<Compared> {
  let serverMs = 0;
  const cpu = { sqlite: 0, postgres: 0 };
  const all = await inTurns(untimed + count, call, async (engine, from, block) => {
    const before = process.cpuUsage();
    const serverBefore = serverCpu() ?? 0;
    await block();
    const { user, system } = process.cpuUsage(before);
    if (from < untimed) return;
    cpu[engine] += (user + system) / 1000;
    if (engine === "postgres") serverMs += (serverCpu() ?? 0) - serverBefore;
  });
  const times = { sqlite: all.sqlite.slice(untimed), postgres: all.postgres.slice(untimed) };
  const [sqlite, postgres] = [percentiles(times.sqlite), percentiles(times.postgres)];
  const cpu_ms = { sqlite: cpu.sqlite / sqlite.calls, postgres: cpu.postgres / postgres.calls };
  const server_cpu_ms = serverCpu() === null ? null : serverMs / postgres.calls;
  const p10_ms = { sqlite: percentile(times.sqlite, 0.1), postgres: percentile(times.postgres, 0.1) };
  return { sqlite, postgres, ratio: postgres.p50_ms / sqlite.p50_ms, p10_ms, cpu_ms, server_cpu_ms };
}

/**
 * Makes a block of calls on one store, and then the same block on the other.
 *
 * @param around runs a block, which begins with call number `from`
 * @returns the milliseconds of each call
 */
async function inTurns(
  count: number,
  call: (engine: Engine, at: number) => Promise<unknown>,
  around = (_engine: Engine, _from: number, block: () => Promise<void>) => block(),
): Promise<Each<number[]>> {
  const times: Each<number[]> = { sqlite: [], postgres: [] };
  for (let from = 0; from < count; from += blockLength)
    for (const engine of engines)
      await around(engine, from, async () => {
        for (let at = from; at < Math.min(count, from + blockLength); at += 1) {
          const start = performance.now();
          await call(engine, at);
          times[engine].push(performance.now() - start);
        }
      });
  return times;
}

/** Renders a report. */
export function sideBySideTable({ measurements, early_p50_ms: first }: SideBySideReport): string {
  const both = ({ sqlite, postgres }: Each<number>, digits = 1) =>
    `${sqlite.toFixed(digits)} / ${postgres.toFixed(digits)}`;
  const verb = ({ sqlite, postgres, ratio, p10_ms, cpu_ms, server_cpu_ms: server }: Compared) =>
    `${both({ sqlite: sqlite.p50_ms, postgres: postgres.p50_ms })} = ${ratio.toFixed(1)}; p10 ${both(p10_ms)}; p95 ${both({ sqlite: sqlite.p95_ms, postgres: postgres.p95_ms })}; cpu ${both(cpu_ms)}${server === null ? "" : ` and ${server.toFixed(1)} of the server`}`;
  const lines = measurements.flatMap((one) => [
    `${one.records} records (SQLite / PostgreSQL = ratio)`,
    `  recall, ms        ${verb(one.recall)}`,
    `  remember, ms      ${verb(one.remember)}`,
    `  forget, ms        ${verb(one.forget)}`,
    `  first recall, ms  ${both(one.first_recall_ms, 0)}`,
    `  fill, s           ${both(one.fill_seconds)}`,
  ]);
  const cold = `the first ${early} calls of the process, ms: recall ${both(first.recall)}, remember ${both(first.remember)}`;
  return `${[...lines, cold].join("\n")}\n`;
}
