/**
 * Many processes write to stores in PostgreSQL at once: `npm run bench:writers -- [--processes 8]
 * [--writes 1000] [--stores 1,100] [--save]`. It starts a server of its own.
 *
 * After a third of the writes one process is killed with SIGKILL, after two thirds the server is
 * stopped at once, as by a crash, and started again; processes that ended are started again until
 * each has made its writes. Then nothing that was acknowledged may be missing, every number that
 * all raise must have each value once, the spending of each store must be that of its records, and
 * every audit trail and index must be whole. Exits with 1 otherwise.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { postgresStore } from "../../src/stores/postgres/index.js";
import type { Store } from "../../src/stores/store.js";
import { type PostgresServer, role, startServer } from "../../test/stores/postgres/server.js";
import { faultsOf, recordsOf, startWriter, type Writer } from "../../test/stores/postgres/writers.js";
import { countingIds, now, testEmbedder } from "../../test/stores/store-fixture.js";
import { keepResult, provenance } from "../provenance.js";

const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "8" },
    writes: { type: "string", default: "1000" },
    stores: { type: "string", default: "1,100" },
    save: { type: "boolean", default: false },
  },
});
const processes = Number(values.processes);
const writes = Number(values.writes);

/** Writes between two lines of progress. */
const saidEvery = 500;
const began = performance.now();

function say(line: string): void {
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0)} s: ${line}\n`);
}

/** The writers, each of which is started again until it has made its writes. */
class Writers {
  readonly acknowledged: string[] = [];
  /** Processes that ended before they had made their writes. */
  ended = 0;
  readonly #server: PostgresServer;
  readonly #stores: readonly string[];
  readonly #running = new Map<number, Writer>();
  #events: (() => void)[];

  constructor(server: PostgresServer, stores: readonly string[]) {
    this.#server = server;
    this.#stores = stores;
    this.#events = [() => this.#running.get(0)?.process.kill("SIGKILL"), () => server.crash()];
  }

  /** Resolves when all writes were acknowledged. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: processes }, (_, slot) => this.#slot(slot)));
  }

  async #slot(slot: number): Promise<void> {
    for (let [left, run] = [writes, 0]; left > 0; run += 1) {
      const args = [this.#server.folder, `${slot}.${run}`, String(left), ...this.#stores];
      const writer = startWriter(args, ({ acknowledged }) => this.#acknowledge(acknowledged.at(-1)!));
      this.#running.set(slot, writer);
      const { code, errors } = await writer.ended;
      left -= writer.acknowledged.length;
      if (left > 0) this.ended += 1;
      if (left > 0 && code === 0) throw new Error(`A writer stopped early: ${errors}`);
    }
  }

  #acknowledge(id: string): void {
    this.acknowledged.push(id);
    if (this.acknowledged.length % saidEvery === 0)
      say(`${this.acknowledged.length} of ${processes * writes} writes on ${this.#stores.length} stores`);
    const done = 2 - this.#events.length;
    if (done > 1 || this.acknowledged.length < ((done + 1) * processes * writes) / 3) return;
    const [event, ...later] = this.#events;
    this.#events = later;
    say(later.length === 0 ? "the server stops and starts again" : "one process is killed");
    event!();
    // Waits until it has recovered: writers that were cut off are started again after this.
    if (later.length === 0) this.#server.start();
  }
}

async function campaign(count: number) {
  const server = startServer();
  try {
    const stores = Array.from({ length: count }, (_, at) => `store-${at}`);
    const writers = new Writers(server, stores);
    const start = performance.now();
    await writers.run();
    const seconds = (performance.now() - start) / 1000;
    const pool = new pg.Pool({ host: server.folder, user: role, database: role, max: 4 });
    const stored = new Set<string>();
    const faults: string[] = [];
    for (const storeId of stores) {
      const store = await opened(pool, storeId);
      for (const { id } of await recordsOf(store)) stored.add(id);
      faults.push(...(await faultsOf(store)).map((fault) => `${storeId}: ${fault}`));
      await store.close();
    }
    await pool.end();
    const { acknowledged, ended } = writers;
    const lost = acknowledged.filter((id) => !stored.has(id));
    return { stores: count, acknowledged: acknowledged.length, ended, seconds, lost: lost.length, faults };
  } finally {
    server.stop();
  }
}

function opened(pool: pg.Pool, storeId: string): Promise<Store> {
  const open = postgresStore({ pool, storeId, partitions: 4 });
  return Promise.resolve(
    open({ embedder: testEmbedder, ids: countingIds("staged"), clock: () => new Date(now) }),
  );
}

const campaigns = [];
for (const count of values.stores.split(",").map(Number)) campaigns.push(await campaign(count));
const report = { ...provenance(), processes, writes, campaigns };
console.log(JSON.stringify(report, null, 2));
if (values.save) keepResult("writers", report);
if (campaigns.some(({ lost, faults }) => lost + faults.length > 0)) process.exitCode = 1;
