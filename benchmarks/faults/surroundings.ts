/**
 * Faults of the environment: a small disk that fills up, a clock that jumps, and reading processes
 * that end.
 */
import { type ChildProcess, spawnSync } from "node:child_process";
import diagnostics from "node:diagnostics_channel";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Memory } from "../built.js";
import type { Campaign } from "./kills.js";
import { memoryAt, textsOf } from "./verbs.js";

const isNamed = (error: unknown) => error instanceof Error && error.name === "MemoryError";

/**
 * Remembers on a file system of 2 MB until it is full, forgets, and remembers again.
 *
 * @returns `undefined` if none can be mounted
 */
export async function fullDisk(folder: string, encrypted: boolean): Promise<Campaign | undefined> {
  const at = join(folder, `small-${encrypted}`);
  mkdirSync(at);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", at]).status !== 0) return undefined;
  const failed: string[] = [];
  let tried = 0;
  try {
    const path = join(at, "store.db");
    const memory = memoryAt(path, encrypted);
    const kept: string[] = [];
    let refusals = 0;
    for (; refusals < 20 && tried < 2000; tried += 1) {
      const text = `The crate ${tried} is in the hold of the Mv${tried}a. ${"It is heavy. ".repeat(40)}`;
      try {
        await memory.remember(text);
        kept.push(`Mv${tried}a`);
      } catch (error) {
        refusals += 1;
        if (!isNamed(error)) failed.push(`no named error: ${String(error)}`);
      }
    }
    if (refusals === 0) failed.push("the disk never was full");
    await memory.close().catch((error: unknown) => isNamed(error) || failed.push(`close: ${String(error)}`));
    const again = memoryAt(path, encrypted);
    const texts = await textsOf(again);
    for (const name of kept) if (!texts.includes(name)) failed.push(`acknowledged and lost: ${name}`);
    await again.close().catch((error: unknown) => isNamed(error) || failed.push(`close: ${String(error)}`));
  } catch (error) {
    failed.push(`cannot be used afterwards: ${String(error)}`);
  } finally {
    spawnSync("umount", [at]);
    rmSync(at, { recursive: true, force: true });
  }
  return { tried, failed };
}

/** Calls verbs while the clock jumps forwards and backwards by up to a century. */
export async function clockJumps(folder: string, count: number, random: () => number): Promise<Campaign> {
  const path = join(folder, "clock.db");
  const failed: string[] = [];
  let now = Date.parse("2026-05-04T09:00:00Z");
  const memory = new Memory({ path, clock: () => new Date(now) });
  const kept: string[] = [];
  for (let at = 0; at < count; at += 1) {
    now += (random() - 0.5) * 2 * 100 * 365 * 86_400_000 * random() ** 4;
    const name = `Vq${at}u`;
    try {
      await memory.remember({
        content: `The ring ${at} is at the jeweller ${name}.`,
        idempotency_key: `key-${at % 7}`,
      });
      kept.push(name);
      await memory.recall(`Where is the ring ${at}?`);
    } catch (error) {
      if (!isNamed(error)) failed.push(`at ${new Date(now).toISOString()}: ${String(error)}`);
    }
  }
  const { valid } = await memory.verifyAudit();
  if (!valid) failed.push("the audit trail is broken");
  for (const { check, ok, examples } of (await memory.check()).checks)
    if (!ok) failed.push(`${check}: ${examples.join("; ")}`);
  await memory.close();
  return { tried: count, failed };
}

/** Reads files in processes that are ended at a random moment. */
export async function deadReaders(folder: string, count: number, random: () => number): Promise<Campaign> {
  const failed: string[] = [];
  const memory = memoryAt(join(folder, "readers.db"), false);
  let delayMs = 0;
  let ended = 0;
  const end = (message: unknown) => {
    const { process: child } = message as { readonly process: ChildProcess };
    setTimeout(() => {
      if (child.kill("SIGKILL")) ended += 1;
    }, delayMs);
  };
  diagnostics.subscribe("child_process", end);
  try {
    for (let at = 0; at < count; at += 1) {
      delayMs = random() * 300;
      const name = `Rp${at}x`;
      const rows = Array.from({ length: 400 }, (_, row) => `<p>The parcel ${row} went to ${name}.</p>`);
      const file = { data: Buffer.from(`<html><body>${rows.join("")}</body></html>`), name: `${name}.html` };
      const outcome = await memory.rememberFile(file).then(
        () => "kept" as const,
        (error: unknown) => {
          if (!isNamed(error)) failed.push(`file ${at}: ${String(error)}`);
          return "refused" as const;
        },
      );
      const isThere = (await textsOf(memory)).includes(name);
      if (isThere !== (outcome === "kept"))
        failed.push(`file ${at}: ${outcome}, and ${isThere ? "there" : "not there"}`);
    }
    if (ended === 0) failed.push("no process was ended");
  } finally {
    diagnostics.unsubscribe("child_process", end);
  }
  if (!(await memory.check()).ok) failed.push("check finds something wrong");
  await memory.close();
  return { tried: count, failed };
}
