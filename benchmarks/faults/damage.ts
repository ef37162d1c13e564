/** Bytes of a store's file that are changed at random: what is read is right, or an error is named, or `check` says that something is wrong. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Campaign } from "./kills.js";
import { type AMemory, before, memoryAt } from "./verbs.js";

export interface DamageOptions {
  readonly folder: string;
  readonly count: number;
  readonly random: () => number;
  readonly encrypted: boolean;
}

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

/** What the store says, as far as it says anything. */
async function answers(memory: AMemory): Promise<string> {
  const { items } = await memory.records({ limit: 200 });
  const recalled = await memory.recall("Where is the lantern number 7?");
  const texts = items.map(({ id: _, ...item }) => item);
  return JSON.stringify([texts, recalled.semantic_memory, recalled.episodic_memory]);
}

/** What is wrong and was not found; `undefined` where nothing is. */
async function unseen(path: string, encrypted: boolean, wanted: string): Promise<string | undefined> {
  const memory = memoryAt(path, encrypted);
  try {
    if ((await answers(memory)) === wanted) return undefined;
    return (await memory.check()).ok ? "another answer, and check finds nothing" : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === "MemoryError") return undefined;
    return `no named error: ${error instanceof Error ? error.stack : String(error)}`;
  } finally {
    // A store that cannot be written to at its end was reported before.
    await memory.close().catch(() => {});
  }
}
