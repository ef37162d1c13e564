/**
 * Compares stores in one PostgreSQL server with pgvector: `npm run bench:peers:postgres -- --store
 * postgres://… [--records 1000,10000] [--questions 200] [--json] [--save]`. `--store temporary`
 * starts a server, where PostgreSQL and pgvector are installed.
 *
 * keepsake, LangGraph's PostgresStore and mem0's pgvector store get the same messages, embedder and
 * questions in one process, and take turns after every call: what else the machine does slows all
 * of them. recall@10 is the share of the messages that answer a question (`corpus.ts`) among the
 * first ten. An approximate or plain search may be faster by finding less: so the others are also
 * timed with as many results as they need for the recall of keepsake's ten, doubled up to 160.
 */
import { parseArgs } from "node:util";
import { type Percentiles, percentiles } from "../../latency/percentiles.js";
import { keepResult, provenance } from "../../provenance.js";
import { databaseOf } from "../../temporary-server.js";
import { type Contender, keepsake, keepsakeVectors, langGraph, mem0, mem0Vectors } from "./contenders.js";
import { type Corpus, corpusOf, type Evidenced } from "./corpus.js";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    records: { type: "string", default: "1000,10000" },
    questions: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});

const k = 10;
const mostResults = 160;
/**
 * Messages that are kept back and written one by one, and how many of them are not timed: Node.js
 * compiles code during the first hundreds of calls (`benchmarks/growth/side-by-side`). For the same
 * reason all questions are asked once before they are timed.
 */
const alone = 220;
const untimedWrites = 120;

interface Measured {
  readonly records: number;
  readonly name: string;
  readonly searches: string;
  readonly fill_seconds: number;
  readonly write: Percentiles;
  readonly search: Percentiles;
  /** Share of the evidence among the first ten, mean of the questions. */
  readonly recall_at_10: number;
  /** With so many results it finds what the first contender finds in ten; null if 160 do not. */
  readonly at_equal_recall: (Percentiles & { readonly results: number; readonly recall: number }) | null;
}

async function main(): Promise<void> {
  if (values.store === undefined)
    throw new Error("Cannot measure: --store must be a postgres:// URL or temporary");
  const { url } = await databaseOf(values.store);
  const report = await measureAll(url);
  if (values.save) keepResult("peers-postgres", report);
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(report.measured));
}

async function measureAll(url: string) {
  const measured: Measured[] = [];
  for (const size of values.records.split(",").map(Number)) {
    const contenders = [
      await keepsake(url),
      await keepsakeVectors(url),
      await langGraph(url),
      await mem0(url),
      await mem0Vectors(url),
    ];
    try {
      measured.push(
        ...(await compare(contenders, corpusOf(size, { asked: Number(values.questions), alone }), size)),
      );
    } finally {
      for (const contender of contenders) await contender.close();
    }
  }
  return { ...provenance(), measured };
}

async function compare(
  contenders: readonly Contender[],
  { sessions, alone: single, questions }: Corpus,
  size: number,
): Promise<Measured[]> {
  const seconds: number[] = [];
  for (const contender of contenders) {
    process.stderr.write(`filling ${contender.name} with ${size} messages\n`);
    const start = performance.now();
    let first = 0;
    for (const session of sessions) {
      await contender.fill(session, first);
      first += session.length;
    }
    seconds.push((performance.now() - start) / 1000);
  }
  const writes = await inTurns(contenders, single, (contender, message, at) =>
    contender.write(message, size + at),
  );
  await searched(contenders, questions, () => k);
  const searches = await searched(contenders, questions, () => k);
  const [own] = searches;
  const needed = contenders.map((): number | null => null);
  for (let results = k; results <= mostResults; results *= 2) {
    const missing = contenders.filter((_, place) => needed[place] === null);
    const found = results === k ? searches : await searched(missing, questions, () => results);
    for (const [at, contender] of missing.entries())
      if (found[at]!.recall >= own!.recall) needed[contenders.indexOf(contender)] = results;
  }
  process.stderr.write(`as much evidence takes ${needed.join(", ")} results\n`);
  const equal = await searched(contenders, questions, (place) => needed[place] ?? mostResults);
  return contenders.map(({ name, searches: how }, at) => ({
    records: size,
    name,
    searches: how,
    fill_seconds: seconds[at]!,
    write: percentiles(writes[at]!.times.slice(untimedWrites)),
    search: searches[at]!.times,
    recall_at_10: searches[at]!.recall,
    at_equal_recall: atEqual(needed[at]!, equal[at]!),
  }));
}

function atEqual(results: number | null, { times, recall }: Searched): Measured["at_equal_recall"] {
  return results === null ? null : { ...times, results, recall };
}

interface Searched {
  readonly times: Percentiles;
  readonly recall: number;
}

async function searched(
  contenders: readonly Contender[],
  questions: readonly Evidenced[],
  results: (place: number) => number,
): Promise<Searched[]> {
  const answers = await inTurns(contenders, questions, (contender, { text }) =>
    contender.search(text, results(contenders.indexOf(contender))),
  );
  return answers.map(({ times, made }) => {
    const shares = questions.map(({ evidence }, at) => {
      const found = new Set(made[at]);
      return evidence.filter((number) => found.has(number)).length / evidence.length;
    });
    return { times: percentiles(times), recall: shares.reduce((sum, one) => sum + one, 0) / shares.length };
  });
}

/** Makes each call on one contender after the other. */
async function inTurns<Item, Made>(
  contenders: readonly Contender[],
  items: readonly Item[],
  call: (contender: Contender, item: Item, at: number) => Promise<Made>,
): Promise<{ readonly times: number[]; readonly made: Made[] }[]> {
  const all = contenders.map(() => ({ times: [] as number[], made: [] as Made[] }));
  for (const [at, item] of items.entries())
    for (const [place, contender] of contenders.entries()) {
      const start = performance.now();
      all[place]!.made.push(await call(contender, item, at));
      all[place]!.times.push(performance.now() - start);
    }
  return all;
}

function table(measured: readonly Measured[]): string {
  const lines = measured.map(
    ({ records, name, write, search, recall_at_10, at_equal_recall: equal, fill_seconds }) =>
      [
        String(records).padStart(6),
        name.padEnd(26),
        `write ${write.p50_ms.toFixed(1)} / ${write.p95_ms.toFixed(1)}`.padEnd(22),
        `search ${search.p50_ms.toFixed(1)} / ${search.p95_ms.toFixed(1)}`.padEnd(23),
        `recall@10 ${recall_at_10.toFixed(3)}`.padEnd(17),
        equal === null
          ? `not in ${mostResults} results`
          : `${equal.p50_ms.toFixed(1)} / ${equal.p95_ms.toFixed(1)} with ${equal.results} results`,
        `fill ${fill_seconds.toFixed(1)} s`,
      ].join("  "),
  );
  return `${lines.join("\n")}\n`;
}

await main();
// mem0 cannot close its connections. A server that was started for this ends now.
process.exit();
