/**
 * What one store does to others: the times of calls of quiet stores while another makes noise, beside those without it, in turns.
 */
import { MadeUpConversation, type Message } from "../latency/conversation.js";
import { type Percentiles, percentiles } from "../latency/percentiles.js";
import { Connection } from "./connection.js";
import { type Noise, noises } from "./noise.js";
import { Service, type Tenant } from "./service.js";

export interface Isolation {
  readonly noise: string;
  /** Calls of quiet stores without the noise, and with it. */
  readonly alone: Percentiles;
  readonly beside: Percentiles;
  /** p95 beside the noise, divided by p95 without it. */
  readonly ratio: number;
  /** Longest time that the event loop of the service was late meanwhile, in milliseconds. */
  readonly longest_block_ms: number;
  /** Calls of the noise that were answered, and those refused as overloaded or limited. */
  readonly noise_calls: number;
  readonly noise_refused: number;
}

export interface IsolationOptions {
  /** Seconds of each kind of noise, and as many without it. */
  readonly seconds: number;
  readonly seed: number;
  /** Only kinds whose name has this text. */
  readonly only?: string | undefined;
}

const quietStores = 8;
const quietMessages = 200;
/** Milliseconds that a quiet caller thinks between two calls: their load is small, so that what is measured is the other's. */
const thinkMs = 40;
/** Windows with and without noise, in turn: the machine may change speed. */
const windows = 3;

/** Measures each kind of noise. */
export async function isolation({ seconds, seed, only = "" }: IsolationOptions): Promise<Isolation[]> {
  const service = await Service.start(quietStores + 1);
  try {
    const quiet = service.tenants.slice(1);
    const said = await fill(service, quiet, seed);
    const results: Isolation[] = [];
    for (const noise of noises(seed).filter(({ name }) => name.includes(only))) {
      const result = await beside(service, noise, { quiet, said, windowMs: (seconds * 1000) / windows });
      process.stderr.write(`${isolationText([result]).split("\n").at(-1)}\n`);
      results.push(result);
    }
    await service.end();
    return results;
  } finally {
    service.remove();
  }
}

export function isolationText(results: readonly Isolation[]): string {
  const ms = ({ p50_ms, p95_ms }: Percentiles) => `${p50_ms.toFixed(1)} / ${p95_ms.toFixed(1)}`;
  const rows = results.map((one) => [
    one.noise,
    ms(one.alone),
    ms(one.beside),
    one.ratio.toFixed(1),
    one.longest_block_ms.toFixed(0),
    one.noise_calls,
    one.noise_refused,
  ]);
  const head = ["noise", "alone p50/p95 ms", "beside p50/p95 ms", "ratio", "block ms", "noise", "refused"];
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

interface Quiet {
  readonly quiet: readonly Tenant[];
  readonly said: readonly Message[];
  readonly windowMs: number;
}

async function beside(service: Service, noise: Noise, quiet: Quiet): Promise<Isolation> {
  const alone: number[] = [];
  const with_: number[] = [];
  const counts = { calls: 0, refused: 0 };
  let longestMs = 0;
  for (let window = 0; window < windows; window += 1) {
    alone.push(...(await probe(service, quiet)));
    await service.metrics();
    const stop = make(service, noise, counts);
    with_.push(...(await probe(service, quiet)));
    await stop();
    longestMs = Math.max(longestMs, blockMs(await service.metrics()));
  }
  const [before, after] = [percentiles(alone), percentiles(with_)];
  return {
    noise: noise.name,
    alone: before,
    beside: after,
    ratio: after.p95_ms / before.p95_ms,
    longest_block_ms: longestMs,
    noise_calls: counts.calls,
    noise_refused: counts.refused,
  };
}

function blockMs(metrics: string): number {
  return 1000 * Number(/^keepsake_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(metrics)?.[1]);
}

/** One caller of each quiet store, searches and adds in turn, for a window. */
async function probe(service: Service, { quiet, said, windowMs }: Quiet): Promise<number[]> {
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
        await sleep(thinkMs);
      }
      connection.close();
    }),
  );
  return times;
}

/** Makes noise until the returned function is called, which waits for what is under way. */
function make(
  service: Service,
  noise: Noise,
  counts: { calls: number; refused: number },
): () => Promise<void> {
  const { key } = service.tenants[0]!;
  let goesOn = true;
  const workers = Array.from({ length: noise.connections }, async () => {
    const connection = new Connection(() => service.port);
    while (goesOn) {
      counts.calls += 1;
      const { status, text } = (await noise.call(connection, key, counts.calls)) as {
        status: number;
        text: string;
      };
      if (status === 503 || status === 429) counts.refused += 1;
      else if (status !== 200 && status !== 422)
        throw new Error(`Cannot measure: the noise got ${status} ${text}`);
    }
    connection.close();
  });
  return async () => {
    goesOn = false;
    await Promise.all(workers);
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
