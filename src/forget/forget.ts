/**
 * The third road: selector in, proof out.
 *
 *   Store.select ─ (preview) ─ Store.erase ─ verify ─ payload
 *
 * A query only previews unless it is confirmed. It takes what states what the query asks about: recall may return what only may be part of an answer, because a
 * reader judges it; forgetting is not undone.
 */
import type { ForgetRequest, ForgetResult } from "../contract/forget.js";
import type { Selection, Store } from "../stores/store.js";
import { type Meant, withReasons } from "./reasons.js";
import { isNameGone, verify } from "./verify.js";

/** What the third road is handed. */
export interface ForgetParts {
  readonly store: Store;
  /** The records that a query means. `speaker` is the name of the one who asks. */
  readonly relevant: (query: string, speaker: string | undefined) => Promise<readonly Meant[]>;
  readonly now: () => Date;
  /** Who acts, for the audit trail. */
  readonly actor: string;
  readonly signal?: AbortSignal | undefined;
}

/** Removes what the selector names, with all that stands on the same passages, and proves it. @throws {MemoryError} `busy`, `read_only` */
export async function forget(request: ForgetRequest, parts: ForgetParts): Promise<ForgetResult> {
  const at = parts.now().toISOString();
  const meant = request.query === undefined ? [] : await parts.relevant(request.query, request.speaker);
  const preview = withReasons(
    await parts.store.select(selection(request, meant), { now: at }),
    request,
    meant,
  );
  const ids = preview.map(({ record_id }) => record_id);
  const previewOnly = request.query !== undefined && !request.confirm;
  // Answers kept under an idempotency key may say a name though no record has it, or something of a call that kept no record: the store looks there too.
  const looksFurther = request.entity !== undefined || request.all === true;
  const nothingToErase = ids.length === 0 && !looksFurther;
  if (previewOnly || nothingToErase) {
    // A preview looks for nothing but what it shows: a name may be in what the query does not mean.
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
  return {
    forgotten: gone.length,
    ids: [...gone],
    preview: [],
    freed_bytes: freedBytes,
    verified: verify(residue) && isNameGone(erased, conditionsBeside("entity", request) > 0),
  };
}

/** How many conditions a request has beside one: several mean all of them. */
function conditionsBeside(
  name: "all" | "entity",
  { confirm: _, reason: __, scope: ___, speaker: ____, ...conditions }: ForgetRequest,
): number {
  return Object.entries(conditions).filter(([key, condition]) => key !== name && condition !== undefined)
    .length;
}

function selection(
  { query, speaker: _, confirm: __, reason: ___, scope: ____, ...conditions }: ForgetRequest,
  meant: readonly Meant[],
): Selection {
  return query === undefined ? conditions : { ...conditions, matched: meant.map(({ id }) => id) };
}
