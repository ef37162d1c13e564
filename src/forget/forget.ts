/**
 * The third road: selector in, proof out.
 *
 *   Store.select ─ (preview) ─ Store.erase ─ verify ─ payload
 *
 * A query only previews unless it is confirmed. It takes what recall finds relevant and close to the best match: recall may tell what only may be
 * part of an answer, because a reader judges it; forgetting is not undone.
 */
import type { ForgetRequest, ForgetResult } from "../contract/forget.js";
import type { Selection, Store } from "../stores/store.js";
import { verify } from "./verify.js";

/** What the third road is handed. */
export interface ForgetParts {
  readonly store: Store;
  /** Ids of the records that a query means: relevant to recall, and close to the best match. */
  readonly relevant: (query: string) => Promise<readonly string[]>;
  readonly now: () => Date;
  /** Who acts, for the audit trail. */
  readonly actor: string;
  readonly signal?: AbortSignal | undefined;
}

/** Removes what the selector names, with all that stands on the same passages, and proves it. @throws {MemoryError} `busy`, `read_only` */
export async function forget(request: ForgetRequest, parts: ForgetParts): Promise<ForgetResult> {
  const at = parts.now().toISOString();
  const preview = await parts.store.select(await selection(request, parts), { now: at });
  const ids = preview.map(({ record_id }) => record_id);
  const previewOnly = request.query !== undefined && !request.confirm;
  // A name may stand in an answer kept under an idempotency key though no record has it: the store looks there too.
  const nothingToErase = ids.length === 0 && request.entity === undefined;
  if (previewOnly || nothingToErase)
    return { forgotten: 0, ids, preview, freed_bytes: 0, verified: ids.length === 0 };

  parts.signal?.throwIfAborted();
  const erased = await parts.store.erase(ids, {
    at,
    actor: parts.actor,
    operation: "FORGET",
    reason: request.reason ?? null,
    usage: { requests: 1, tokens: 0, spendMicros: 0 },
    signal: parts.signal,
    ...(request.entity === undefined ? {} : { names: [request.entity] }),
  });
  const { ids: gone, freedBytes, residue } = erased;
  return {
    forgotten: gone.length,
    ids: [...gone],
    preview: [],
    freed_bytes: freedBytes,
    verified: verify(residue),
  };
}

async function selection(
  { query, confirm: _, reason: __, ...conditions }: ForgetRequest,
  parts: ForgetParts,
): Promise<Selection> {
  if (query === undefined) return conditions;
  return { ...conditions, matched: await parts.relevant(query) };
}
