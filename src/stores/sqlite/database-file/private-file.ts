/** File modes: who else may read or write a file of keepsake. */
import { chmodSync, statSync } from "node:fs";

/**
 * Removes permissions from a file: those of users outside its group, and those of a group that may
 * read but not write. A file that was copied, or created by other means, is then as private as a
 * new one. A group with permission to write keeps it, because somebody gave it on purpose.
 */
export function makePrivate(path: string): void {
  const { mode } = statSync(path);
  const wanted = mode & ((mode & 0o020) === 0 ? 0o700 : 0o770);
  if (wanted === (mode & 0o777)) return;
  try {
    chmodSync(path, wanted);
  } catch (error) {
    // Another user's file: its owner decides who reads it.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}
