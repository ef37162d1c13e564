/**
 * Checks a whole store. The store cannot know whether a passage without a vector should have one,
 * nor whether a vector is that of its text, so the embedder is asked.
 */
import type { Limits } from "../accounts/meter.js";
import { nextTurn } from "../async/next-turn.js";
import { MemoryError } from "../contract/errors.js";
import type { CheckOptions, CheckOutcome, CheckResult } from "../contract/maintenance/whole-store.js";
import type { Embedder } from "../embedders/embedder.js";
import type { Store, StoredVectors } from "../stores/store.js";
import { passageText } from "../text/words.js";
import { reembed } from "./reembed.js";

/** The parts that a check needs. */
export interface CheckParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly limits: Limits;
  readonly repair: boolean;
  readonly now: () => Date;
  readonly actor: string;
  readonly onProgress: CheckOptions["onProgress"] | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The result of a check. */
export interface Checked {
  /** The store; a new object if the vectors were rebuilt. */
  readonly store: Store;
  readonly result: CheckResult;
}

/** Number of passages that are embedded at once: some milliseconds of work. */
const embeddedAtOnce = 64;
/** Maximum number of examples in an outcome. */
const mostExamples = 5;

/**
 * Checks a store and repairs it if asked to. After repairs to the vectors, all is checked again.
 *
 * @throws {MemoryError} `embedder_failed`, `embedder_mismatch` if vectors must be repaired but the
 * memory has another embedder than the store, `busy`, `read_only`, `disk_full`
 */
export async function check(parts: CheckParts): Promise<Checked> {
  const { store, repair } = parts;
  const outcomes = await outcomesOf(store, parts);
  const vectors = outcomes.find((one) => one.check === "vectors");
  if (!repair || vectors?.ok !== false) return { store, result: resultOf(outcomes) };
  await store.assertEmbedder("repair the vectors");
  const moved = await reembed(parts.embedder, {
    ...parts,
    again: true,
    onProgress: undefined,
  });
  const again = await outcomesOf(moved.store, { ...parts, repair: false });
  const repaired = new Set(outcomes.filter((one) => one.repaired).map((one) => one.check)).add("vectors");
  const checks = again.map((one) => ({ ...one, repaired: one.ok && repaired.has(one.check) }));
  return { store: moved.store, result: resultOf(checks) };
}

function resultOf(checks: readonly CheckOutcome[]): CheckResult {
  return { ok: checks.every(({ ok }) => ok), checks: [...checks] };
}

async function outcomesOf(store: Store, parts: CheckParts): Promise<CheckOutcome[]> {
  const { repair, onProgress, signal } = parts;
  const { checks, without, vectors } = await store.check({ repair, onProgress, signal });
  if (!(await hasSameEmbedder(store))) return [...checks];
  const missing = await withDirection(without, parts);
  const changed = vectors === undefined ? [] : await changedIn(vectors, parts);
  const found = [
    ...missing.map((id) => `passage ${id} has no vector`),
    ...changed.map((id) => `vector of passage ${id}`),
  ];
  return checks.map((one) => (one.check === "vectors" ? withMore(one, found) : one));
}

/**
 * Whether the store's vectors come from the memory's embedder. Another embedder cannot say which
 * vectors are missing.
 */
async function hasSameEmbedder(store: Store): Promise<boolean> {
  try {
    await store.assertEmbedder("check");
    return true;
  } catch (error) {
    if (MemoryError.is(error, "embedder_mismatch")) return false;
    throw error;
  }
}

/** Returns the passages that have a direction and therefore should have a vector. */
async function withDirection(without: readonly number[], parts: CheckParts): Promise<number[]> {
  const missing: number[] = [];
  for await (const { id, vector } of embedded(without, parts))
    if (vector.some((component) => component !== 0)) missing.push(id);
  return missing;
}

/**
 * Returns the passages whose stored vector is not that of their text. A remote model costs money
 * and may return slightly different numbers, so it is not asked.
 */
async function changedIn({ passages, isOf }: StoredVectors, parts: CheckParts): Promise<number[]> {
  const changed: number[] = [];
  if (parts.embedder.reproducible !== true) return changed;
  for await (const { id, vector } of embedded(passages, parts)) if (!isOf(id, vector)) changed.push(id);
  return changed;
}

/** Embeds passages again, without those that were erased meanwhile. */
async function* embedded(
  passages: readonly number[],
  { store, embedder, signal }: CheckParts,
): AsyncGenerator<{ readonly id: number; readonly vector: Float32Array }> {
  const options = { kind: "passage", ...(signal === undefined ? {} : { signal }) } as const;
  for (let from = 0; from < passages.length; from += embeddedAtOnce) {
    signal?.throwIfAborted();
    if (from > 0) await nextTurn();
    const numbers = passages.slice(from, from + embeddedAtOnce);
    const [spoken] = await store.read([{ of: "texts", numbers }]);
    const vectors = await embedder.embed(spoken.map(passageText), options);
    for (const [at, { id }] of spoken.entries()) yield { id, vector: vectors[at]! };
  }
}

function withMore(outcome: CheckOutcome, found: readonly string[]): CheckOutcome {
  if (found.length === 0) return outcome;
  return {
    ...outcome,
    ok: false,
    wrong: outcome.wrong + found.length,
    examples: [...outcome.examples, ...found].slice(0, mostExamples),
  };
}
