/**
 * Changes random bytes of a store's file. Then reads must be correct, or an error has a code, or
 * `check` reports the damage.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Campaign } from "./kills.js";
import { type AMemory, before, memoryAt } from "./verbs.js";

/** Options of {@link damage}. */
export interface DamageOptions {
  readonly folder: string;
  readonly count: number;
  readonly random: () => number;
  readonly encrypted: boolean;
}

/** Runs the campaign of damage. */
export async function damage({ folder, count, random, encrypted }: DamageOptions): Promise<Campaign> {
  const path = join(folder, `damaged-${encrypted}.db`);
  const memory = memoryAt(path, encrypted);
  await memory.rememberMany(before);
  const wanted = await answers(memory);
  await memory.close();
  const whole = readFileSync(path);
  const failed: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const bytes = Buffer.from(whole);
    const position = Math.floor(random() * bytes.length);
    const bits = 1 + Math.floor(random() * 255);
    bytes[position]! ^= bits;
    for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
    writeFileSync(path, bytes);
    const what = await unseen(path, encrypted, wanted);
    if (what !== undefined) failed.push(`byte ${position} ^ ${bits}: ${what}`);
  }
  return { tried: count, failed };
}

/** The answers of the store, if it returns any. */
async function answers(memory: AMemory): Promise<string> {
  const { items } = await memory.records({ limit: 200 });
  const recalled = await memory.recall("Where is the lantern number 7?");
  const texts = items.map(({ id: _, ...item }) => item);
  return JSON.stringify([texts, recalled.semantic_memory, recalled.episodic_memory]);
}

/** Damage that was not reported; `undefined` if there is none. */
async function unseen(path: string, encrypted: boolean, wanted: string): Promise<string | undefined> {
  const memory = memoryAt(path, encrypted);
  try {
    if ((await answers(memory)) === wanted) return undefined;
    return (await memory.check()).ok ? "another answer, and check finds nothing" : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === "MemoryError") return undefined;
    return `no named error: ${error instanceof Error ? error.stack : String(error)}`;
  } finally {
    // A store that cannot be written when it is closed was reported before.
    await memory.close().catch(() => {});
  }
}
