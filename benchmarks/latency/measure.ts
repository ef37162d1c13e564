/** Fills one store and times its verbs. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memory as MemoryStore } from "../../src/index.js";
import { Memory } from "../built.js";
import { MadeUpConversation, type Message } from "./conversation.js";
import { freshStart } from "./fresh-start.js";
import { type Percentiles, percentiles } from "./percentiles.js";

/** Times in milliseconds, sizes in bytes. */
export interface Measurement {
  /** Messages remembered before anything else was timed. */
  readonly messages: number;
  /** Records in the store after that. */
  readonly records: number;
  readonly batch: {
    readonly seconds: number;
    readonly messages_per_second: number;
    readonly records_per_second: number;
  };
  readonly remember: Percentiles;
  readonly recall: Percentiles;
  readonly forget: Percentiles;
  readonly open: {
    /** `new Memory` to the first answer, in a fresh process. */
    readonly to_first_answer_ms: number;
    /** The same, with the import of the library. */
    readonly with_import_ms: number;
    readonly rss_bytes: number;
  };
  readonly file: {
    readonly bytes: number;
    readonly bytes_per_message: number;
    readonly bytes_per_record: number;
  };
  /** Memory of this process after the batch; collected first if `--expose-gc` allows it. */
  readonly rss_bytes: number;
}

/** Options of one measurement. */
export interface MeasureOptions {
  /** Messages are remembered until the store has this many records. */
  readonly records: number;
  readonly seed: number;
  readonly report: (line: string) => void;
}

const timedCalls = { remember: 200, recall: 300, forget: 60 };
const warmUpCalls = 30;
const reportEvery = 5000;

/** Measures in a folder of its own, which is removed afterwards. */
export async function measure(options: MeasureOptions): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-latency-"));
  try {
    return await measureIn(join(folder, "memory.db"), options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureIn(path: string, options: MeasureOptions): Promise<Measurement> {
  const conversation = new MadeUpConversation(options.seed);
  const remembered: Message[] = [];
  const filling = new Memory({ path });
  const { seconds, records } = await fill(filling, { ...options, conversation, remembered });
  const questions = Array.from({ length: warmUpCalls + timedCalls.recall }, (_, at) =>
    conversation.question(remembered[(at * 7919) % remembered.length]!),
  );
  const messages = remembered.length;
  const rss = residentBytes();
  await filling.close();
  const bytes = statSync(path).size;
  const open = freshStart(path, questions.slice(0, warmUpCalls));
  await using memory = new Memory({ path });
  const recall = await timed(questions, (question) => memory.recall(question));
  const next = Array.from({ length: warmUpCalls + timedCalls.remember }, (_, at) =>
    conversation.message(messages + at),
  );
  const kept: string[] = [];
  const remember = await timed(next, async (message) => {
    const { semantic, episodic, procedural } = (await memory.remember([message])).data.data.memory_decisions;
    const first = [...semantic.items, ...episodic.items, ...procedural.items][0];
    if (first !== undefined) kept.push(first.record_id);
  });
  const forget = await timed(kept.slice(0, warmUpCalls + timedCalls.forget), (id) =>
    memory.forget({ ids: [id] }),
  );
  return {
    messages,
    records,
    batch: {
      seconds,
      messages_per_second: messages / seconds,
      records_per_second: records / seconds,
    },
    remember,
    recall,
    forget,
    open,
    file: { bytes, bytes_per_message: bytes / messages, bytes_per_record: bytes / records },
    rss_bytes: rss,
  };
}

interface Filling extends MeasureOptions {
  readonly conversation: MadeUpConversation;
  /** Filled with the remembered messages. */
  readonly remembered: Message[];
}

async function fill(
  memory: MemoryStore,
  options: Filling,
): Promise<{ readonly seconds: number; readonly records: number }> {
  const { conversation, remembered, report } = options;
  let records = 0;
  function* inputs(): Generator<Message[]> {
    for (let index = 0; records < options.records; index++) {
      const message = conversation.message(index);
      remembered.push(message);
      yield [message];
    }
  }
  let done = 0;
  const start = performance.now();
  for await (const { data } of memory.rememberMany(inputs())) {
    const { semantic, episodic, procedural } = data.data.memory_decisions;
    records += semantic.items.length + episodic.items.length + procedural.items.length;
    done++;
    if (done % reportEvery === 0) report(`${records} of ${options.records} records kept`);
  }
  return { seconds: (performance.now() - start) / 1000, records };
}

/**
 * Times each call separately. The first calls, while code is compiled and pages are read, are not
 * timed.
 */
async function timed<Input>(
  inputs: readonly Input[],
  call: (input: Input) => Promise<unknown>,
): Promise<Percentiles> {
  const times: number[] = [];
  for (const [index, input] of inputs.entries()) {
    const start = performance.now();
    await call(input);
    if (index >= warmUpCalls) times.push(performance.now() - start);
  }
  return percentiles(times);
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}
