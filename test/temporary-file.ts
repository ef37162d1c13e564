/** A database file that lives as long as one test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Path of a file in a folder of its own, removed with all that is beside it when the test is over.
 */
export function temporaryFile(name = "memory.db"): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
