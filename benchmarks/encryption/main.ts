/**
 * What encryption costs: `npm run bench:encryption -- [--records 10000] [--calls 200] [--save]
 * [--json]`.
 *
 * Two stores of the same people, one plain and one encrypted, are asked in turns, so that other
 * work of the machine affects both alike. Medians in milliseconds and their ratio; opening includes
 * the first recall of a store that was closed.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Memory } from "../built.js";
import { numbers, people } from "../forget/people.js";
import { keepResult, provenance } from "../provenance.js";

interface Row {
  readonly what: string;
  readonly plain: number;
  readonly encrypted: number;
  readonly ratio: number;
}

type Stores = readonly [plain: InstanceType<typeof Memory>, encrypted: InstanceType<typeof Memory>];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      records: { type: "string", default: "10000" },
      calls: { type: "string", default: "200" },
      save: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "keepsake-encryption-"));
  try {
    const rows = await measured(folder, Number(values.records), Number(values.calls));
    const report = { ...provenance(), records: Number(values.records), calls: Number(values.calls), rows };
    if (values.save) keepResult("encryption", report);
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(rows));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(folder: string, records: number, calls: number): Promise<Row[]> {
  const paths = [join(folder, "plain.db"), join(folder, "encrypted.db")] as const;
  const encryption = { key: Buffer.alloc(32, 7) };
  const open = () => [new Memory({ path: paths[0] }), new Memory({ path: paths[1], encryption })] as const;
  let stores: Stores = open();
  const everybody = [...people(numbers(1), records)];
  const lines = [
    JSON.stringify({
      format: "keepsake",
      version: 1,
      name: "people",
      exported_at: "2026-03-02T09:00:00.000Z",
    }),
    ...everybody.map(({ line }) => line),
  ];
  const rows = [await compared("import, all", stores, 1, (memory) => memory.import(lines))];
  const at = (index: number) => everybody[(index * 7919) % everybody.length]!;
  rows.push(
    await compared("recall", stores, calls, (memory, index) =>
      memory.recall(`What is known about ${at(index).name}?`),
    ),
    await compared("remember", stores, calls, (memory, index) =>
      memory.remember(`The parcel number ${index} is in the depot of ${at(index).name}.`),
    ),
    await compared("records, a page", stores, calls, (memory) => memory.records({ limit: 100 })),
    await compared("forget", stores, Math.max(1, Math.floor(calls / 20)), (memory, index) =>
      memory.forget({ ids: [everybody[index]!.id] }),
    ),
  );
  const opening: number[][] = [[], []];
  for (let turn = 0; turn < 5; turn += 1) {
    for (const memory of stores) await memory.close();
    stores = open();
    for (const [which, memory] of stores.entries())
      opening[which]!.push(await timed(() => memory.recall(`What is known about ${at(turn).name}?`)));
  }
  rows.push(rowOf("open and recall", opening));
  for (const memory of stores) await memory.close();
  rows.push(
    rowOf(
      "size, MB",
      paths.map((path) => [statSync(path).size / 1e6]),
    ),
  );
  return rows;
}

async function compared(
  what: string,
  stores: Stores,
  calls: number,
  call: (memory: InstanceType<typeof Memory>, index: number) => Promise<unknown>,
): Promise<Row> {
  const times: number[][] = [[], []];
  for (let index = 0; index < calls; index += 1)
    for (const which of index % 2 === 0 ? [0, 1] : [1, 0])
      times[which]!.push(await timed(() => call(stores[which]!, index)));
  process.stderr.write(`${what} measured\n`);
  return rowOf(what, times);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function rowOf(what: string, [plain = [], encrypted = []]: readonly (readonly number[])[]): Row {
  const [one, other] = [median(plain), median(encrypted)];
  return { what, plain: round(one), encrypted: round(other), ratio: round(other / one) };
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[times.length >> 1]!;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, plain, encrypted, ratio }) => `| ${what} | ${plain} | ${encrypted} | ${ratio} |`,
  );
  return `| | plain | encrypted | ratio |\n|---|---|---|---|\n${lines.join("\n")}\n`;
}

await main();
