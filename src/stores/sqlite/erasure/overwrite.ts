/**
 * Overwriting what was erased. `secure_delete` zeroes what a deletion frees; the write-ahead log still has the pages as they were, and other pages may have
 * copies. The log is written back and cut to nothing, for which no other connection may be reading an older state, and what belongs to no row is
 * zeroed: see `slack-sweep`.
 */

import type { Connection } from "../database/connection.js";
import { namedFailure } from "../database/failures.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { Sweep } from "./sweep.js";

/** Where it is noted that overwriting is due. */
export interface NoteTables {
  readonly audit: AuditTable;
  readonly meta: MetaTable;
}

/** What overwriting works on. */
export interface OverwriteParts {
  readonly connection: Connection;
  readonly tables: NoteTables;
  readonly sweep: Sweep;
}

/** Whether what was erased is overwritten, once a sweep has run. @throws {MemoryError} `io_failed`, `disk_full`, `corrupt`: the rows are gone, and the note stays */
export async function isOverwritten(
  { database, busyTimeoutMs }: Connection,
  sweep: () => Promise<boolean>,
): Promise<boolean> {
  // What frees rows without this would leave them in long ones, which no sweep reads.
  if (Number(database.pragma("secure_delete", { simple: true })) !== 1) return false;
  try {
    return await sweep();
  } catch (error) {
    throw namedFailure(error, "overwrite what was erased", busyTimeoutMs);
  }
}

/** Clears the note of an erasure that is overwritten now, unless another has been noted since. Runs inside a write transaction. */
export function clearNote({ meta }: NoteTables, note: string): boolean {
  if (meta.get("erasure_pending") !== note) return false;
  meta.remove("erasure_pending");
  return true;
}

/** Finishes an erasure that could not be overwritten at its time. Tries once. @returns false where a reader still pins the log */
export async function finishErasure(
  { connection, tables, sweep }: OverwriteParts,
  now: () => Date,
): Promise<boolean> {
  if (connection.readonly) return true;
  const note = await connection.read("finish an erasure", () => tables.meta.get("erasure_pending"));
  if (note === undefined) return true;
  if (!(await isOverwritten(connection, () => sweep.run(false)))) return false;
  const { actor } = JSON.parse(note) as { actor: string };
  const completed = {
    operation: "FORGET",
    recordId: null,
    recordType: null,
    reason: "erasure completed",
  } as const;
  await connection.write("finish an erasure", () => {
    if (clearNote(tables, note)) tables.audit.append({ at: now().toISOString(), actor }, [completed]);
  });
  return true;
}
