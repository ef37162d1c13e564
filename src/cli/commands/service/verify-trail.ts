/**
 * Verifies the audit trail of a registry, for `keepsake accounts audit` and `keepsake keys audit`.
 */
import type { Registry } from "../../../accounts/registry/registry.js";
import type { Context } from "../../context.js";
import { exitCodes } from "../../exit-codes.js";
import { count } from "../../terminal/terminal.js";

/** Recomputes the hash chain, and prints whether it is intact. */
export async function verifyTrail({ audit }: Registry, context: Context): Promise<void> {
  const verdict = audit.verify();
  if (!verdict.valid) context.exitCode = exitCodes.unproved;
  if (context.json) return context.terminal.json(verdict);
  const whole = `The trail of accounts and keys is intact: ${count(verdict.rows, "row")}, each with the right hash.`;
  const broken = `The trail of accounts and keys is broken: row ${verdict.broken_at} fails the check.`;
  await context.terminal.line(verdict.valid ? whole : broken);
}
