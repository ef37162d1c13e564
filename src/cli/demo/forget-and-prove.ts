/**
 * The last two parts: a person asks to be forgotten (the preview, the bytes before, the erasure,
 * the bytes after); then the audit trail records the erasure and contains no forgotten content.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ForgetResult } from "../../contract/forget.js";
import type { AuditOperation, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import { foundNothing, proseText } from "../terminal/show-payloads.js";
import { clip, count } from "../terminal/terminal.js";
import { announce, forgotten, type Stage, say } from "./stage.js";

/** The result of the erasure. */
export interface ForgetReport {
  readonly preview: ForgetResult;
  readonly before: readonly BytesFound[];
  readonly result: ForgetResult;
  readonly after: readonly BytesFound[];
  /** Whether recall still returns the person's name. */
  readonly recalled: boolean;
}

/** Forgets a person. */
export async function forgetAct(stage: Stage): Promise<ForgetReport> {
  const { name, bytes, reason } = forgotten;
  await announce(
    stage,
    `Forgetting ${name}`,
    "A query only previews. Below it, how often the name occurs in the raw bytes of the files, read without SQLite.",
  );
  const preview = await stage.memory.forget({ query: forgotten.question, entity: name }, stage.call);
  await showPreview(preview, stage);
  const before = await findBytes(stage.path, bytes);
  await showBytes("before", before, stage);
  const result = await stage.memory.forget({ entity: name, reason }, stage.call);
  await showResult(result, stage);
  const after = await findBytes(stage.path, bytes);
  await showBytes("after", after, stage);
  return { preview, before, result, after, recalled: await askAgain(stage) };
}

async function showPreview({ preview }: ForgetResult, stage: Stage): Promise<void> {
  const { paint, width } = stage.terminal;
  const texts = [...new Set(preview.map(({ text }) => text))];
  await say(stage, `preview: ${count(preview.length, "record")} would be erased`);
  for (const text of texts.slice(0, 4)) await say(stage, `  ${paint.red("-")} ${clip(text, width - 4)}`);
  if (texts.length > 4) await say(stage, paint.dim(`    and ${texts.length - 4} more`));
}

async function showBytes(when: string, found: readonly BytesFound[], stage: Stage): Promise<void> {
  const { paint } = stage.terminal;
  for (const { file, bytes, times } of found) {
    const size = bytes === null ? "no such file" : `${bytes.toLocaleString("en")} bytes`;
    const amount = times === 0 ? paint.green("0 times") : paint.yellow(`${times} times`);
    await say(stage, `  ${when.padEnd(6)}  "${forgotten.bytes}" in ${file}: ${amount}  ${paint.dim(size)}`);
  }
}

async function showResult(
  { forgotten: gone, freed_bytes, verified }: ForgetResult,
  stage: Stage,
): Promise<void> {
  const { paint } = stage.terminal;
  const proof = verified ? paint.green("verified: true") : paint.yellow("verified: false");
  await say(
    stage,
    `forget: ${count(gone, "record")} forgotten, ${count(freed_bytes, "byte")} freed, ${proof}`,
  );
}

async function askAgain(stage: Stage): Promise<boolean> {
  const { paint, width } = stage.terminal;
  const answer = await stage.memory.recall(
    { query: forgotten.question, token_budget: 60, rules: "none" },
    stage.call,
  );
  await say(stage);
  await say(stage, paint.bold(`? ${forgotten.question}`));
  await say(
    stage,
    foundNothing(answer)
      ? paint.dim("  (empty: nothing in memory answers that)")
      : proseText(answer, paint, width, "  "),
  );
  return JSON.stringify(answer).includes(forgotten.bytes);
}

/** How often a text occurs in a file. */
export interface BytesFound {
  readonly file: string;
  /** Size in bytes; `null` if there is no such file. */
  readonly bytes: number | null;
  /** How often the text occurs, in upper and lower case. */
  readonly times: number;
}

/** Searches the files of a database. */
function findBytes(path: string, text: string): Promise<BytesFound[]> {
  return Promise.all([path, `${path}-wal`, `${path}-shm`].map((file) => findIn(file, text)));
}

async function findIn(file: string, text: string): Promise<BytesFound> {
  const name = basename(file);
  try {
    const content = await readFile(file);
    // latin1 maps each byte to one character, so nothing is lost and case can be folded.
    const times = content.toString("latin1").toLowerCase().split(text.toLowerCase()).length - 1;
    return { file: name, bytes: content.length, times };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return { file: name, bytes: null, times: 0 };
  }
}

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
