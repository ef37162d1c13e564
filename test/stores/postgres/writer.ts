/**
 * A process that writes: `writer.ts SOCKET NAME COUNT STORE…` saves COUNT passages, in turn to each
 * of the stores, and prints the id of each that was acknowledged. Every call also raises a number
 * that all writers share (another one after a hundred calls), as a fact that supersedes the one
 * before, and costs 3 millionths of a dollar. A second passage replaces nothing, so it is saved in
 * one statement if no other process has written meanwhile. Calls of the same turn have the same key
 * in all processes for a third, shared passage.
 */
import pg from "pg";
import { postgresStore } from "../../../src/stores/postgres/index.js";
import type { Store } from "../../../src/stores/store.js";
import {
  change,
  countingIds,
  fact,
  now,
  passage,
  record,
  testEmbedder,
  unlimited,
} from "../store-fixture.js";
import { role } from "./server.js";
import { callsPerCounter, costMicros, counterName } from "./writer-calls.js";

const [host = "", name = "", count = "0", ...storeIds] = process.argv.slice(2);
const pool = new pg.Pool({ host, user: role, database: role, max: 2 });
const stores = await Promise.all(
  storeIds.map((storeId) =>
    postgresStore({ pool, storeId, partitions: 4, busyTimeoutMs: 120_000 })({
      embedder: testEmbedder,
      ids: countingIds(`${name}-staged`),
      clock: () => new Date(now),
    }),
  ),
);
const usage = { requests: 1, tokens: 2, spendMicros: costMicros };

/** Raises a shared number: decided again for as long as others are faster. */
async function raise(store: Store, id: string, index: number): Promise<void> {
  const entity = `${counterName} ${Math.floor(index / callsPerCounter)}`;
  const counter = { entity, property: "value" };
  for (;;) {
    const { facts } = await store.known({ facts: [counter], now });
    const [last] = facts;
    const value = String(Number(last?.value ?? 0) + 1);
    const claim = fact(id, [counter.entity, counter.property, value]);
    const expects = { facts: [{ ...counter, recordIds: facts.map((one) => one.id) }], absentDigests: [] };
    const closings = last === undefined ? [] : [{ recordId: last.id, validTo: now, supersededBy: id }];
    const said = passage(`${name} raises it to ${value}`, { digest: id, records: [claim] });
    const source = { id: `source-${id}`, createdAt: now };
    const { outcome } = await store.save(change([said], { at: now, source, expects, closings, usage }));
    if (outcome === "saved") return;
    if (outcome !== "conflict") throw new Error(`not saved: ${outcome}`);
  }
}

/** Saves what nobody else says. */
async function add(store: Store, id: string): Promise<void> {
  await store.known({ digests: [id], now });
  const said = passage(`${name} says ${id}`, { digest: id, records: [record(id)] });
  const source = { id: `source-${id}`, createdAt: now };
  const expects = { facts: [], absentDigests: [id] };
  const { outcome } = await store.save(change([said], { at: now, source, expects, usage }));
  if (outcome !== "saved") throw new Error(`not saved: ${outcome}`);
}

/** Saves what all writers of the turn say, of which one is to be stored. */
async function share(store: Store, index: number): Promise<void> {
  const id = `shared-${index}`;
  const said = passage(`everybody says ${index}`, { digest: id, records: [record(id)] });
  const idempotency = { key: id, answer: () => name, recordIds: [id] };
  const source = { id: `source-${id}`, createdAt: now };
  const outcome = await store.save(change([said], { at: now, source, idempotency, usage }));
  if (outcome.outcome !== "saved" && outcome.outcome !== "replayed")
    throw new Error(`not saved: ${outcome.outcome}`);
}

for (let index = 0; index < Number(count); index += 1) {
  const store = stores[index % stores.length]!;
  await add(store, `${name}-added-${index}`);
  await raise(store, `${name}-${index}`, index);
  await share(store, index);
  await store.count({ requests: 1, tokens: 0, spendMicros: 0 }, unlimited);
  process.stdout.write(`${name}-${index}\n`);
}
await pool.end();
