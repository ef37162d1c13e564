/** Kills a process at random system calls of every verb that writes. */
import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { before, broken, memoryAt, type Verb, verbs } from "./verbs.js";

/**
 * Compiles the program that is killed, so that a thousand processes need not do it.
 *
 * @returns its path
 */
function compiledVictim(folder: string): string {
  const outfile = join(folder, "victim.mjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("victim.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // `built.ts` finds the library beside itself.
    define: { "import.meta.url": JSON.stringify(new URL("../built.ts", import.meta.url).href) },
  });
  return outfile;
}

/** Results of a campaign of one kind. */
export interface Campaign {
  readonly tried: number;
  readonly failed: readonly string[];
}

/** Options of {@link kills}. */
export interface KillOptions {
  readonly folder: string;
  readonly shim: string;
  readonly count: number;
  readonly random: () => number;
  readonly encrypted: boolean;
}

/** Runs the campaign of kills. */
export async function kills({ folder, shim, count, random, encrypted }: KillOptions): Promise<Campaign> {
  const template = join(folder, `killed-template-${encrypted}.db`);
  const path = join(folder, `killed-${encrypted}.db`);
  const filled = memoryAt(template, encrypted);
  await filled.rememberMany(before);
  await filled.close();
  const victim = compiledVictim(folder);
  const writing = verbs.filter(
    ({ name, adds, removes }) => adds || removes || ["open", "backup", "close"].includes(name),
  );
  const run = (verb: Verb, point: number) => {
    for (const suffix of ["-wal", "-shm", "-journal", ".copy", ".copy.part"])
      rmSync(`${path}${suffix}`, { force: true });
    copyFileSync(template, path);
    const args = [victim, path, encrypted ? "encrypted" : "plain", verb.name, String(point)];
    return spawnSync(process.execPath, args, {
      env: { ...process.env, LD_PRELOAD: shim, FAULT_PREFIX: folder },
      encoding: "utf8",
    });
  };
  const points = new Map<Verb, number>();
  const failed: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const verb = writing[at % writing.length]!;
    if (!points.has(verb)) points.set(verb, Number(run(verb, 0).stdout));
    const point = 1 + Math.floor(random() * points.get(verb)!);
    const { stdout, stderr, signal } = run(verb, point);
    if (signal !== "SIGKILL") failed.push(`${verb.name} at ${point}: was not killed: ${stderr}`);
    const wrong = await broken(path, { verb, encrypted, acknowledged: stdout !== "" });
    failed.push(...wrong.map((what) => `${verb.name} at ${point}: ${what}`));
  }
  return { tried: count, failed };
}
