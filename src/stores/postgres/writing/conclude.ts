/**
 * Completes a write: saves the added rows, the audit rows, and the store's row in one statement.
 */
import type { Usage } from "../../../accounts/meter.js";
import type { AuditEntry } from "../../shared/audit-chain.js";
import type { UsageDelta } from "../../store.js";
import { usageOf } from "../database/store-row.js";
import { appendAudit } from "./audit.js";
import type { Additions, Writing } from "./writing.js";

/** The values that end a write. */
export interface Conclusion {
  readonly by: { readonly at: string; readonly actor: string };
  readonly entries: readonly AuditEntry[];
  readonly usage: UsageDelta;
  /** Bytes added. */
  readonly storage: number;
}

/**
 * Completes a write in one statement: saves the added rows, the audit rows, the contents of scopes,
 * and the store's row. @returns the new totals
 */
export async function conclude(writing: Writing, conclusion: Conclusion): Promise<Usage> {
  const totals = await writing.tx.row<Parameters<typeof usageOf>[0]>("select * from conclude($1, $2::json)", [
    JSON.stringify(concluded(writing, conclusion)),
  ]);
  return usageOf(totals!);
}

/** Returns what the function `conclude` of the schema saves. Empties the collection of rows. */
export function concluded(
  { row, numbers, added, counts }: Additions,
  { by, entries, usage, storage }: Conclusion,
): Readonly<Record<string, unknown>> {
  const end = appendAudit(added, row, { by, entries });
  const { requests, tokens, spendMicros: spend_micros } = usage;
  const scopes = [...counts].map(([id, { passages, words, filePassages, fileWords }]) => {
    return { id, passages, words, file_passages: filePassages, file_words: fileWords };
  });
  const store = { ...numbers, ...end, requests, tokens, spend_micros, storage };
  return { ...added.take(), scopes, store };
}
