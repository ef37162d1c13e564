/** Deletes records with everything that is erased with them, in one write transaction. */

import type { Metadata } from "../../../contract/record.js";
import { bytesOfVector } from "../../formats/quantise.js";
import { fileBytes, passageBytes, recordBytes, sourceBytes } from "../../formats/sizes.js";
import type { Erasure, StoredFile } from "../../store.js";
import type { Transaction } from "../database/transaction.js";
import { groupBy } from "../reading/group-by.js";
import { textsOf } from "../reading/reading.js";
import { removeWords } from "../reading/words/word-index.js";
import {
  removeAllAnswers,
  removeAnswersOf,
  removeAnswersThatSay,
  removeEmptyScopes,
} from "../writing/answers.js";
import { conclude } from "../writing/conclude.js";
import { countScope, type Writing } from "../writing/writing.js";
import type { Going } from "./select.js";

/** What was deleted. */
export interface Removed {
  readonly ids: readonly string[];
  /** The numbers of the deleted passages. */
  readonly passages: readonly number[];
  readonly freedBytes: number;
}

/** Deletes records, which `closure` has completed. */
export async function remove(writing: Writing, going: readonly Going[], erasure: Erasure): Promise<Removed> {
  const { tx, view } = writing;
  const numbers = [...new Set(going.map(({ passage }) => passage))];
  const touched = [...new Set(going.map(({ scope }) => scope))];
  const ofAnswers = erasure.all
    ? await removeAllAnswers(tx, view.scopes)
    : await removeAnswersThatSay(tx, erasure.names ?? [], view.scopes);
  const ofTheirs = await removeAnswersOf(
    tx,
    going.map(({ id }) => id),
    touched,
  );
  const ofRows = await removeRows(writing, numbers);
  const orphaned = touched.filter((scope) => scope !== 0);
  const ofOrphans = await removeAnswersOfEmpty(tx, orphaned);
  const ofScopes = await removeEmptyScopes(writing, [...new Set([...orphaned, ...(view.scopes ?? [])])]);
  const freedBytes = ofAnswers + ofTheirs + ofRows + ofOrphans + ofScopes;
  const { operation, reason } = erasure;
  const entries = going.map(({ uuid, type, scope }) => ({
    operation,
    recordId: uuid,
    recordType: type,
    reason,
    scope,
  }));
  if (freedBytes > 0) {
    // Caches of every process are dropped.
    writing.numbers.erasures += 1;
    writing.numbers.edits += 1;
  }
  await conclude(writing, { by: erasure, entries, usage: erasure.usage, storage: -freedBytes });
  return { ids: going.map(({ uuid }) => uuid), passages: numbers, freedBytes };
}

interface RecordRow {
  readonly id: string;
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly trigger: string | null;
  readonly metadata: Metadata | null;
}

interface PassageRow {
  readonly source: number;
  readonly scope: number;
  readonly file: number | null;
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly digest: string;
  readonly mentions: readonly string[];
  readonly heading: string | null;
  readonly words: number;
  readonly embedded: boolean;
}

/** Deletes passages with their records, names, sources and files. @returns the bytes freed */
async function removeRows(writing: Writing, numbers: readonly number[]): Promise<number> {
  if (numbers.length === 0) return 0;
  const { tx, row } = writing;
  const records = await tx.rows<RecordRow>(
    `delete from records where store_id = $1 and passage = any($2::integer[])
     returning uuid as id, text, entity, property, value, applies_when as trigger, metadata`,
    [numbers],
  );
  await tx.rows("delete from names where store_id = $1 and passage = any($2::integer[])", [numbers]);
  await removeWords(tx, row, await textsOf(tx, "p.id = any($2::integer[])", [numbers]));
  const passages = await tx.rows<PassageRow>(
    `delete from passages where store_id = $1 and id = any($2::integer[])
     returning source, scope, file, text, prompt, speaker, digest, mentions, heading, word_count as words,
       embedding is not null as embedded`,
    [numbers],
  );
  uncount(writing, passages);
  const ofRecords = records.map((record) => recordBytes({ ...record, metadata: record.metadata ?? {} }));
  const vector = bytesOfVector(row.dimensions);
  const ofPassages = passages.map((one) => passageBytes(one) + (one.embedded ? vector : 0));
  const ofOwners = await removeOwners(tx, passages);
  return [...ofRecords, ...ofPassages].reduce((sum, bytes) => sum + bytes, ofOwners);
}

function uncount(writing: Writing, passages: readonly PassageRow[]): void {
  for (const [scope, some] of groupBy(passages, (one) => one.scope)) {
    const said = some.filter(({ file }) => file === null);
    const filed = some.filter(({ file }) => file !== null);
    const wordsOf = (rows: readonly PassageRow[]) => rows.reduce((sum, { words }) => sum + words, 0);
    countScope(writing, scope, {
      passages: -said.length,
      words: -wordsOf(said),
      filePassages: -filed.length,
      fileWords: -wordsOf(filed),
    });
  }
}

/** Deletes the sources and files that have no passage left. @returns the bytes freed */
async function removeOwners(tx: Transaction, passages: readonly PassageRow[]): Promise<number> {
  const sources = await tx.rows<{ uuid: string }>(
    `delete from sources s where store_id = $1 and id = any($2::integer[])
     and not exists (select 1 from passages p where p.store_id = $1 and p.source = s.id) returning uuid`,
    [[...new Set(passages.map(({ source }) => source))]],
  );
  const files = await tx.rows<StoredFile>(
    `delete from files f where store_id = $1 and id = any($2::integer[])
     and not exists (select 1 from passages p where p.store_id = $1 and p.file = f.id)
     returning uuid as id, name, media_type as "mediaType", digest`,
    [[...new Set(passages.flatMap(({ file }) => file ?? []))]],
  );
  const ofSources = sources.reduce((sum, { uuid }) => sum + sourceBytes(uuid), 0);
  return files.reduce((sum, file) => sum + fileBytes(file), ofSources);
}

/** Removes the answers of scopes that have no passage left. */
async function removeAnswersOfEmpty(tx: Transaction, scopes: readonly number[]): Promise<number> {
  if (scopes.length === 0) return 0;
  const empty = await tx.rows<{ id: number }>(
    `select s.id from scopes s where store_id = $1 and id = any($2::integer[])
     and not exists (select 1 from passages p where p.store_id = $1 and p.scope = s.id)`,
    [scopes],
  );
  return empty.length === 0
    ? 0
    : removeAllAnswers(
        tx,
        empty.map(({ id }) => id),
      );
}
