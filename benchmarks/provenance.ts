/** Where and when a result was measured, for its file. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

export interface Provenance {
  readonly date: string;
  /**
   * Short hash, with a + if the working tree differs from it in more than saved results; `unknown`
   * without a repository.
   */
  readonly commit: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memory_gib: number;
    readonly node: string;
  };
}

export function provenance(): Provenance {
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: {
      cpu: cores[0]?.model.trim() ?? "unknown",
      cores: cores.length,
      memory_gib: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
  };
}

/** Saves a result as `benchmarks/results/<name>.json`. */
export function keepResult(name: string, result: Provenance & object): void {
  const results = new URL("./results/", import.meta.url);
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL(`${name}.json`, results), `${JSON.stringify(result, null, 2)}\n`);
}

function commit(): string {
  const cwd = new URL(".", import.meta.url);
  const options = { cwd, encoding: "utf8", stdio: "pipe" } as const;
  const git = (...args: readonly string[]) => execFileSync("git", args, options).trim();
  // The sources may come from an archive, and the machine may have no git.
  if (spawnSync("git", ["rev-parse"], { cwd }).status !== 0) return "unknown";
  // A campaign that is run in parts saves the results of each.
  const measured = [":/", ":(top,exclude)benchmarks/results"];
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", ...measured) !== "";
  return `${git("rev-parse", "--short", "HEAD")}${changed ? "+" : ""}`;
}
