/**
 * Tests a store with faults: `npm run test:faults -- [--long] [--seed 1[,2…]] [--only NAME[,NAME…]]
 * [--count N] [--stride N] [--save] [--json]`.
 *
 *   points     each system call of a verb (open, read, write, sync, truncate, delete) fails in
 *              turn: one call, all from it on, a full disk, half of a write, no more open files
 *   kills      SIGKILL at random system calls
 *   disk       a file system of 2 MB that fills up
 *   damage     random bytes of the file change
 *   clock      a clock that jumps by up to a century
 *   readers    processes that read files, ended at a random moment
 *   fuzz       inputs from one grammar for the library, HTTP, MCP and the command line
 *
 * Stores are plain and encrypted. The short form tries some of the system calls, the long form all.
 * `--count` replaces the number of kills, bytes, jumps, readers or inputs for each kind of store
 * and each seed, and `--stride` says that one of so many system calls is tried; so a long form can
 * be run in parts: `--save` keeps the rows of other campaigns, and adds to a row of the same commit
 * with other seeds. `points` and `kills` need Linux and a C compiler, `disk` needs the right to
 * mount; the report says if they are missing. Progress goes to stderr. The exit code is 3 if a
 * check failed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { numbers } from "../forget/people.js";
import { keepResult, type Provenance, provenance } from "../provenance.js";
import { damage } from "./damage.js";
import { fuzzApart } from "./fuzz-apart.js";
import { type Campaign, kills } from "./kills.js";
import type { PointsResult } from "./points.js";
import { merged, type Row, savedBefore } from "./saved.js";
import { compiled } from "./shim.js";
import { clockJumps, deadReaders, fullDisk } from "./surroundings.js";

/** Numbers of trials. */
interface Extent {
  /** Tries one of this many system calls. */
  readonly stride: number;
  readonly kills: number;
  readonly bytes: number;
  readonly jumps: number;
  readonly readers: number;
  readonly inputs: number;
}

const extents: Readonly<Record<"short" | "long", Extent>> = {
  short: { stride: 40, kills: 10, bytes: 60, jumps: 100, readers: 8, inputs: 4800 },
  long: { stride: 1, kills: 500, bytes: 1000, jumps: 3000, readers: 200, inputs: 1_000_000 },
};

interface Setting {
  readonly folder: string;
  readonly extent: Extent;
  readonly seed: number;
  readonly shim: ReturnType<typeof compiled>;
}

/** Results with one seed. */
type Trial = Omit<Row, "campaign" | "store" | "seeds">;

type Attempt = (setting: Setting, encrypted: boolean) => Promise<Trial>;

const campaigns: Readonly<Record<string, { readonly once?: boolean; readonly attempt: Attempt }>> = {
  points: { attempt: points },
  kills: { attempt: killed },
  disk: {
    attempt: async ({ folder }, encrypted) =>
      (await fullDisk(folder, encrypted)) ?? none("no right to mount"),
  },
  damage: {
    attempt: ({ folder, extent, seed }, encrypted) =>
      damage({ folder, count: extent.bytes, random: numbers(seed), encrypted }),
  },
  clock: {
    once: true,
    attempt: ({ folder, extent, seed }) => clockJumps(folder, extent.jumps, numbers(seed)),
  },
  readers: {
    once: true,
    attempt: ({ folder, extent, seed }) => deadReaders(folder, extent.readers, numbers(seed)),
  },
  fuzz: {
    once: true,
    attempt: ({ folder, extent, seed }) => fuzzApart({ folder, count: extent.inputs, seed }),
  },
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      long: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      only: { type: "string" },
      count: { type: "string" },
      stride: { type: "string" },
      save: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "keepsake-faults-"));
  const form = values.long ? "long" : "short";
  const setting = { folder, extent: extentOf(extents[form], values), shim: compiled(folder) };
  try {
    const rows = await all(chosen(values.only), setting, values.seed.split(",").map(Number));
    const report = { ...provenance(), form, campaigns: rows };
    if (values.save) keepResult("faults", withEarlier(report));
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(rows));
    if (rows.some(({ failed }) => failed.length > 0)) process.exitCode = 3;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The results to save: the new rows, and the earlier rows of other campaigns. */
