/**
 * Measures how cost grows with a store: `npm run bench:growth -- [--records N,N,…] [--stores N]
 * [--scoped N] [--data FILE]… [--store URL] [--seed S] [--json] [--save]`.
 *
 * Fills one store through `import`, and at each size times the verbs on a copy of it, with default
 * options. `--data` fills it with pieces of the conversations of those files and asks their
 * questions, so that the share of true neighbours found is that of real text; without it the text
 * is made up. `--save` writes `benchmarks/results/growth.json` and `plots/growth.svg` beside it
 * (`growth-real.…` with `--data`). Progress goes to stderr. `--store postgres://…` times a store in
 * PostgreSQL beside one in SQLite instead (see `side-by-side`), and saves `growth-postgres.json`;
 * `--store temporary` starts a server for it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Memory } from "../built.js";
import { keepResult } from "../provenance.js";
import { databaseOf } from "../temporary-server.js";
import { GrowingConversation, linesOf } from "./lines.js";
import { callsBefore, callsTimed } from "./long-running.js";
import { manyScopes } from "./many-scopes.js";
import { manyStores } from "./many-stores.js";
import { type Measurement, measureStore, warmUpCalls } from "./measure-store.js";
import { TrueNeighbours } from "./neighbours.js";
import { type RealTexts, realTexts } from "./real-texts.js";
import { plot, reportOf, table } from "./report.js";
import { sideBySide, sideBySideTable } from "./side-by-side.js";

const timedCalls = { recall: 300, remember: 1000, vectors: 50 };
/** Messages imported at once. It is small, so that this process uses little memory for them. */
const atOnce = 10_000;

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "1000,10000,100000,1000000" },
    stores: { type: "string", default: "200" },
    scoped: { type: "string", default: "100000" },
    data: { type: "string", multiple: true },
    store: { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const sizes = values.records.split(",").map((text) => wholeNumber("records", text));
const stores = wholeNumber("stores", values.stores);
const scoped = wholeNumber("scoped", values.scoped);
const seed = wholeNumber("seed", values.seed);
const real = values.data === undefined ? undefined : realTexts(values.data, Math.max(...sizes));
const folder = mkdtempSync(join(tmpdir(), "keepsake-growth-"));
const began = performance.now();
try {
  if (values.store === undefined) await growAlone();
  else await growBoth(values.store);
} finally {
  rmSync(folder, { recursive: true });
}

async function growAlone(): Promise<void> {
  const measurements = await grow(join(folder, "memory.db"));
  const many = stores === 0 ? undefined : await manyStores(folder, { stores, records: 1000 });
  if (scoped > 0) say(`filling a store of ${scoped} records with scopes`);
  const scopes = scoped === 0 ? undefined : await manyScopes(folder, { records: scoped, each: 1000 });
  const text = real === undefined ? "made up" : "real";
  const report = reportOf(measurements, { seed, text, manyStores: many, manyScopes: scopes });
  if (values.save) {
    const name = real === undefined ? "growth" : "growth-real";
    keepResult(name, report);
    writeFileSync(new URL(`../results/plots/${name}.svg`, import.meta.url), plot(report));
  }
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
}

async function growBoth(store: string): Promise<void> {
  const { url, stop } = await databaseOf(store);
  const report = await sideBySide({ folder, url, sizes, seed, say }).finally(stop);
  if (values.save) keepResult("growth-postgres", report);
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : sideBySideTable(report));
}

async function grow(path: string): Promise<Measurement[]> {
  const conversation = new GrowingConversation(seed, real?.texts);
  const manyQuestions = questionsOf(real);
  const questions = manyQuestions.slice(0, warmUpCalls + timedCalls.recall);
  const truth = await TrueNeighbours.of(questions.slice(0, timedCalls.vectors));
  const measurements: Measurement[] = [];
  let filled = 0;
  let fillSeconds = 0;
  for (const records of sizes.toSorted((one, other) => one - other)) {
    fillSeconds += await fill(path, { conversation, truth, filled, until: records });
    filled = records;
    say(`measuring at ${records} records`);
    const messages = new GrowingConversation(seed + 1).messages(warmUpCalls + timedCalls.remember);
    const asked = { questions, manyQuestions };
    const measured = await measureStore({ path, records, fillSeconds, ...asked, messages, truth });
    const { recall, recall_long_running: later } = measured;
    say(
      `recall ${recall.p50_ms.toFixed(2)} ms, later ${later.p50_ms.toFixed(2)} ms, remember ${measured.remember.p50_ms.toFixed(2)} ms`,
    );
    measurements.push(measured);
  }
  return measurements;
}

interface Filling {
  readonly conversation: GrowingConversation;
  readonly truth: TrueNeighbours;
  readonly filled: number;
  readonly until: number;
}

/** @returns seconds spent on importing */
async function fill(path: string, { conversation, truth, filled, until }: Filling): Promise<number> {
  // The store is deleted when the benchmark ends, so it need not survive a power cut.
  await using memory = new Memory({ path, durability: "normal" });
  let seconds = 0;
  for (let done = filled; done < until; ) {
    const messages = conversation.messages(Math.min(atOnce, until - done));
    const start = performance.now();
    await memory.import(linesOf(messages));
    seconds += (performance.now() - start) / 1000;
    await truth.add(messages.map(({ name, content }) => `${name} ${content}`));
    done += messages.length;
    if (done % (5 * atOnce) === 0) say(`${done} of ${until} records kept`);
  }
  return seconds;
}

/** Questions about messages from the whole smallest store, or the real ones in turn. */
function questionsOf(texts: RealTexts | undefined): string[] {
  const count = callsBefore + callsTimed;
  if (texts !== undefined)
    return Array.from({ length: count }, (_, at) => texts.questions[(at * 7919) % texts.questions.length]!);
  const conversation = new GrowingConversation(seed);
  const messages = conversation.messages(Math.min(...sizes));
  return Array.from({ length: count }, (_, at) =>
    conversation.question(messages[(at * 7919) % messages.length]!),
  );
}

function say(line: string): void {
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0)} s: ${line}\n`);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= (name === "stores" || name === "scoped" ? 0 : 1)) return value;
  throw new Error(`Cannot measure: --${name} must be whole numbers, got ${text}`);
}
