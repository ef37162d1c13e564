/**
 * Measures one library on one workload, in a process of its own: `tsx --expose-gc measure-one.ts
 * WORKLOAD_FOLDER PEER FOLDER`, with the peer's key in `peers/index.ts`. Prints one line of JSON.
 * Times are in milliseconds, sizes in bytes; `null` means that it could not be measured.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { percentile } from "../latency/percentiles.js";
import { type Measured, type Times, wantedRecall } from "./measured.js";
import type { Opened, Peer } from "./peer.js";
import { peers } from "./peers/index.js";
import { k, Workload } from "./workload.js";

/** Candidates are doubled at most this often, to 128 times the library's default. */
const mostDoublings = 7;

const warmUp = 10;
const batchSize = 1000;

async function measureOne(workloadFolder: string, key: string, folder: string): Promise<Measured> {
  const load = peers[key];
  if (load === undefined) throw new Error(`Cannot measure: there is no peer ${key}`);
  const workload = await Workload.read(workloadFolder);
  const options = { folder, dimensions: workload.dimensions, vectorOf: workload.vectorOf };
  const before = residentBytes();
  const peer = await load();
  const opened = await peer.open(options);
  const fillSeconds = await fill(opened, workload);
  const { times, recall } = await searches(opened, workload, 1);
  const rss = residentBytes() - before;
  const atRecall =
    peer.approximate && recall !== null ? await untilRecall(opened, workload, { times, recall }) : null;
  const addTimes = await adds(opened, workload);
  await opened.close();
  return {
    peer: peer.name,
    records: workload.records,
    fill_seconds: fillSeconds,
    records_per_second: workload.records / fillSeconds,
    search: times,
    search_at_recall: atRecall,
    add_one_p50_ms: percentile(addTimes, 0.5),
    recall_at_10: recall,
    rss_bytes: rss,
    file_bytes: peer.durable ? sizeOf(folder) : null,
    open_ms: peer.durable ? await reopen(peer, workload, options) : null,
  };
}

async function fill(opened: Opened, workload: Workload): Promise<number> {
  let seconds = 0;
  for await (const items of workload.batches(batchSize)) seconds += await secondsOf(() => opened.fill(items));
  return seconds + (await secondsOf(async () => opened.finish?.()));
}

interface Searched {
  readonly times: Times;
  readonly recall: number | null;
}

async function searches(opened: Opened, { queries, truth }: Workload, effort: number): Promise<Searched> {
  for (const query of queries.slice(0, warmUp)) await opened.search(query, k, effort);
  const times: number[] = [];
  const found: (readonly number[])[] = [];
  for (const query of queries) {
    const seconds = await secondsOf(async () => {
      found.push(await opened.search(query, k, effort));
    });
    times.push(seconds * 1000);
  }
  return {
    times: { p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95) },
    recall: recallOf(found, truth),
  };
}

/**
 * Doubles the effort until enough of the true nearest are found; `null` if the maximum is not
 * enough.
 */
async function untilRecall(
  opened: Opened,
  workload: Workload,
  byDefault: Searched,
): Promise<Measured["search_at_recall"]> {
  let { times, recall } = byDefault;
  for (let doublings = 0; recall !== null; doublings += 1) {
    if (recall >= wantedRecall) return { ...times, effort: 2 ** doublings, recall_at_10: recall };
    if (doublings === mostDoublings) return null;
    ({ times, recall } = await searches(opened, workload, 2 ** (doublings + 1)));
  }
  return null;
}

async function adds(opened: Opened, workload: Workload): Promise<number[]> {
  const times: number[] = [];
  for (const item of await workload.alone()) times.push(1000 * (await secondsOf(() => opened.add(item))));
  return times.slice(warmUp);
}

async function reopen(
  peer: Peer,
  { queries }: Workload,
  options: Parameters<Peer["open"]>[0],
): Promise<number | null> {
  const query = queries[0];
  if (query === undefined) return null;
  let opened: Opened | undefined;
  const seconds = await secondsOf(async () => {
    opened = await peer.open(options);
    await opened.search(query, k, 1);
  });
  await opened?.close();
  return seconds * 1000;
}

function recallOf(found: readonly (readonly number[])[], truth: Workload["truth"]): number | null {
  if (found.every((ids) => ids.length === 0)) return null;
  const shares = truth.map((ids, at) => ids.filter((id) => found[at]?.includes(id)).length / ids.length);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const [workloadFolder = "", key = "", folder = ""] = process.argv.slice(2);
const measured = await measureOne(workloadFolder, key, folder);
process.stdout.write(`\n${JSON.stringify(measured)}\n`);
process.exit(0);
