/**
 * Loads sqlite-vec, whose `vec0` tables contain the vectors. It is a native library with binaries
 * for macOS and Linux (glibc) on x64 and arm64, and for Windows on x64. Elsewhere vectors are in
 * plain tables: see `vector-layout`.
 */

import { getLoadablePath } from "sqlite-vec";
import type { SqlDatabase } from "../database/sql-database.js";

/** Loads the extension into a connection. @returns false if this machine has no binary for it */
export function loadVec0(database: SqlDatabase): boolean {
  try {
    database.loadExtension(getLoadablePath());
    return true;
  } catch {
    // No package for this platform, a binary for another libc, or a process that may not load
    // libraries. In each case plain tables work, and the file records which layout it has.
    return false;
  }
}
