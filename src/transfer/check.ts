/**
 * Checks a whole store. The store cannot know whether a passage without a vector should have one,
 * so the embedder is asked.
 */
import type { Limits } from "../accounts/meter.js";
import { MemoryError } from "../contract/errors.js";
import type { CheckOptions, CheckOutcome, CheckResult } from "../contract/maintenance/whole-store.js";
import type { Embedder } from "../embedders/embedder.js";
import type { Store, StoreCheck } from "../stores/store.js";
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

/** Passages that are embedded at once to see whether they have a direction. */
const embeddedAtOnce = 128;
/** Maximum examples in an outcome. */
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
  const { checks, without } = await store.check({ repair, onProgress, signal });
  const missing = (await hasSameEmbedder(store)) ? await withDirection(store, without, parts) : [];
  return checks.map((one) => (one.check === "vectors" ? withMissing(one, missing) : one));
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
async function withDirection(
  store: Store,
  without: StoreCheck["without"],
  { embedder, signal }: CheckParts,
): Promise<number[]> {
  const missing: number[] = [];
  for (let from = 0; from < without.length; from += embeddedAtOnce) {
    signal?.throwIfAborted();
    const numbers = without.slice(from, from + embeddedAtOnce);
    const [spoken] = await store.read([{ of: "texts", numbers }]);
    const options = { kind: "passage", ...(signal === undefined ? {} : { signal }) } as const;
    const vectors = await embedder.embed(spoken.map(passageText), options);
    for (const [at, { id }] of spoken.entries())
      if (vectors[at]?.some((component) => component !== 0) === true) missing.push(id);
  }
  return missing;
}

function withMissing(outcome: CheckOutcome, missing: readonly number[]): CheckOutcome {
  if (missing.length === 0) return outcome;
  const examples = [...outcome.examples, ...missing.map((id) => `passage ${id} has no vector`)];
  return {
    ...outcome,
    ok: false,
    wrong: outcome.wrong + missing.length,
    examples: examples.slice(0, mostExamples),
  };
}
