/**
 * Compares keepsake with other libraries: `npm run bench:peers -- [--records N[,N…]] [--queries Q]
 * [--peers NAME[,NAME…]] [--minutes M] [--json] [--save [--name NAME]]`.
 *
 * All libraries get the same texts, vectors and questions, one library after the other, each in a
 * process of its own. A library that takes longer than `--minutes` on one size, or that fails, is
 * listed with the reason and is not tried on a larger one. Progress goes to stderr. `--save` writes
 * `benchmarks/results/peers.json` and the plot `benchmarks/results/plots/peers.svg`, or files of
 * another name.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { keepResult, provenance } from "../provenance.js";
import type { Measured } from "./measured.js";
import type { Peer } from "./peer.js";
import { peers } from "./peers/index.js";
import { type Missing, type PeersReport, plot, table } from "./report.js";
import { writeWorkload } from "./workload.js";

const program = fileURLToPath(new URL("./measure-one.ts", import.meta.url));
const heapMb = 8192;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      records: { type: "string", default: "1000,10000,100000" },
      queries: { type: "string", default: "100" },
      peers: { type: "string" },
      minutes: { type: "string", default: "5" },
      seed: { type: "string", default: "1" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
      name: { type: "string", default: "peers" },
    },
  });
  const tried = await chosen(values.peers?.split(","));
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const measured: Measured[] = [];
  const missing: Missing[] = [];
  for (const size of values.records.split(",")) {
    const records = wholeNumber("records", size);
    const folder = mkdtempSync(join(tmpdir(), "keepsake-peers-"));
    try {
      report(`making ${records} texts`);
      await writeWorkload({
        folder,
        records,
        queries: wholeNumber("queries", values.queries),
        seed: wholeNumber("seed", values.seed),
        report,
      });
      for (const [key, peer] of tried) {
        const reason = refusal(peer, records, missing);
        if (reason !== undefined) {
          missing.push({ peer: peer.name, records, because: reason });
          continue;
        }
        report(`measuring ${peer.name} at ${records}`);
        const outcome = await measure(key, folder, wholeNumber("minutes", values.minutes));
        if ("because" in outcome) missing.push({ peer: peer.name, records, because: outcome.because });
        else measured.push(outcome);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const result: PeersReport = {
    ...provenance(),
    seed: wholeNumber("seed", values.seed),
    peers: tried.map(([, { name, searches, packageName }]) => ({
      name,
      searches,
      version: versionOf(packageName),
    })),
    measured,
    missing,
  };
  if (values.save) {
    keepResult(values.name, result);
    writeFileSync(new URL(`../results/plots/${values.name}.svg`, import.meta.url), plot(result));
  }
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : table(result));
}

async function chosen(keys: readonly string[] = Object.keys(peers)): Promise<(readonly [string, Peer])[]> {
  return Promise.all(
    keys.map(async (key) => {
      const load = peers[key];
      if (load === undefined)
        throw new Error(`Cannot measure: --peers knows ${Object.keys(peers).join(", ")}, got ${key}`);
      return [key, await load()] as const;
    }),
  );
}

/** Why a library is not tried at a size; `undefined` if it is tried. */
function refusal({ name, limit }: Peer, records: number, missing: readonly Missing[]): string | undefined {
  if (limit !== undefined && records > limit.records) return limit.because;
  return missing.find(({ peer }) => peer === name)?.because;
}

async function measure(
  key: string,
  workload: string,
  minutes: number,
): Promise<Measured | { because: string }> {
  const folder = join(workload, "library");
  mkdirSync(folder);
  try {
    const args = [
      "--import",
      "tsx",
      "--expose-gc",
      `--max-old-space-size=${heapMb}`,
      program,
      workload,
      key,
      folder,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      timeout: minutes * 60_000,
      killSignal: "SIGKILL",
      maxBuffer: 2 ** 28,
    });
    return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Measured;
  } catch (error) {
    return { because: reasonOf(error, minutes) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function reasonOf(error: unknown, minutes: number): string {
  const { killed, stderr = "", message } = error as { killed?: boolean; stderr?: string; message: string };
  if (killed === true) return `not done within ${minutes} minutes`;
  // The line of the source that threw comes before the error itself.
  const named = stderr.split("\n").find((line) => /^\s*(?:[\w.]*Error|FATAL ERROR)\b[^`]*$/.test(line));
  return (named ?? message).trim().slice(0, 200);
}

function versionOf(packageName: string | undefined): string | null {
  if (packageName === undefined) return null;
  const manifest = new URL(`./node_modules/${packageName}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`Cannot measure: --${name} must be a whole number from 1, got ${text}`);
}

await main();
