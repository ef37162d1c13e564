/** Last part: the audit trail records the erasure, and contains no forgotten content. */
import type { AuditOperation, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import { count } from "../terminal/terminal.js";
import { announce, type Stage, say } from "./stage.js";

/** The result of the check of the audit trail. */
export interface AuditReport {
  readonly verdict: AuditVerdict;
  readonly operations: Partial<Record<AuditOperation, number>>;
  readonly last: readonly AuditRow[];
}

const shownRows = 3;

/** Verifies and shows the audit trail. */
export async function auditAct(stage: Stage): Promise<AuditReport> {
  await announce(
    stage,
    "The audit trail",
    "Who, when, what, which record, and no content: each row is hashed together with the row before it.",
  );
  const verdict = await stage.memory.verifyAudit(stage.call);
  const rows = await allRows(stage);
  const operations = counted(rows);
  const last = rows.slice(-shownRows);
  const shown = Object.entries(operations).map(([operation, times]) => `${times} ${operation}`);
  await say(stage, `${count(rows.length, "row")}: ${shown.join(", ")}`);
  for (const row of last) await say(stage, rowText(row, stage));
  await say(stage, verdictText(verdict, stage));
  return { verdict, operations, last };
}

function verdictText({ valid, rows, broken_at }: AuditVerdict, { terminal: { paint } }: Stage): string {
  return valid
    ? paint.green(`The chain is intact: each of the ${count(rows, "row")} has the right hash.`)
    : paint.red(`The chain is broken at row ${broken_at}`);
}

/** A row on 80 columns, with the end of the id and the beginning of the hash. */
function rowText(row: AuditRow, { terminal: { paint } }: Stage): string {
  const { seq, at, operation, record_type, record_id, reason, hash } = row;
  const id = record_id === null ? "" : `…${record_id.slice(-6)}`;
  const what = [operation, record_type, id, reason].filter(Boolean).join("  ");
  return `${paint.dim(`${String(seq).padStart(5)}  ${at.slice(0, 19)}Z`)}  ${what}  ${paint.dim(hash.slice(0, 8))}`;
}

async function allRows({ memory, call }: Stage): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.audit({ limit: 1000, ...(cursor ? { cursor } : {}) }, call);
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return rows;
}

function counted(rows: readonly AuditRow[]): Partial<Record<AuditOperation, number>> {
  const counts: Partial<Record<AuditOperation, number>> = {};
  for (const { operation } of rows) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}
