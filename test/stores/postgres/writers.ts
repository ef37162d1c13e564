/** Processes that write to the same stores at once, and what must be true of a store afterwards. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { MemoryRecord } from "../../../src/contract/record.js";
import { groupBy } from "../../../src/stores/postgres/reading/group-by.js";
import type { Store } from "../../../src/stores/store.js";
import { ask, now } from "../store-fixture.js";
import { costMicros, counterName } from "./writer-calls.js";

const program = fileURLToPath(new URL("writer.ts", import.meta.url));

/** A process that writes: see `writer.ts`. */
export interface Writer {
  readonly process: ChildProcess;
  /** The ids that it printed so far. */
  readonly acknowledged: string[];
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

/** Starts a writer. @param onLine is called after each acknowledged write */
export function startWriter(
  args: readonly string[],
  onLine: (writer: Writer) => void = () => undefined,
): Writer {
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args]);
  const acknowledged: string[] = [];
  let [errors, rest] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, errors }));
  });
  const writer = { process: child, acknowledged, ended };
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      acknowledged.push(line);
      onLine(writer);
    }
  });
  return writer;
}

/** Returns all records of a store. */
export async function recordsOf(store: Store): Promise<MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { limit: 1000, include_superseded: true, ...(cursor === undefined ? {} : { cursor }) };
    const { items, next_cursor } = await store.list(page, now);
    records.push(...items);
    cursor = next_cursor;
  }
  return records;
}

/**
 * Returns what is wrong with a store that writers have written to: each number that they raised has
 * every value from 1 on once and one that is current; the totals are those of the records; and the
 * audit trail and the indexes are whole.
 */
export async function faultsOf(store: Store): Promise<string[]> {
  const faults: string[] = [];
  const records = await recordsOf(store);
  const counted = records.filter(({ entity }) => entity?.startsWith(counterName) === true);
  for (const [name, raised] of groupBy(counted, ({ entity }) => entity)) {
    const values = raised.map(({ value }) => Number(value)).sort((one, other) => one - other);
    if (values.some((value, at) => value !== at + 1)) faults.push(`${name} has the values ${values.join()}`);
    const current = raised.filter(({ superseded_by }) => superseded_by === null).length;
    if (current !== 1) faults.push(`${name} has ${current} current values`);
  }
  const { spendMicros } = await store.usage();
  if (spendMicros !== costMicros * records.length)
    faults.push(`${records.length} writes cost ${spendMicros}, and should ${costMicros * records.length}`);
  const { said } = await ask(store).statistics();
  if (said.passages !== records.length)
    faults.push(`${said.passages} passages are counted of ${records.length}`);
  const { checks } = await store.check({ repair: false });
  faults.push(...checks.filter(({ ok }) => !ok).map((check) => JSON.stringify(check)));
  const verdict = await store.verifyAudit();
  if (!verdict.valid) faults.push(`the audit trail is broken at ${verdict.broken_at}`);
  return faults;
}
