/**
 * What encryption costs: `npm run bench:encryption -- [--records 10000] [--calls 200] [--save]
 * [--json]`.
 *
 * Two stores of the same people, one plain and one encrypted, are asked in turns, so that other
 * work of the machine affects both alike. Medians in milliseconds and their ratios, of the time that
 * passes and of processor time, which other work hardly changes. Opening includes the first recall
 * of a store that was closed. A forget is the first of a store that was just opened, or a later one
 * of an open store.
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
  /** Processor time in milliseconds; absent for a size. */
  readonly cpu?: { readonly plain: number; readonly encrypted: number; readonly ratio: number };
}

/** Milliseconds that passed, and those of the processor. */
interface Times {
  readonly ms: number;
  readonly cpuMs: number;
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
    await compared("forget, in an open store", stores, Math.max(1, Math.floor(calls / 4)), (memory, index) =>
      memory.forget({ ids: [everybody[index]!.id] }),
    ),
    await compared("forget of 100 records in one call", stores, 5, (memory, index) =>
      memory.forget({
        ids: everybody
          .slice(-100 * (index + 1))
          .slice(0, 100)
          .map(({ id }) => id),
      }),
    ),
  );
  const [opening, first]: [Times[][], Times[][]] = [
    [[], []],
    [[], []],
  ];
  for (let turn = 0; turn < 5; turn += 1) {
    for (const memory of stores) await memory.close();
    stores = open();
    for (const which of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const memory = stores[which]!;
      opening[which]!.push(await timed(() => memory.recall(`What is known about ${at(turn).name}?`)));
      first[which]!.push(await timed(() => memory.forget({ ids: [everybody[calls + turn]!.id] })));
    }
  }
  rows.push(rowOf("open and recall", opening), rowOf("forget, the first since opening", first));
  for (const memory of stores) await memory.close();
  const [plain = 0, encrypted = 0] = paths.map((path) => round(statSync(path).size / 1e6));
  return [...rows, { what: "size, MB", plain, encrypted, ratio: round(encrypted / plain) }];
}

async function compared(
  what: string,
  stores: Stores,
  calls: number,
  call: (memory: InstanceType<typeof Memory>, index: number) => Promise<unknown>,
): Promise<Row> {
  const times: Times[][] = [[], []];
  for (let index = 0; index < calls; index += 1)
    for (const which of index % 2 === 0 ? [0, 1] : [1, 0])
      times[which]!.push(await timed(() => call(stores[which]!, index)));
  process.stderr.write(`${what} measured\n`);
  return rowOf(what, times);
}

async function timed(work: () => Promise<unknown>): Promise<Times> {
  const [cpu, begun] = [process.cpuUsage(), performance.now()];
  await work();
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

function rowOf(what: string, times: readonly (readonly Times[])[]): Row {
  return { what, ...ratioOf(times, ({ ms }) => ms), cpu: ratioOf(times, ({ cpuMs }) => cpuMs) };
}

function ratioOf([plain = [], encrypted = []]: readonly (readonly Times[])[], of: (times: Times) => number) {
  const [one, other] = [median(plain.map(of)), median(encrypted.map(of))];
  return { plain: round(one), encrypted: round(other), ratio: round(other / one) };
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[times.length >> 1]!;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ what, plain, encrypted, ratio, cpu }) =>
    [what, plain, encrypted, ratio, cpu?.plain, cpu?.encrypted, cpu?.ratio].map((cell) => cell ?? ""),
  );
  const head = ["", "plain", "encrypted", "ratio", "plain, CPU", "encrypted, CPU", "ratio, CPU"];
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

await main();
