/** Saves one version of a file, in one write transaction: all of it or nothing. */

import type { Scope } from "../../../contract/scope.js";
import { fileBytes, sourceBytes } from "../../formats/sizes.js";
import { type AuditEntry, createdEntry, endedEntry, rememberedEntry } from "../../shared/audit-chain.js";
import { limitPassed } from "../../shared/limits.js";
import type { FileChange, FileOutcome, NewFilePassage, Place, StoredFile } from "../../store.js";
import { usageOf } from "../database/store-row.js";
import { groupBy } from "../reading/group-by.js";
import { currentByDigest, type FileRow, fileById, findFile } from "../reading/known.js";
import { textsOf } from "../reading/reading.js";
import { addWords, type IndexedPassage, removeWords } from "../reading/words/word-index.js";
import { conclude } from "./conclude.js";
import type { Staging } from "./staging.js";
import {
  addPassages,
  addSource,
  countScope,
  ensureScope,
  storesVectors,
  textBytes,
  vectorBytes,
  type Writing,
} from "./writing.js";

/** A version of a file, its staged passages, and the labels that it is saved under. */
export interface StagedChange {
  readonly change: FileChange;
  readonly staging: Staging;
  readonly labels: Scope | null;
}

/** Saves a version. Roll back unless the outcome is "saved". */
export async function saveFile(
  writing: Writing,
  { change, staging, labels }: StagedChange,
): Promise<FileOutcome> {
  const { tx, row } = writing;
  const before = await fileById(tx, change.file.id);
  if (!(await isAsExpected(writing, change, before))) return { outcome: "conflict" };
  const used = usageOf(row);
  const { scope, bytes: ofScope } = await ensureScope(writing, labels);
  const { file, bytes: ofFile, words: renamed } = await writeFileRow(writing, change, { before, scope });
  const added = await addAll(writing, { change, staging, labels }, file);
  const ended = before === undefined ? [] : await endMissing(writing, change, { file, added });
  const storage = ofScope + ofFile + added.bytes + added.embeddingBytes;
  const { usage, limits, at, actor } = change;
  const limit = limitPassed(used, limits, { storage, spendMicros: usage.spendMicros });
  if (limit !== undefined) return { outcome: "refused", limit, usage: used };
  const fileWords = added.words + renamed;
  countScope(writing, scope, { passages: 0, words: 0, filePassages: added.count, fileWords });
  const entries = [rememberedEntry(scope), ...added.entries, ...ended.flat()];
  const total = await conclude(writing, { by: { at, actor }, entries, usage, storage });
  return {
    outcome: "saved",
    saved: {
      addedBytes: storage,
      embeddingBytes: added.embeddingBytes,
      usage: total,
      created: added.count,
      textBytes: added.textBytes,
      ended: ended.length,
    },
  };
}

async function isAsExpected(
  { tx, view }: Writing,
  { file, expects }: FileChange,
  before: FileRow | undefined,
): Promise<boolean> {
  const scope = await view.writesTo();
  if (expects !== null) return before?.digest === expects && before.scope === scope;
  return before === undefined && (await findFile(tx, { ...file, id: undefined }, scope)) === undefined;
}

/**
 * Writes the row of the file.
 *
 * @returns also the index words that a new name adds to its passages
 */
async function writeFileRow(
  writing: Writing,
  { file }: FileChange,
  { before, scope }: { readonly before: FileRow | undefined; readonly scope: number },
): Promise<{ readonly file: FileRow; readonly bytes: number; readonly words: number }> {
  if (before === undefined)
    return { file: await addFile(writing, file, scope), bytes: fileBytes(file), words: 0 };
  // Cached passages contain the file's name, and this version may also end some of them.
  writing.numbers.edits += 1;
  await writing.tx.rows(
    "update files set name = $3, media_type = $4, digest = $5 where store_id = $1 and id = $2",
    [before.row, file.name, file.mediaType, file.digest],
  );
  const changed = { ...file, row: before.row, scope: before.scope };
  const words = file.name === before.name ? 0 : await reindex(writing, before, file.name);
  return { file: changed, bytes: fileBytes(changed) - fileBytes(before), words };
}

/** Adds the row of a file. */
export async function addFile({ tx, numbers }: Writing, file: StoredFile, scope: number): Promise<FileRow> {
  numbers.last_file += 1;
  const row = numbers.last_file;
  await tx.rows(
    "insert into files (store_id, id, uuid, name, media_type, digest, scope) values ($1, $2, $3, $4, $5, $6, $7)",
    [row, file.id, file.name, file.mediaType, file.digest, scope],
  );
  return { ...file, row, scope };
}

/** Indexes all passages of a renamed file again, since the name is among their words. */
async function reindex({ tx, row }: Writing, before: FileRow, name: string): Promise<number> {
  const passages = await textsOf(tx, "p.file = $2", [before.row]);
  const was = await tx.row<{ words: number }>(
    "select coalesce(sum(word_count), 0)::bigint as words from passages where store_id = $1 and file = $2",
    [before.row],
  );
  for (const some of inParts(passages)) {
    await removeWords(
      tx,
      row,
      some.map((passage) => ({ ...passage, fileName: before.name })),
    );
  }
  const renamed = passages.map((passage) => ({ ...passage, fileName: name }));
  return (await writeWords({ tx, row }, renamed)) - was!.words;
}