function withEarlier({ campaigns, ...from }: Provenance & { readonly campaigns: readonly Row[] }) {
  const { date, commit } = from;
  const rows = campaigns.map((row) => ({ ...row, date, commit }));
  return { ...from, campaigns: merged(savedBefore(), rows) };
}

/** @throws {Error} if a name is not that of a campaign */
function chosen(only: string | undefined): string[] {
  const names = only?.split(",") ?? Object.keys(campaigns);
  const unknown = names.find((name) => !(name in campaigns));
  if (unknown === undefined) return names;
  throw new Error(`Cannot run: --only must name ${Object.keys(campaigns).join(", ")}, got ${unknown}`);
}

/** An extent with the numbers of the command line. */
function extentOf(extent: Extent, { count, stride }: { count?: string; stride?: string }): Extent {
  const given = count === undefined ? undefined : Number(count);
  return {
    ...extent,
    ...(stride === undefined ? {} : { stride: Number(stride) }),
    ...(given === undefined
      ? {}
      : { kills: given, bytes: given, jumps: given, readers: given, inputs: given }),
  };
}

async function all(
  names: readonly string[],
  setting: Omit<Setting, "seed">,
  seeds: readonly number[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const campaign of names) {
    const { once = false, attempt } = campaigns[campaign]!;
    for (const encrypted of once ? [false] : [false, true]) {
      const store = once ? "any" : encrypted ? "encrypted" : "plain";
      const begun = performance.now();
      const trials: Trial[] = [];
      for (const seed of seeds) {
        const folder = mkdtempSync(join(setting.folder, `${campaign}-`));
        trials.push(await attempt({ ...setting, folder, seed }, encrypted));
        rmSync(folder, { recursive: true, force: true });
      }
      const row = { campaign, store, seeds, ...together(trials) } as const;
      const seconds = Math.round((performance.now() - begun) / 1000);
      process.stderr.write(
        `${campaign} ${store}: ${row.tried} tried, ${row.failed.length} failed, ${seconds} s\n`,
      );
      for (const what of row.failed.slice(0, 10)) process.stderr.write(`  ${what}\n`);
      rows.push(row);
    }
  }
  return rows;
}

function together(trials: readonly Trial[]): Trial {
  const missing = trials.find((trial) => trial.missing !== undefined)?.missing;
  return {
    tried: trials.reduce((sum, { tried }) => sum + tried, 0),
    failed: trials.flatMap(({ failed }) => failed),
    ...(missing === undefined ? {} : { missing }),
  };
}

const none = (missing: string) => ({ tried: 0, failed: [], missing });

async function points({ folder, extent, seed, shim }: Setting, encrypted: boolean): ReturnType<Attempt> {
  if ("missing" in shim) return none(shim.missing);
  const program = fileURLToPath(new URL("points.ts", import.meta.url));
  const args = [program, folder, encrypted ? "encrypted" : "plain", String(extent.stride), String(seed)];
  const child = spawn(process.execPath, ["--import", "tsx", ...args], {
    env: { ...process.env, LD_PRELOAD: shim.path, FAULT_PREFIX: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const failed: string[] = [];
  let tried = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const result = JSON.parse(line) as PointsResult;
    tried += result.tried;
    failed.push(...result.failed.map((what) => `${result.verb}, ${result.fault}, ${what}`));
  }
  const code = await ended;
  if (code !== 0) failed.push(`the process ended with ${code}`);
  return { tried, failed };
}

async function killed(
  { folder, extent, seed, shim }: Setting,
  encrypted: boolean,
): Promise<Campaign | Trial> {
  if ("missing" in shim) return none(shim.missing);
  return kills({ folder, shim: shim.path, count: extent.kills, random: numbers(seed), encrypted });
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ campaign, store, tried, failed, missing }) =>
      `| ${campaign} | ${store} | ${missing ?? tried.toLocaleString("en")} | ${failed.length} |`,
  );
  return `| campaign | store | tried | failed |\n|---|---|---|---|\n${lines.join("\n")}\n`;
}

await main();
