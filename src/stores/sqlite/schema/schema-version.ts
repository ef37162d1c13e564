/** Refuses a file whose tables a newer keepsake has changed. */
import { MemoryError } from "../../../contract/errors.js";
import { supportedSchema } from "./migrations.js";

/**
 * Asserts that this version knows the tables of a file.
 *
 * @param found number of migrations of the file, its `user_version`
 * @throws {MemoryError} `newer_schema`
 */
export function assertSupported(found: number, action: string): void {
  if (found <= supportedSchema) return;
  throw new MemoryError(
    "newer_schema",
    `Cannot ${action}: the schema of the store must be at most ${supportedSchema}, got ${found}; a newer keepsake wrote it`,
    { data: { found, supported: supportedSchema } },
  );
}
