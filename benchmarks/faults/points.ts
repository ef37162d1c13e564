/**
 * Runs in a process with the shim: `points.ts FOLDER ENCRYPTED STRIDE SEED [VERB]`. Fails the
 * system calls of each verb one after the other, and checks the store after each. Prints a line of
 * JSON for each verb and fault.
 */
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { arm, disarm, type Fault, faults } from "./shim.js";
import { before, broken, memoryAt, type Verb, verbs } from "./verbs.js";

/** Results of one verb with one fault. */
export interface PointsResult {
  readonly verb: string;
  readonly fault: string;
  readonly encrypted: boolean;
  /** System calls of the verb. */
  readonly points: number;
  /** Those of them that were made to fail. */
  readonly tried: number;
  /** Number of failed library calls by error code. */
  readonly refused: Readonly<Record<string, number>>;
  /** How often the next call failed with a code too, until the store was opened again. */
  readonly refusedAfterwards: number;
  /** Each failed check, with its system call. */
  readonly failed: readonly string[];
}

const [folder = "", encryptedFlag = "", strideText = "1", seedText = "0", only] = process.argv.slice(2);
const [encrypted, stride, seed] = [encryptedFlag === "encrypted", Number(strideText), Number(seedText)];
const template = join(folder, `template-${encryptedFlag}.db`);
const path = join(folder, `store-${encryptedFlag}.db`);

async function makeTemplate(): Promise<void> {
  if (existsSync(template)) return;
  const memory = memoryAt(template, encrypted);
  await memory.rememberMany(before);
  await memory.close();
}

function freshStore(): void {
  for (const suffix of ["-wal", "-shm", "-journal", ".copy", ".copy.part"])
    rmSync(`${path}${suffix}`, { force: true });
  copyFileSync(template, path);
}

interface Outcome {
  /** Number of system calls of the verb. */
  readonly points: number;
  readonly refused: string | undefined;
  readonly isRefusing: boolean;
  readonly failed: readonly string[];
}

async function atPoint(verb: Verb, fault: Fault, point: number): Promise<Outcome> {
  freshStore();
  const memory = memoryAt(path, encrypted);
  if (!verb.opens) await memory.details();
  arm(fault, point);
  let refused: string | undefined;
  let isRefusing = false;
  const failed: string[] = [];
  try {
    await verb.run(memory, path);
  } catch (error) {
    refused = codeOf(error);
    if (refused === undefined) failed.push(`no named error: ${String(error)}`);
  }
  const points = disarm();
  // SQLite has one code for both, and the file itself is intact.
  if (refused === "corrupt" && fault.mode === "on")
    failed.push("a disk that does not respond is reported as damage");
  if (verb.name !== "close")
    await memory.recall("Where is the lantern number 3?").catch((error: unknown) => {
      isRefusing = true;
      if (codeOf(error) === undefined) failed.push(`no named error from the next call: ${String(error)}`);
    });
  await memory.close().catch((error: unknown) => {
    if (codeOf(error) === undefined) failed.push(`no named error from close: ${String(error)}`);
  });
  const acknowledged = refused === undefined && failed.length === 0;
  failed.push(...(await broken(path, { verb, encrypted, acknowledged })));
  return { points, refused, isRefusing, failed };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && error.name === "MemoryError" && "code" in error
    ? String(error.code)
    : undefined;
}

async function everyPoint(verb: Verb, fault: Fault): Promise<PointsResult> {
  const { points, failed: plain } = await atPoint(verb, fault, 0);
  const failed = plain.map((what) => `without a fault: ${what}`);
  const refused: Record<string, number> = {};
  let [tried, refusedAfterwards] = [0, 0];
  for (let point = 1 + (seed % stride); point <= points; point += stride) {
    const outcome = await atPoint(verb, fault, point);
    tried += 1;
    if (outcome.isRefusing) refusedAfterwards += 1;
    if (outcome.refused !== undefined) refused[outcome.refused] = (refused[outcome.refused] ?? 0) + 1;
    failed.push(...outcome.failed.map((what) => `point ${point}: ${what}`));
  }
  return { verb: verb.name, fault: fault.name, encrypted, points, tried, refused, refusedAfterwards, failed };
}

await makeTemplate();
for (const verb of verbs.filter(({ name }) => only === undefined || name === only))
  for (const fault of faults) process.stdout.write(`${JSON.stringify(await everyPoint(verb, fault))}\n`);
