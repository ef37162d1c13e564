/** Saves one `remember` call, in one write transaction: all of it or nothing. */

import type { Scope } from "../../../contract/scope.js";
import { answerBytes, sourceBytes } from "../../formats/sizes.js";
import { type AuditEntry, createdEntry, endedEntry, rememberedEntry } from "../../shared/audit-chain.js";
import { limitPassed } from "../../shared/limits.js";
import type { Change, SaveOutcome } from "../../store.js";
import { usageOf } from "../database/store-row.js";
import { anyWithDigest, factIds, findAnswer } from "../reading/known.js";
import { countScope } from "../reading/scopes.js";
import type { View } from "../reading/view.js";
import { addAnswer, dropOldAnswers } from "./answers.js";
import {
  addPassages,
  addSource,
  conclude,
  ensureScope,
  storesVectors,
  textBytes,
  vectorBytes,
  type Writing,
} from "./writing.js";

/** Saves a change. Roll back unless the outcome is "saved". */
export async function save(writing: Writing, change: Change, labels: Scope | null): Promise<SaveOutcome> {
  const { tx, view, row } = writing;
  const { at, passages, idempotency, source, usage, limits } = change;
  storesVectors(writing, passages);
  const known = idempotency && (await findAnswer(view, idempotency.key, at));
  if (known !== undefined) return { outcome: "replayed", answer: known };
  if (!(await isAsExpected(view, change))) return { outcome: "conflict" };
  const before = usageOf(row);
  const { scope, bytes: ofScope } = await ensureScope(writing, labels);
  const embeddingBytes = vectorBytes(writing, passages);
  const ofSource = passages.length === 0 ? 0 : sourceBytes(source.id);
  const texts = ofScope + ofSource + textBytes(passages) + embeddingBytes;
  // The stored answer contains the added bytes, its own included. Those few digits are not counted.
  const payload = idempotency?.answer({ addedBytes: texts, embeddingBytes, usage: before });
  const ofAnswer = idempotency === undefined ? 0 : answerBytes({ key: idempotency.key, payload: payload! });
  const addedBytes = texts + ofAnswer;
  const limit = limitPassed(before, limits, { storage: addedBytes, spendMicros: usage.spendMicros });
  if (limit !== undefined) return { outcome: "refused", limit, usage: before };
  if (passages.length > 0) {
    const owner = { source: await addSource(writing, source, scope), scope, file: null };
    const words = await addPassages(writing, owner, passages);
    await countScope(tx, scope, { passages: passages.length, words, filePassages: 0, fileWords: 0 });
  }
  const closed = await close(writing, change);
  if (closed === undefined) return { outcome: "conflict" };
  const created = passages.flatMap(({ records }) => records.map((record) => createdEntry(record, scope)));
  const storage = addedBytes - (await dropOldAnswers(tx, at, { scope, key: idempotency?.key }));
  const total = await conclude(writing, {
    by: change,
    entries: [rememberedEntry(scope), ...created, ...closed],
    usage,
    storage,
  });
  const saved = { addedBytes, embeddingBytes, usage: total };
  if (idempotency !== undefined) {
    const { key, answer, recordIds } = idempotency;
    await addAnswer(tx, { scope, key }, { payload: answer(saved), bytes: ofAnswer, at, recordIds });
  }
  return { outcome: "saved", saved };
}

async function isAsExpected(view: View, { at, expects }: Change): Promise<boolean> {
  const stored = await factIds(view, expects.facts, at);
  const areSame = expects.facts.every(({ recordIds }, index) => {
    const ids = stored.get(index) ?? [];
    return ids.length === new Set(recordIds).size && ids.every((id) => recordIds.includes(id));
  });
  return areSame && !(await anyWithDigest(view, expects.absentDigests, at));
}

/** Ends records. @returns `undefined` if one no longer exists, or something else superseded it */
async function close({ tx }: Writing, { closings }: Change): Promise<AuditEntry[] | undefined> {
  const entries: AuditEntry[] = [];
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
