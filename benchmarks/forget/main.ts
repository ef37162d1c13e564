/**
 * Measures whether forgetting leaves a byte: `npm run bench:forget -- [--stores 500x200,20000x100]
 * [--seed 1] [--check-every 50] [--json]`.
 *
 * Each store is filled with made-up people (`PEOPLExFORGETS`), and people are forgotten one after
 * the other: by name, by id, by metadata, by file. In between, others are remembered and replaced,
 * and the store is closed and opened again, as in real use. At intervals and at the end, the bytes
 * of the file, its log and its shared memory are searched for every word about everybody who was
 * forgotten. The long form, 10,000 forgets over stores of 1 MB to 200 MB, is `--stores
 * 1000x400,1000x400,5000x1200,20000x3000,60000x3000,170000x2000`. Progress goes to stderr. The exit
 * code is 3 if a byte was left or an erasure was not verified.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Memory } from "../built.js";
import { provenance } from "../provenance.js";
import { numbers, type Person, people, readIn } from "./people.js";

interface StoreResult {
  readonly seed: number;
  readonly people: number;
  readonly forgets: number;
  readonly megabytes: number;
  /** Words that could be read after they were forgotten, at any check. */
  readonly words_left: number;
  readonly bytes_left: number;
  /** Results without `verified`. */
  readonly unverified: number;
  /** Results with `verified` although a word could be read. */
  readonly wrongly_verified: number;
  readonly median_ms: number;
  readonly whole: boolean;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stores: { type: "string", default: "500x200,500x200,2000x200,20000x100" },
      seed: { type: "string", default: "1" },
      "check-every": { type: "string", default: "50" },
      json: { type: "boolean", default: false },
    },
  });
  const results: StoreResult[] = [];
  for (const [at, one] of values.stores.split(",").entries()) {
    const [count, forgets] = one.split("x").map(Number);
    if (!(count! > 0) || !(forgets! > 0) || forgets! > count!)
      throw new Error(`Cannot run the campaign: a store must be PEOPLExFORGETS, got ${one}`);
    const seed = Number(values.seed) + at;
    process.stderr.write(`store ${at + 1}: ${count} people, ${forgets} forgets, seed ${seed}\n`);
    const result = await campaign({
      seed,
      count: count!,
      forgets: forgets!,
      checkEvery: Number(values["check-every"]),
    });
    results.push(result);
    process.stderr.write(`${JSON.stringify(result)}\n`);
  }
  const left = results.reduce((sum, { bytes_left, unverified }) => sum + bytes_left + unverified, 0);
  if (left > 0) process.exitCode = 3;
  process.stdout.write(
    values.json ? `${JSON.stringify({ ...provenance(), stores: results }, null, 2)}\n` : table(results),
  );
}

interface Campaign {
  readonly seed: number;
  readonly count: number;
  readonly forgets: number;
  readonly checkEvery: number;
}

async function campaign({ seed, count, forgets, checkEvery }: Campaign): Promise<StoreResult> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-forget-"));
  const path = join(folder, "store.db");
  const random = numbers(seed);
  const everybody = [...people(random, count)];
  const late = everybody.splice(-Math.floor(count / 10));
  let memory = new Memory({ path, durability: "normal" });
  try {
    await bringIn(memory, everybody);
    const order = everybody.map((person) => ({ person, key: random() })).sort((a, b) => a.key - b.key);
    const gone = new Set<string>();
    const left = new Set<string>();
    const times: number[] = [];
    let [unverified, wronglyVerified] = [0, 0];
    for (const [at, { person }] of order.slice(0, forgets).entries()) {
      const begun = performance.now();
      const { forgotten, verified } = await memory.forget(selectorOf(person, random()));
      times.push(performance.now() - begun);
      if (forgotten === 0) throw new Error(`Nothing was forgotten of ${person.id}, seed ${seed}`);
      if (!verified) unverified += 1;
      for (const word of person.words) gone.add(word.toLowerCase());
      if ((at + 1) % checkEvery === 0 || at === forgets - 1) {
        const found = readable(path, gone);
        if (verified && found.length > 0) wronglyVerified += 1;
        for (const word of found) left.add(word);
      }
      // As in real use: new people are remembered, and sometimes the process is another one.
      const next = late[at % 3 === 0 ? late.length - 1 : -1];
      if (next !== undefined) await bringIn(memory, [late.pop()!]);
      if ((at + 1) % (4 * checkEvery) === 0) {
        await memory.close();
        memory = new Memory({ path, durability: "normal" });
      }
    }
    const { ok } = await memory.check();
    return {
      seed,
      people: count,
      forgets,
      megabytes: Math.round(statSync(path).size / 1e5) / 10,
      words_left: left.size,
      bytes_left: [...left].reduce((sum, word) => sum + word.length, 0),
      unverified,
      wrongly_verified: wronglyVerified,
      median_ms: Math.round(times.sort((a, b) => a - b)[times.length >> 1]! * 10) / 10,
      whole: ok,
    };
  } finally {
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bringIn(memory: InstanceType<typeof Memory>, some: readonly Person[]): Promise<void> {
  const header = { format: "keepsake", version: 1, name: "people", exported_at: "2026-03-02T09:00:00.000Z" };
  const lines = function* () {
    yield JSON.stringify(header);
    for (const { line } of some) yield line;
  };
  await memory.import(lines());
}

function selectorOf({ id, name, words, file }: Person, choice: number) {
  if (file !== undefined && choice < 0.5) return { file_id: file.id };
  if (choice < 0.4) return { entity: name };
  if (choice < 0.6) return { filter: { note: words[5]! } };
  return { ids: [id] };
}

function readable(path: string, words: ReadonlySet<string>): string[] {
  const files = [path, `${path}-wal`, `${path}-shm`].filter(existsSync);
  return [...new Set(files.flatMap((file) => readIn(readFileSync(file), words)))];
}

function table(results: readonly StoreResult[]): string {
  const rows = results.map((one) =>
    [
      one.seed,
      one.people,
      one.megabytes,
      one.forgets,
      one.words_left,
      one.bytes_left,
      one.unverified,
      one.median_ms,
      one.whole,
    ].join(" | "),
  );
  const head =
    "| seed | people | MB | forgets | words left | bytes left | not verified | median ms | whole |\n|---|---|---|---|---|---|---|---|---|";
  return `${head}\n${rows.map((row) => `| ${row} |`).join("\n")}\n`;
}

await main();
