/**
 * Measures the search by vectors alone, in new processes: in a process that has filled a store, the
 * layout of its memory is random.
 */
import { execFileSync } from "node:child_process";
import { type Percentiles, percentile, percentiles } from "../latency/percentiles.js";
import { depth, type TrueNeighbours } from "./neighbours.js";

/** Times of searches in milliseconds, and the share of true neighbours found. */
export type VectorsAlone = Percentiles & { readonly recall_at_10: number };

interface Run {
  /** One time per question, in milliseconds. */
  readonly times: readonly number[];
  /** Passages found for each question. */
  readonly found: readonly (readonly number[])[];
}

const runs = 5;

const built = (path: string) => JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);

const program = `
const [path, limit, ...questions] = process.argv.slice(1);
const { openSqliteStore } = await import(${built("stores/sqlite/sqlite-store.js")});
const { staticEmbedder } = await import(${built("index.js")});
const embedder = staticEmbedder();
const store = openSqliteStore({ path, embedder, ids: () => "", clock: () => new Date() });
const scope = { now: new Date().toISOString() };
const queries = await embedder.embed(questions, { kind: "query" });
const nearest = async (vector) =>
  (await store.search([{ by: "vector", vector, limit: Number(limit), scope }]))[0];
// Each page is read once before anything is timed.
for (const query of queries) await nearest(query);
const times = [];
const found = [];
for (const query of queries) {
  const start = performance.now();
  const neighbours = await nearest(query);
  times.push(performance.now() - start);
  found.push(neighbours.map(({ passage }) => passage));
}
await store.close();
console.log(JSON.stringify({ times, found }));
`;

/**
 * The median of five processes.
 *
 * @param questions Questions whose true neighbours are known.
 */
export function vectorsAlone(
  path: string,
  { questions, truth }: { readonly questions: readonly string[]; readonly truth: TrueNeighbours },
): VectorsAlone {
  const asked = questions.slice(0, truth.queries.length);
  const all = Array.from({ length: runs }, () => runOnce(path, asked));
  const each = all.map(({ times }) => percentiles(times));
  const middle = (field: keyof Percentiles) =>
    percentile(
      each.map((one) => one[field]),
      0.5,
    );
  return {
    calls: runs * asked.length,
    p50_ms: middle("p50_ms"),
    p95_ms: middle("p95_ms"),
    recall_at_10: share(all[0]!.found, truth),
  };
}

function share(found: Run["found"], truth: TrueNeighbours): number {
  const wanted = found.map((_, question) => truth.nearest(question));
  const right = found.map(
    (passages, question) => passages.filter((one) => wanted[question]!.has(one)).length,
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return sum(right) / sum(wanted.map(({ size }) => size));
}

function runOnce(path: string, questions: readonly string[]): Run {
  const args = ["--input-type=module", "--eval", program, "--", path, String(depth), ...questions];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Run;
}
