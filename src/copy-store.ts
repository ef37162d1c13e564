/** `copyStore`: opens two stores, copies one to the other, and closes both. */
import { existsSync } from "node:fs";
import { parseOptions } from "./contract/call-options.js";
import { MemoryError } from "./contract/errors.js";
import type { CopyResult } from "./contract/maintenance/whole-store.js";
import type { ProgressOptions } from "./contract/memory-service.js";
import { memoryParts } from "./memory-parts.js";
import type { MemoryOptions } from "./options.js";
import type { Store } from "./stores/store.js";

/** Where a store is: the options of `Memory` that say so. */
export type StorePlace = Pick<MemoryOptions, "path" | "encryption" | "store">;

/** Options of {@link copyStore}. */
export type CopyOptions = ProgressOptions & Pick<MemoryOptions, "embedder">;

/**
 * Copies a store without loss to a place where there is none: from a file to PostgreSQL, back, or
 * from file to file. The copy has the same records, vectors, scopes, usage, answers under
 * idempotency keys and audit trail, and was compared row by row. Nothing else may use the store
 * meanwhile. After an interruption, the same call continues; until the copy is complete, no verb
 * opens it.
 *
 * @throws {MemoryError} `not_found`, `invalid_input`, `busy`, `unsupported`, `embedder_mismatch`,
 * `corrupt`, and the errors of opening a store
 *
 * @example
 * import { copyStore } from "keepsake";
 * import { postgresStore } from "keepsake/stores/postgres";
 * import pg from "pg";
 *
 * const pool = new pg.Pool({ connectionString: "postgres://app@localhost/app" });
 * const { records } = await copyStore(
 *   { path: "agent.db" },
 *   { store: postgresStore({ pool, storeId: "alice" }) },
 * );
 */
export async function copyStore(
  from: StorePlace,
  to: StorePlace,
  { embedder, ...options }: CopyOptions = {},
): Promise<CopyResult> {
  const { signal, onProgress } = parseOptions(options, "copy");
  if (from.path !== undefined && !existsSync(from.path)) throw noStore(from.path);
  const [source, target] = [from, to].map((place) =>
    memoryParts({ ...place, ...(embedder && { embedder }) }),
  );
  // Embedding no texts loads the model, whose mean vector the copy may need.
  await source!.embedder.embed([], { kind: "passage", ...(signal === undefined ? {} : { signal }) });
  const { copy } = await import("./transfer/copy.js");
  const open: Store[] = [];
  try {
    for (const [parts, forCopy] of [
      [source!, false],
      [target!, true],
    ] as const) {
      const { embedder: space, newId: ids, now: clock, openStore } = parts;
      open.push(await openStore({ embedder: space, ids, clock, forCopy }));
    }
    return await copy({ from: open[0]!, to: open[1]!, signal, onProgress });
  } finally {
    for (const store of open) await store.close();
  }
}

function noStore(path: string): MemoryError<"not_found"> {
  return new MemoryError("not_found", `Cannot copy: a store must exist, got no file at ${path}`, {
    data: { id: path },
  });
}
