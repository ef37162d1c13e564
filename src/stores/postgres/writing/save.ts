/** Saves one `remember` call, in one write transaction: all of it or nothing. */

import type { Scope } from "../../../contract/scope.js";
import { answerBytes, sourceBytes } from "../../formats/sizes.js";
import { type AuditEntry, createdEntry, endedEntry, rememberedEntry } from "../../shared/audit-chain.js";
import { limitPassed } from "../../shared/limits.js";
import type { Change, SaveOutcome } from "../../store.js";
import { usageOf } from "../database/store-row.js";
import { lookUpBefore } from "../reading/expected.js";
import { addAnswer, dropOldAnswers } from "./answers.js";
import { conclude } from "./conclude.js";
import {
  type Additions,
  addPassages,
  addSource,
  countScope,
  ensureScope,
  storesVectors,
  textBytes,
  vectorBytes,
  type Writing,
} from "./writing.js";

/** Saves a change. Roll back unless the outcome is "saved". */
export async function save(writing: Writing, change: Change, labels: Scope | null): Promise<SaveOutcome> {
  const { tx, view, row } = writing;
  const { at, passages, idempotency, usage, limits } = change;
  storesVectors(writing, passages);
  const known = await lookUpBefore(view, change);
  if (known.answer !== undefined) return { outcome: "replayed", answer: known.answer };
  if (!known.isAsExpected) return { outcome: "conflict" };
  const before = usageOf(row);
  const { scope, bytes: ofScope } = await ensureScope(writing, labels);
  const { embeddingBytes, ...texts } = bytesOf(writing, change);
  const ofTexts = ofScope + texts.addedBytes;
  // The stored answer contains the added bytes, its own included. Those few digits are not counted.
  const payload = idempotency?.answer({ addedBytes: ofTexts, embeddingBytes, usage: before });
  const ofAnswer = idempotency === undefined ? 0 : answerBytes({ key: idempotency.key, payload: payload! });
  const addedBytes = ofTexts + ofAnswer;
  const limit = limitPassed(before, limits, { storage: addedBytes, spendMicros: usage.spendMicros });
  if (limit !== undefined) return { outcome: "refused", limit, usage: before };
  const created = addAll(writing, change, scope);
  const closed = await close(writing, change);
  if (closed === undefined) return { outcome: "conflict" };
  const dropped = known.hasOldAnswers
    ? await dropOldAnswers(writing, at, { scope, key: idempotency?.key })
    : 0;
  const entries = [...created, ...closed];
  const total = await conclude(writing, { by: change, entries, usage, storage: addedBytes - dropped });
  const saved = { addedBytes, embeddingBytes, usage: total };
  if (idempotency !== undefined) {
    const { key, answer, recordIds } = idempotency;
    await addAnswer(tx, { scope, key }, { payload: answer(saved), bytes: ofAnswer, at, recordIds });
  }
  return { outcome: "saved", saved };
}

/** Returns the bytes that the passages of a change take, with their vectors. */
export function bytesOf(writing: Additions, { passages, source }: Change) {
  const embeddingBytes = vectorBytes(writing, passages);
  const ofSource = passages.length === 0 ? 0 : sourceBytes(source.id);
  return { embeddingBytes, addedBytes: ofSource + textBytes(passages) + embeddingBytes };
}

/** Adds the passages of a change to a scope. @returns the entries of the audit trail */
export function addAll(writing: Additions, { passages, source }: Change, scope: number): AuditEntry[] {
  if (passages.length > 0) {
    const owner = { source: addSource(writing, source, scope), scope, file: null };
    const { words, vectors } = addPassages(writing, owner, passages);
    writing.vectors.push(...vectors);
    countScope(writing, scope, { passages: passages.length, words, filePassages: 0, fileWords: 0 });
  }
  const created = passages.flatMap(({ records }) => records.map((record) => createdEntry(record, scope)));
  return [rememberedEntry(scope), ...created];
}

/** Ends records. @returns `undefined` if one no longer exists, or something else superseded it */
async function close(
  { tx, numbers, added }: Writing,
  { closings }: Change,
): Promise<AuditEntry[] | undefined> {
  const entries: AuditEntry[] = [];
  if (closings.length === 0) return entries;
  numbers.edits += 1;
  // A record of this very change may be one of them.
  await added.flush(tx);
  for (const { recordId, validTo, supersededBy, formerSuccessor } of closings) {
    const closed = await tx.row<{ type: NonNullable<AuditEntry["recordType"]>; scope: number }>(
      `update records r set superseded_by = $4, valid_to = coalesce($3::bigint, valid_from,
         (select said_at from passages p where p.store_id = $1 and p.id = r.passage))
       where store_id = $1 and uuid = $2 and superseded_by is not distinct from $5::text returning type, scope`,
      [recordId, validTo === null ? null : Date.parse(validTo), supersededBy, formerSuccessor ?? null],
    );
    if (closed === undefined) return undefined;
    entries.push(endedEntry({ id: recordId, type: closed.type }, supersededBy, closed.scope));
  }
  return entries;
}
