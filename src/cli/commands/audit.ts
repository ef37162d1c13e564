/** `keepsake audit`: lists or verifies the audit trail. */

import type { Command } from "../../bundled/commander.js";
import {
  type AuditInput,
  type AuditRow,
  type AuditVerdict,
  auditInput,
} from "../../contract/maintenance/audit.js";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { addFlags } from "../flags.js";
import { type Colors, count } from "../terminal/terminal.js";

const examples = `
Examples:
  keepsake audit --limit 20
  keepsake audit --operation FORGET
  keepsake audit --verify

The trail contains no content: who, when, which operation, which record. Each row is hashed with the row before
it. --verify recomputes every hash; exit code 3 means that a row was altered, removed or moved. Where a service
has removed old rows, as a plan's audit retention asks, the rest is verified from a signed checkpoint, and --verify
says from when.`;

/** Adds the command. */
export function addAudit(program: Command, context: Context): void {
  const command = program
    .command("audit")
    .summary("show or verify the audit trail")
    .description("Shows the audit trail, oldest first, or verifies the whole of it.")
    .option("--verify", "recompute the hash chain and report whether it is intact")
    .addHelpText("after", examples);
  const fieldsOf = addFlags(command, auditInput);
  command.action(async (flags: Record<string, unknown>) => {
    if (flags.verify) await verify(context);
    else await list(fieldsOf(flags) as AuditInput, context);
  });
}

async function verify(context: Context): Promise<void> {
  const verdict = await context.withExistingMemory("verify the audit trail", (memory, call) =>
    memory.verifyAudit(call),
  );
  if (!verdict.valid) context.exitCode = exitCodes.unproved;
  if (context.json) return context.terminal.json(verdict);
  await context.terminal.line(
    verdict.valid
      ? `The audit trail is intact: ${count(verdict.rows, "row")}, each with the right hash.`
      : `The audit trail is broken: row ${verdict.broken_at} of ${verdict.rows} fails the check.`,
  );
  for (const line of startLines(verdict)) await context.terminal.line(line);
}

/**
 * If rows were removed: the time from which the trail is verified, and the key that signed the end
 * of the removed rows.
 */
export function startLines({ verified_from, checkpoint }: AuditVerdict): string[] {
  if (verified_from === undefined || checkpoint === undefined) return [];
  return [
    `Verified from ${verified_from}: the ${count(checkpoint.seq, "row")} written before were verified and removed by ${checkpoint.at}.`,
    `Their end is signed with the key ${checkpoint.public_key}.`,
  ];
}

async function list(input: AuditInput, context: Context): Promise<void> {
  const page = await context.withExistingMemory("read the audit trail", (memory, call) =>
    memory.audit(input, call),
  );
  if (context.json) return context.terminal.json(page);
  for (const row of page.items) await context.terminal.line(auditLine(row, context.terminal.paint));
  if (page.next_cursor !== null) await context.terminal.remark(`more: --cursor ${page.next_cursor}`);
}

/** A row of a store or of a registry. */
type ShownRow = Omit<AuditRow, "operation"> & { readonly operation: string };

/** One row on one line, with the beginning of its hash. */
export function auditLine(row: ShownRow, paint: Colors): string {
  const { seq, at, operation, record_type, record_id, actor, reason, hash } = row;
  const what = [operation.padEnd(8), (record_type ?? "").padEnd(10), record_id ?? "", actor, reason ?? ""];
  const moment = `${at.slice(0, 10)} ${at.slice(11, 19)}`;
  return `${paint.dim(`${String(seq).padStart(5)}  ${moment}`)}  ${what.join("  ").trimEnd()}  ${paint.dim(hash.slice(0, 12))}`;
}
