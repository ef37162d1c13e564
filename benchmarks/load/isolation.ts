/**
 * Measures how one store affects others: the times of calls of quiet stores, with and without the
 * load of another store, in turns.
 */
import { MadeUpConversation, type Message } from "../latency/conversation.js";
import { type Percentiles, percentiles } from "../latency/percentiles.js";
import { type CompetingLoad, competingLoads } from "./competing-load.js";
import { Connection } from "./connection.js";
import { Service, type Tenant } from "./service.js";

/** Results for one kind of load. */
export interface Isolation {
  readonly load: string;
  /** Calls of quiet stores without the load, and with it. */
  readonly alone: Percentiles;
  readonly loaded: Percentiles;
  /** p95 with the load, divided by p95 without it. */
  readonly ratio: number;
  /** Longest delay of the service's event loop under the load, in milliseconds. */
  readonly longest_block_ms: number;
  /** Calls of the load, and those of them that were refused as overloaded or limited. */
  readonly load_calls: number;
  readonly load_refused: number;
}

/** Options of {@link isolation}. */
export interface IsolationOptions {
  /** Seconds with each kind of load, and as many without it. */
  readonly seconds: number;
  readonly seed: number;
  /** Only kinds whose name contains this text. */
  readonly only?: string | undefined;
}

const quietStores = 8;
const quietMessages = 200;
/** Pause of a quiet caller between two calls in milliseconds, so that its own load is small. */
const pauseMs = 40;
/** Windows with and without load, in turns, because the speed of the machine may change. */
const windows = 3;

/** Measures each kind of load. */
export async function isolation({ seconds, seed, only = "" }: IsolationOptions): Promise<Isolation[]> {
  const service = await Service.start(quietStores + 1);
  try {
    const quiet = service.tenants.slice(1);
    const said = await fill(service, quiet, seed);
    const results: Isolation[] = [];
    for (const load of competingLoads(seed).filter(({ name }) => name.includes(only))) {
      const result = await underLoad(service, load, { quiet, said, windowMs: (seconds * 1000) / windows });
      process.stderr.write(`${isolationText([result]).split("\n").at(-1)}\n`);
      results.push(result);
    }
    await service.end();
    return results;
  } finally {
    service.remove();
  }
}

/** Renders the results as a table. */
export function isolationText(results: readonly Isolation[]): string {
  const ms = ({ p50_ms, p95_ms }: Percentiles) => `${p50_ms.toFixed(1)} / ${p95_ms.toFixed(1)}`;
  const rows = results.map((one) => [
    one.load,
    ms(one.alone),
    ms(one.loaded),
    one.ratio.toFixed(1),
    one.longest_block_ms.toFixed(0),
    one.load_calls,
    one.load_refused,
  ]);
  const head = ["load", "alone p50/p95 ms", "loaded p50/p95 ms", "ratio", "block ms", "calls", "refused"];
  return [head, ...rows]
    .map((cells) => cells.map((cell, at) => String(cell).padStart(at === 0 ? 26 : 20)).join(""))
    .join("\n");
}

async function fill(service: Service, tenants: readonly Tenant[], seed: number): Promise<Message[]> {
  const talk = new MadeUpConversation(seed);
  const said = Array.from({ length: quietMessages }, (_, index) => talk.message(index));
  await Promise.all(
    tenants.map(async ({ key }) => {
      const connection = new Connection(() => service.port);
      for (const { content, name, at } of said)
        await connection.post("add", key, { content, speaker: name, occurred_at: at });
      connection.close();
    }),
  );
  return said;
}

interface QuietCalls {
  readonly quiet: readonly Tenant[];
  readonly said: readonly Message[];
  readonly windowMs: number;
}

async function underLoad(service: Service, load: CompetingLoad, quiet: QuietCalls): Promise<Isolation> {
  const alone: number[] = [];
  const loaded: number[] = [];
  const counts = { calls: 0, refused: 0 };
  let longestMs = 0;
  for (let window = 0; window < windows; window += 1) {
    alone.push(...(await probe(service, quiet)));
    await service.metrics();
    const stop = startLoad(service, load, counts);
    loaded.push(...(await probe(service, quiet)));
    await stop();
    longestMs = Math.max(longestMs, blockMs(await service.metrics()));
  }
  const [before, after] = [percentiles(alone), percentiles(loaded)];
  return {
    load: load.name,
    alone: before,
    loaded: after,
    ratio: after.p95_ms / before.p95_ms,
    longest_block_ms: longestMs,
    load_calls: counts.calls,
    load_refused: counts.refused,
  };
}

function blockMs(metrics: string): number {
  return 1000 * Number(/^keepsake_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(metrics)?.[1]);
}

/** Searches and adds in turns for one window, with one caller per quiet store. */
async function probe(service: Service, { quiet, said, windowMs }: QuietCalls): Promise<number[]> {
  const times: number[] = [];
  const talk = new MadeUpConversation(Math.round(performance.now()));
  const untilMs = performance.now() + windowMs;
  await Promise.all(
    quiet.map(async ({ key }, index) => {
      const connection = new Connection(() => service.port);
      for (let turn = 0; performance.now() < untilMs; turn += 1) {
        const message = said[(turn * 7 + index) % said.length]!;
        const startedMs = performance.now();
        const { status, text } =
          turn % 2 === 0
            ? await connection.post("search", key, { query: talk.question(message), token_budget: 300 })
            : await connection.post("add", key, {
                content: talk.message(turn).content,
                speaker: message.name,
              });
        times.push(performance.now() - startedMs);
        if (status !== 200)
          throw new Error(`Cannot measure: a quiet call must be answered, got ${status} ${text}`);
        await sleep(pauseMs);
      }
      connection.close();
    }),
  );
  return times;
}

/** Starts the load. The returned function stops it and waits for calls in progress. */
function startLoad(
  service: Service,
  load: CompetingLoad,
  counts: { calls: number; refused: number },
): () => Promise<void> {
  const { key } = service.tenants[0]!;
  let isRunning = true;
  const workers = Array.from({ length: load.connections }, async () => {
    const connection = new Connection(() => service.port);
    while (isRunning) {
      counts.calls += 1;
      const { status, text } = (await load.call(connection, key, counts.calls)) as {
        status: number;
        text: string;
      };
      if (status === 503 || status === 429) counts.refused += 1;
      else if (status !== 200 && status !== 422)
        throw new Error(`Cannot measure: the load got ${status} ${text}`);
    }
    connection.close();
  });
  return async () => {
    isRunning = false;
    await Promise.all(workers);
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
