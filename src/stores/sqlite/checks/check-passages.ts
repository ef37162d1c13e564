/** One walk over all passages with their records: texts against checksums and digests, names and metadata against what they are found by, and what must be counted. */

import { filePassageDigest, passageDigest } from "../../../hashing/digest.js";
import { passageWords } from "../../../text/words.js";
import type { Connection } from "../database/connection.js";
import { toIso } from "../database/times.js";
import { addEntries, entriesOf } from "../tables/metadata-entries.js";
import type { NameTable } from "../tables/name-table.js";
import { type PassageRow, type PassageTable, passageRowBytes, toMentions } from "../tables/passage-table.js";
import type { RecordRow } from "../tables/record-row.js";
import { type RecordTable, rowBytes } from "../tables/record-table.js";
import { passageChecksum, recordChecksum } from "./checksum.js";
import { Finding } from "./finding.js";

/** What has passages and their names. */
export interface WalkTables {
  readonly names: NameTable;
  readonly passages: PassageTable;
  readonly records: RecordTable;
}

/** Passages that are looked at in a step: some milliseconds. */
const lookedAt = 128;

/** What the passages of a scope come to. */
export interface Counted {
  passages: number;
  words: number;
  filePassages: number;
  fileWords: number;
}

/** What the walk comes to. */
export interface Walked {
  readonly texts: Finding;
  readonly names: Finding;
  readonly metadata: Finding;
  /** By the number of their scope. */
  readonly counted: Map<number, Counted>;
  /** What passages and records count to the storage. */
  bytes: number;
  /** A number for the index words of each passage: see {@link wordSum}. */
  readonly wordSums: Map<number, number>;
}

export interface WalkParts {
  readonly connection: Connection;
  readonly tables: WalkTables;
}

/** Each step runs inside a read. */
export function* walkPassages(parts: WalkParts): Generator<undefined, Walked> {
  const walked: Walked = {
    texts: new Finding("texts"),
    names: new Finding("names"),
    metadata: new Finding("metadata"),
    counted: new Map(),
    bytes: 0,
    wordSums: new Map(),
  };
  let entries = 0;
  for (const some of passagesIn(parts)) {
    for (const row of some) entries += look(row, walked, parts);
    yield;
  }
  const kept = parts.connection.column<[], number>("select count(*) from metadata_entries").get() ?? 0;
  const surplus = kept - entries + walked.metadata.wrong;
  if (surplus > 0) walked.metadata.add(`${surplus} entries of no record`, surplus);
  return walked;
}

/** Makes what passages are found by anew: their names and metadata. Runs inside a write transaction. */
export function repairNamesAndMetadata(parts: WalkParts): void {
  const { connection, tables } = parts;
  connection.database.exec("delete from names; delete from metadata_entries");
  for (const some of passagesIn(parts))
    for (const row of some) {
      const records = tables.records.ofPassage(row.id);
      tables.names.add(row.id, namesOf(row, records));
      for (const { metadata } of records) addEntries(connection, row.id, metadata);
    }
}

function* passagesIn({ connection, tables }: WalkParts): Generator<PassageRow[]> {
  const next = connection.column<[number, number], number>(
    "select id from passages where id > ? order by id limit ?",
  );
  for (let after = 0; ; ) {
    const ids = next.all(after, lookedAt);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids.flatMap((id) => tables.passages.get(id) ?? []);
    after = last;
  }
}

/** @returns how many entries its metadata must have */
function look(row: PassageRow, walked: Walked, { connection, tables }: WalkParts): number {
  const { texts, names, metadata } = walked;
  const records = tables.records.ofPassage(row.id);
  const sums = checksumsOf(connection, row.id);
  texts.looked += 1;
  names.looked += 1;
  metadata.looked += 1;
  if (!isAsKept(row, sums.passage)) texts.add(`passage ${row.id}`);
  for (const record of records) {
    const sum = sums.records.get(record.id) ?? null;
    if (sum !== null && sum !== recordChecksum(record)) texts.add(`record ${record.uuid}`);
  }
  if (!tables.names.isOf(row.id, namesOf(row, records))) names.add(`passage ${row.id}`);
  const entries = new Set(records.flatMap((record) => entriesOf(connection, row.id, record.metadata)));
  const missing = entries.size - entriesKept(connection, row.id, records);
  if (missing > 0) metadata.add(`passage ${row.id}`, missing);
  count(row, walked);
  walked.bytes += passageRowBytes(row) + records.reduce((sum, record) => sum + rowBytes(record), 0);
  return entries.size;
}

function count(row: PassageRow, { counted, wordSums }: Walked): void {
  const words = passageWords(row);
  const of = counted.get(row.scope) ?? { passages: 0, words: 0, filePassages: 0, fileWords: 0 };
  counted.set(row.scope, of);
  if (row.file === null) {
    of.passages += 1;
    of.words += words.length;
  } else {
    of.filePassages += 1;
    of.fileWords += words.length;
  }
  wordSums.set(row.id, wordSum(words));
}

/** A passage that a version before kept has no checksum; its digest is of the text without case, marks and spaces. */
function isAsKept(row: PassageRow, sum: number | null): boolean {
  if (sum !== null) return sum === passageChecksum(row);
  if (row.file === null) return row.digest === passageDigest(row);
  const { text, page, heading, speaker } = row;
  // Whether the file itself gave the time is not kept.
  return [null, toIso(row.said_at)].some(
    (at) => row.digest === filePassageDigest({ text, page, heading, speaker, at }),
  );
}

interface Checksums {
  readonly passage: number | null;
  readonly records: ReadonlyMap<number, number | null>;
}

function checksumsOf(connection: Connection, passage: number): Checksums {
  const own = connection
    .column<[number], number | null>("select checksum from passages where id = ?")
    .get(passage);
  const rows = connection
    .statement<[number], { id: number; checksum: number | null }>(
      "select id, checksum from records where passage = ?",
    )
    .all(passage);
  return { passage: own ?? null, records: new Map(rows.map(({ id, checksum }) => [id, checksum])) };
}

function entriesKept(connection: Connection, passage: number, records: readonly RecordRow[]): number {
  const kept = records.flatMap(({ metadata }) => entriesOf(connection, passage, metadata, true));
  return new Set(kept).size;
}

function namesOf({ speaker, mentions }: PassageRow, records: readonly RecordRow[]): (string | null)[] {
  return [speaker, ...toMentions(mentions), ...records.map(({ entity }) => entity)];
}

/** A number of some words in whatever order, each once: what two sets differ in shows in their numbers (FNV-1a, summed). */
export function wordSum(words: Iterable<string>): number {
  let sum = 0;
  for (const word of new Set(words)) sum = (sum + hashOf(word)) >>> 0;
  return sum;
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
