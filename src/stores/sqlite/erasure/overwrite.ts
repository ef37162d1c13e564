/**
 * Overwrites what was erased. `secure_delete` zeroes what a deletion frees. But the write-ahead log
 * still has the former pages, and other pages may have copies. So the log is written back and
 * truncated, and all bytes outside rows are zeroed. The log can only be truncated while no other
 * connection reads an older state. {@link Sweep} is the port of the two ways to do that:
 * `slack-sweep` and, for an encrypted file, `vacuum-sweep`.
 */
import type { Connection } from "../database/connection.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { MetaTable } from "../tables/meta-table.js";

/** The table with the note that overwriting is due. */
export interface NoteTables {
  readonly audit: AuditTable;
  readonly meta: MetaTable;
}

/** What overwriting uses. */
export interface OverwriteParts {
  readonly connection: Connection;
  readonly tables: NoteTables;
  readonly sweep: Sweep;
}

/**
 * Runs a sweep. @returns true if everything that was erased is overwritten @throws {MemoryError}
 * `io_failed`, `disk_full`, `corrupt`: the rows are deleted, and the note remains
 */
export async function isOverwritten(connection: Connection, sweep: () => Promise<boolean>): Promise<boolean> {
  // Without this setting, freed content would remain in overflow pages, which no sweep reads.
  if (Number(connection.database.pragma("secure_delete", { simple: true })) !== 1) return false;
  try {
    return await sweep();
  } catch (error) {
    throw await connection.failure(error, "overwrite what was erased");
  }
}

/**
 * Deletes the note of an erasure that is overwritten now, unless another erasure was noted since.
 * Call it inside a write transaction.
 */
export function clearNote({ meta }: NoteTables, note: string): boolean {
  if (meta.get("erasure_pending") !== note) return false;
  meta.remove("erasure_pending");
  return true;
}

/**
 * Finishes an erasure that could not be overwritten before. Tries once. @returns false if a reader
 * still keeps the log from being truncated
 */
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

/** The progress of reading the whole file. */
export interface Look {
  readonly looked: number;
  readonly pages: number;
  /** Pages, among those read since the last report, with a byte outside rows that is not zero. */
  readonly dirty: readonly number[];
}

/** Removes copies of rows that SQLite left in a store's file and log. */
export interface Sweep {
  /**
   * Overwrites every copy of what was erased, writes the log back and truncates it.
   *
   * @param patiently true: wait for readers and writers up to the busy timeout; false: try once
   * @returns true if no copy is left; false if other connections prevented it
   */
  run(patiently: boolean): Promise<boolean>;
  /**
   * Reads the whole file without a lock, so what is written meanwhile may be missed. Yields nothing
   * if the file is encrypted.
   */
  look(): AsyncGenerator<Look>;
}
