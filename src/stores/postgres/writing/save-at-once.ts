/**
 * Saves what most `remember` calls change in one round trip, without waiting for other writers: new
 * passages, if the store is still as the call has seen it.
 */
import { limitPassed } from "../../shared/limits.js";
import type { Change, SaveOutcome, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { type StoreRow, usageOf } from "../database/store-row.js";
import { answerKeptMs } from "../reading/known.js";
import { noScope } from "../reading/scopes.js";
import { concluded } from "./conclude.js";
import { addAll, bytesOf } from "./save.js";
import { type Additions, additionsTo } from "./writing.js";

/** A change, and the store that it was decided on. */
export interface SeenChange {
  readonly change: Change;
  /** The row of the store, as the call has seen it with everything that the change relies on. */
  readonly row: StoreRow;
  readonly embedder: VectorSpace;
}

/** What was saved. */
export interface SavedAtOnce {
  readonly outcome: SaveOutcome;
  readonly saving: Additions;
}

/**
 * Saves a change without labels. Returns `undefined`, and saves nothing, if the store has changed,
 * or if the change needs more than new rows: then it must be saved under the lock of the store.
 */
export async function saveAtOnce(
  connection: Connection,
  { change, row, embedder }: SeenChange,
): Promise<SavedAtOnce | undefined> {
  const { passages, closings, idempotency, usage, limits, at } = change;
  if (idempotency !== undefined || closings.length > 0 || passages.length === 0) return undefined;
  if (row.move !== null || row.copying !== null) return undefined;
  const saving = additionsTo(row, embedder);
  const { addedBytes, embeddingBytes } = bytesOf(saving, change);
  const added = { storage: addedBytes, spendMicros: usage.spendMicros };
  if (limitPassed(usageOf(row), limits, added) !== undefined) return undefined;
  const entries = addAll(saving, change, noScope);
  const conclusion = concluded(saving, { by: change, entries, usage, storage: addedBytes });
  const answers_until = Date.parse(at) - answerKeptMs;
  const given = JSON.stringify({ ...conclusion, seen: stateOf(row), answers_until });
  const totals = await connection.call<Parameters<typeof usageOf>[0]>("save", "save_unchanged", given);
  if (totals === null) return undefined;
  return {
    outcome: { outcome: "saved", saved: { addedBytes, embeddingBytes, usage: usageOf(totals) } },
    saving,
  };
}

/** Returns what must be unchanged: every write of records changes the end of the audit trail. */
function stateOf(row: StoreRow) {
  const { salt, embedder_id, dimensions, storage_used, spend_micros, audit_seq, audit_hash } = row;
  const { last_source, last_file, last_passage, last_record, last_scope } = row;
  const { scopes, erasures, edits, last_rule } = row;
  const numbers = { last_source, last_file, last_passage, last_record, last_scope };
  const counts = { scopes, erasures, edits, last_rule, storage_used, spend_micros };
  return { salt, embedder_id, dimensions, ...numbers, ...counts, audit_seq, audit_hash };
}