/** Adds passages to the word index, and counts their words again. @returns their number */
export async function writeWords(
  { tx, row }: Pick<Writing, "tx" | "row">,
  passages: readonly IndexedPassage[],
): Promise<number> {
  let sum = 0;
  for (const some of inParts(passages)) {
    const counts = await addWords(tx, row, some);
    await tx.rows(
      `update passages p set word_count = given.count from unnest($2::integer[], $3::integer[]) as given (id, count)
       where p.store_id = $1 and p.id = given.id`,
      [some.map(({ id }) => id), counts],
    );
    sum += counts.reduce((total, words) => total + words, 0);
  }
  return sum;
}

function inParts(passages: readonly IndexedPassage[]): (readonly IndexedPassage[])[] {
  const count = Math.ceil(passages.length / 1000);
  return Array.from({ length: count }, (_, at) => passages.slice(at * 1000, (at + 1) * 1000));
}

interface Added {
  readonly source: number | undefined;
  readonly count: number;
  readonly words: number;
  readonly bytes: number;
  readonly textBytes: number;
  readonly embeddingBytes: number;
  readonly entries: readonly AuditEntry[];
  /** The first new record at each position. It supersedes what was at that position before. */
  readonly successors: ReadonlyMap<string, string>;
}

async function addAll(writing: Writing, { change, staging }: StagedChange, file: FileRow): Promise<Added> {
  const successors = new Map<string, string>();
  const sum = { count: 0, words: 0, bytes: 0, textBytes: 0, embeddingBytes: 0, entries: [] as AuditEntry[] };
  let source: number | undefined;
  for await (const batch of batchesOf(writing, { change, staging })) {
    storesVectors(writing, batch);
    const fresh = await absentIn(writing, batch, { file, now: change.at });
    if (fresh.length === 0) continue;
    if (source === undefined) {
      source = addSource(writing, change.source, file.scope);
      sum.bytes += sourceBytes(change.source.id);
    }
    sum.count += fresh.length;
    sum.words += addPassages(writing, { source, scope: file.scope, file }, fresh).words;
    sum.bytes += textBytes(fresh);
    sum.textBytes += fresh.reduce((total, { text }) => total + Buffer.byteLength(text), 0);
    sum.embeddingBytes += vectorBytes(writing, fresh);
    for (const { records, place } of fresh) {
      sum.entries.push(...records.map((record) => createdEntry(record, file.scope)));
      const key = placeKey(place);
      if (key !== undefined && !successors.has(key)) successors.set(key, records[0]!.id);
    }
  }
  return { ...sum, source, successors };
}

async function* batchesOf(
  { tx }: Writing,
  { change, staging }: Pick<StagedChange, "change" | "staging">,
): AsyncGenerator<readonly NewFilePassage[]> {
  yield* staging.take(tx);
  yield change.passages;
}

/** The same text twice at one position of a file is saved once. */
async function absentIn(
  { tx, added }: Writing,
  passages: readonly NewFilePassage[],
  { file, now }: { readonly file: FileRow; readonly now: string },
): Promise<NewFilePassage[]> {
  if (passages.length === 0) return [];
  await added.flush(tx);
  const digests = passages.map(({ digest }) => digest);
  const present = new Set((await currentByDigest(tx, file.row, { digests, now })).keys());
  return passages.filter(({ digest }) => !present.has(digest) && present.add(digest));
}

/**
 * Ends the passages that the new version no longer has. Nothing is deleted: `as_of` still finds
 * them. @returns the audit entries of each ended passage
 */
async function endMissing(
  { tx, added: fresh }: Writing,
  change: FileChange,
  { file, added: { source, successors } }: { readonly file: FileRow; readonly added: Added },
): Promise<AuditEntry[][]> {
  await fresh.flush(tx);
  const missing = await tx.rows<Place & { readonly id: number; readonly said_at: number }>(
    `select id, page, heading, said_at from passages where store_id = $1 and file = $2
     and source <> $3 and id <> all($4::integer[]) order by id`,
    [file.row, source ?? 0, [...change.kept]],
  );
  const successorOf = (place: Place) => successors.get(placeKey(place) ?? "") ?? null;
  const rows = await tx.rows<{ passage: number; uuid: string; type: "file"; successor: string | null }>(
    `update records r set valid_to = given.valid_to, superseded_by = given.successor
     from unnest($2::integer[], $3::bigint[], $4::text[]) as given (passage, valid_to, successor)
     where r.store_id = $1 and r.passage = given.passage and r.superseded_by is null and r.valid_to is null
     returning r.passage, r.uuid, r.type, given.successor`,
    [
      missing.map(({ id }) => id),
      missing.map(({ said_at }) => Math.max(said_at, Date.parse(change.endedAt))),
      missing.map(successorOf),
    ],
  );
  const ended = groupBy(rows, ({ passage }) => passage);
  return missing.flatMap(({ id }) => {
    const own = ended.get(id);
    return own === undefined
      ? []
      : [own.map(({ uuid: id, type, successor }) => endedEntry({ id, type }, successor, file.scope))];
  });
}

function placeKey({ page, heading }: Place): string | undefined {
  return page === null && heading === null ? undefined : JSON.stringify([page, heading]);
}
