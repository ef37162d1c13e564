/**
 * Copies a store to an empty one, even of another engine, without loss: every row with its number,
 * the vectors, the answers under idempotency keys, the usage and the audit trail as it is.
 *
 *   begin ─ (read ─ write)… ─ compare row by row ─ finish ─ compare the totals
 *
 * Each batch is a transaction, and the copy's own rows show how far it is: after a kill the same
 * call continues. Until it is finished, no verb opens the copy. A store that changes meanwhile is
 * found by its summary, which every write changes; then the next call begins again.
 */
import { nextTurn } from "../async/next-turn.js";
import { MemoryError } from "../contract/errors.js";
import type { CopyResult } from "../contract/maintenance/whole-store.js";
import type { Progress } from "../contract/memory-service.js";
import { sha256 } from "../hashing/digest.js";
import { type CopiedPart, copiedParts, positionAfter } from "../stores/copying.js";
import type { Store, StoreRows, StoreSummary } from "../stores/store.js";

/** The parts that a copy needs. */
export interface CopyParts {
  readonly from: Store;
  /** A store that was opened `forCopy`. */
  readonly to: Store;
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Number of rows in one transaction: the most that a kill loses. Some 30 ms of work in a file,
 * after which other tasks run.
 */
const batchSize = 256;

/**
 * Copies a store.
 *
 * @throws {MemoryError} `invalid_input` if the destination has contents of its own; `unsupported`
 * for a store that is kept in memory only; `busy` if the store was written to meanwhile; `corrupt`
 * if the copy differs from the store; `embedder_mismatch`
 */
export async function copy(parts: CopyParts): Promise<CopyResult> {
  const { from, to } = parts;
  const [source, target] = [rowsOf(from), rowsOf(to)];
  for (const store of [from, to]) await store.assertEmbedder("copy");
  const summary = await source.summary();
  await target.begin(revisionOf(from.id, summary));
  await assertSameTrail(source, target);
  const resumed = (await target.position("sources")) > 0;
  const steps = stepsOf({ source, target, summary, parts });
  for (const part of copiedParts) await copyPart(part, steps);
  for (const part of copiedParts) await comparePart(part, steps);
  if (revisionOf(from.id, await source.summary()) !== revisionOf(from.id, summary)) throw changed();
  const id = await target.finish(summary, from.id);
  if (JSON.stringify(await target.summary()) !== JSON.stringify(summary)) throw differs("its totals");
  const { rows, name } = summary;
  const { sources, passages, records, audit } = rows;
  return { id, name, sources, passages, records, audit_rows: audit, resumed };
}

interface Steps {
  readonly source: StoreRows;
  readonly target: StoreRows;
  /** Reports rows that were copied or compared, and lets other tasks run. */
  readonly done: (rows: number) => Promise<void>;
}

function stepsOf({
  source,
  target,
  summary,
  parts: { onProgress, signal },
}: Pick<Steps, "source" | "target"> & {
  readonly summary: StoreSummary;
  readonly parts: CopyParts;
}): Steps {
  const total = 2 * copiedParts.reduce((sum, part) => sum + summary.rows[part], 0);
  let sum = 0;
  const done = async (rows: number) => {
    sum += rows;
    onProgress?.({ done: sum, total });
    await nextTurn();
    signal?.throwIfAborted();
  };
  return { source, target, done };
}

/** Copies the rows of a part that are not in the copy yet. */
async function copyPart(part: CopiedPart, { source, target, done }: Steps): Promise<void> {
  const begun = await target.position(part);
  for (let after = begun; ; ) {
    const rows = await source.read(part, after, batchSize);
    if (rows.length > 0) await target.write(part, rows);
    await done(rows.length);
    if (rows.length < batchSize) return;
    after = positionAfter(after, rows);
  }
}

/** Reads both stores and compares them. @throws {MemoryError} `corrupt` at the first difference */
async function comparePart(part: CopiedPart, { source, target, done }: Steps): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await source.read(part, after, batchSize);
    const copied = await target.read(part, after, batchSize);
    const at = rows.findIndex((row, index) => canonical(row) !== canonical(copied[index]));
    if (at >= 0 || copied.length > rows.length)
      throw differs(`${part} after number ${positionAfter(after, rows.slice(0, Math.max(at, 0)))}`);
    await done(rows.length);
    if (rows.length < batchSize) return;
    after = positionAfter(after, rows);
  }
}

/** Returns a row as a text that does not depend on the order of its columns. */
function canonical(row: object | undefined): string {
  return row === undefined
    ? ""
    : JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Throws unless the audit trail of the destination is the beginning of the trail of the copied
 * store, because rows can only be appended to a trail. It is compared before any work, because it
 * cannot be removed.
 */
async function assertSameTrail(source: StoreRows, target: StoreRows): Promise<void> {
  const last = await target.position("audit");
  if (last === 0) return;
  const [expected, found] = await Promise.all([
    source.read("audit", last - 1, 1),
    target.read("audit", last - 1, 1),
  ]);
  if (expected[0]?.hash === found[0]?.hash) return;
  const msg =
    "has the beginning of another store's audit trail, which nothing can remove: choose another destination";
  throw new MemoryError("invalid_input", `Cannot copy: the destination ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["to"], msg }] },
  });
}

/** Identifies the state of a store. */
function revisionOf(id: string, summary: StoreSummary): string {
  return sha256(JSON.stringify([id, summary]));
}

function rowsOf(store: Store): StoreRows {
  if (store.rows !== undefined) return store.rows;
  const message =
    "Cannot copy: a store must be in a file or in PostgreSQL, and one is of another kind; export it instead";
  throw new MemoryError("unsupported", message, { data: { what: "copy" } });
}

function changed(): MemoryError<"busy"> {
  return new MemoryError(
    "busy",
    "Cannot copy: the store must not change meanwhile, and was used by others; stop them and run the same copy again",
    { data: { timeoutMs: 0 } },
  );
}

function differs(what: string): MemoryError<"corrupt"> {
  const message = `Cannot copy: the copy must equal the store, and differs in ${what}; it stays unfinished`;
  return new MemoryError("corrupt", message, {});
}
