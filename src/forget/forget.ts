/**
 * Forgets the records that a selector matches, and proves that they were erased.
 *
 *   Store.select ─ (preview) ─ Store.erase ─ verify ─ payload
 *
 * A query only previews unless it is confirmed, and so does anything with `dry_run`. It selects
 * records that state what the query asks about. Recall returns more, because a reader judges its
 * answer; forgetting cannot be undone.
 */
import type { ForgetRequest, ForgetResult } from "../contract/forget.js";
import type { Residue, Selection, Store } from "../stores/store.js";
import { type Meant, withReasons } from "./reasons.js";

/** The parts that `forget` needs. */
export interface ForgetParts {
  readonly store: Store;
  /** Returns the records that a query means. `speaker` is the name of the person who asks. */
  readonly relevant: (query: string, speaker: string | undefined) => Promise<readonly Meant[]>;
  readonly now: () => Date;
  /** Name of the caller, for the audit trail. */
  readonly actor: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Removes what the selector names, with all other records of the same passages, and proves it.
 *
 * @throws {MemoryError} `busy`, `read_only`
 */
export async function forget(request: ForgetRequest, parts: ForgetParts): Promise<ForgetResult> {
  const at = parts.now().toISOString();
  const meant = request.query === undefined ? [] : await parts.relevant(request.query, request.speaker);
  const preview = withReasons(await parts.store.select(selection(request, meant)), request, meant);
  const ids = preview.map(({ record_id }) => record_id);
  const previewOnly = request.dry_run === true || (request.query !== undefined && !request.confirm);
  // An answer stored under an idempotency key may contain a name that no record has, or belong to a
  // call that saved no record. The store looks there too.
  const looksFurther = request.entity !== undefined || request.all === true;
  const nothingToErase = ids.length === 0 && !looksFurther;
  if (previewOnly || nothingToErase) {
    // A preview checks nothing but the records that it shows: the name may also be in records that
    // the query does not mean.
    const verified = ids.length === 0 && request.entity === undefined;
    return { forgotten: 0, ids, preview, freed_bytes: 0, verified };
  }

  parts.signal?.throwIfAborted();
  const erased = await parts.store.erase(ids, {
    at,
    actor: parts.actor,
    operation: "FORGET",
    reason: request.reason ?? null,
    usage: { requests: 1, tokens: 0, spendMicros: 0 },
    signal: parts.signal,
    ...(request.all === true && conditionsBeside("all", request) === 0 ? { all: true } : {}),
    ...(request.entity === undefined ? {} : { names: [request.entity] }),
  });
  const { ids: gone, freedBytes, residue } = erased;
  const named = { ids: gone, stillNamed: await isStillNamed(request.entity, gone, parts.store) };
  const isFoundNowhere = isNameGone(named, conditionsBeside("entity", request) > 0);
  return {
    forgotten: gone.length,
    ids: [...gone],
    preview: [],
    freed_bytes: freedBytes,
    verified: verify(residue) && isFoundNowhere,
    ...(isFoundNowhere ? reasonOf(residue) : {}),
  };
}

/** Number of the request's other conditions. A record must match all conditions. */
function conditionsBeside(
  name: "all" | "entity",
  { confirm: _, dry_run: _____, reason: __, scope: ___, speaker: ____, ...conditions }: ForgetRequest,
): number {
  return Object.entries(conditions).filter(([key, condition]) => key !== name && condition !== undefined)
    .length;
}

function selection(
  { query, speaker: _, confirm: __, dry_run: _____, reason: ___, scope: ____, ...conditions }: ForgetRequest,
  meant: readonly Meant[],
): Selection {
  return query === undefined ? conditions : { ...conditions, matched: meant.map(({ id }) => id) };
}

/**
 * Whether a residue proves the erasure: no index finds anything, and the freed bytes were
 * overwritten. Pure.
 */
export function verify({ records, passages, vectors, words, overwritten }: Residue): boolean {
  return records === 0 && passages === 0 && vectors === 0 && words === 0 && overwritten;
}

/** Why the erasure cannot be proved, if nothing else is missing from the proof. Pure. */
function reasonOf({ unproven, ...residue }: Residue): Pick<ForgetResult, "unproven"> {
  const isGone = verify({ ...residue, overwritten: true });
  return isGone && !residue.overwritten && unproven !== undefined ? { unproven } : {};
}

/**
 * Whether something that the store shows still has a name, or contains it in a text. If nothing was
 * erased, a word that may or may not be the name ("a rose") counts too.
 */
async function isStillNamed(
  entity: string | undefined,
  gone: readonly string[],
  store: Store,
): Promise<boolean> {
  if (entity === undefined) return false;
  const strictness = gone.length === 0 ? "perhaps" : "surely";
  return (await store.select({ entity, strictness })).length > 0;
}

/**
 * Whether the name may be reported as forgotten: nothing has it any more, or what still has it did
 * not match the further conditions. Pure.
 */
export function isNameGone(
  { ids, stillNamed }: { readonly ids: readonly string[]; readonly stillNamed: boolean },
  hasFurtherConditions: boolean,
): boolean {
  return !stillNamed || (hasFurtherConditions && ids.length > 0);
}
