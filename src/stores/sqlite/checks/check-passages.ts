/**
 * Walks over all passages with their records once. It compares texts with checksums and digests,
 * and names and metadata with their indexes, and it counts what the totals must be. The keyword
 * index is then compared with the words that it counted.
 */
import { filePassageDigest, passageDigest } from "../../../hashing/digest.js";
import { passageWords } from "../../../text/words.js";
import { toIso } from "../../formats/times.js";
import type { Connection } from "../database/connection.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import { addEntries, entriesOf } from "../tables/metadata-entries.js";
import type { NameTable } from "../tables/name-table.js";
import { type PassageRow, type PassageTable, passageRowBytes, toMentions } from "../tables/passage-table.js";
import type { RecordRow } from "../tables/record-row.js";
import { type RecordTable, rowBytes } from "../tables/record-table.js";
import { passageChecksum, recordChecksum } from "./checksum.js";
import { Finding } from "./finding.js";

/** The tables that the walk reads. */
export interface WalkTables {
  readonly names: NameTable;
  readonly passages: PassageTable;
  readonly records: RecordTable;
}

/** Number of passages to check in one step: some milliseconds. */
const passagesPerStep = 128;

/** The counts of one scope. */
export interface Counted {
  passages: number;
  words: number;
  filePassages: number;
  fileWords: number;
}

/** The results of the walk. */
export interface Walked {
  readonly texts: Finding;
  readonly names: Finding;
  readonly metadata: Finding;
  /** Counts by scope number. */
  readonly counted: Map<number, Counted>;
  /** Bytes of `storage_used` for passages and records. */
  bytes: number;
  /** A hash of the index words of each passage: see {@link wordSum}. */
  readonly wordSums: Map<number, number>;
}

/** The parts that the walk uses. */
export interface WalkParts {
  readonly connection: Connection;
  readonly tables: WalkTables;
}

/** Checks all passages. Run each step inside a read transaction. */
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
    for (const row of some) entries += checkPassage(row, walked, parts);
    yield;
  }
  const stored = parts.connection.column<[], number>("select count(*) from metadata_entries").get() ?? 0;
  const surplus = stored - entries + walked.metadata.wrong;
  if (surplus > 0) walked.metadata.add(`${surplus} entries of no record`, surplus);
  return walked;
}

/** Rebuilds the indexes of names and metadata. Call it inside a write transaction. */
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
    "select id from passages where id > ? order by id limit cast(? as integer)",
  );
  for (let after = 0; ; ) {
    const ids = next.all(after, passagesPerStep);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids.flatMap((id) => tables.passages.get(id) ?? []);
    after = last;
  }
}

/** Checks one passage. @returns the number of index rows that its metadata must have */
function checkPassage(row: PassageRow, walked: Walked, { connection, tables }: WalkParts): number {
  const { texts, names, metadata } = walked;
  const records = tables.records.ofPassage(row.id);
  const sums = checksumsOf(connection, row.id);
  texts.looked += 1;
  names.looked += 1;
  metadata.looked += 1;
  if (!isUnchanged(row, sums.passage)) texts.add(`passage ${row.id}`);
  for (const record of records) {
    const sum = sums.records.get(record.id) ?? null;
    if (sum !== null && sum !== recordChecksum(record)) texts.add(`record ${record.uuid}`);
  }
  if (!tables.names.isOf(row.id, namesOf(row, records))) names.add(`passage ${row.id}`);
  const entries = new Set(records.flatMap((record) => entriesOf(connection, row.id, record.metadata)));
  const missing = entries.size - entriesStored(connection, row.id, records);
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

/**
 * Returns true if a passage has not changed since it was saved. A passage that an older version
 * saved has no checksum; its digest ignores case, accents and spaces.
 */
function isUnchanged(row: PassageRow, sum: number | null): boolean {
  if (sum !== null) return sum === passageChecksum(row);
  if (row.file === null) return row.digest === passageDigest(row);
  const { text, page, heading, speaker } = row;
  // The store does not record whether the time came from the file itself.
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

function entriesStored(connection: Connection, passage: number, records: readonly RecordRow[]): number {
  const stored = records.flatMap(({ metadata }) => entriesOf(connection, passage, metadata, true));
  return new Set(stored).size;
}

function namesOf({ speaker, mentions }: PassageRow, records: readonly RecordRow[]): (string | null)[] {
  return [speaker, ...toMentions(mentions), ...records.map(({ entity }) => entity)];
}

/**
 * Returns a hash of a set of words, in any order and each counted once: the sum of their FNV-1a
 * hashes. Different sets have different sums with a high probability.
 */
function wordSum(words: Iterable<string>): number {
  let sum = 0;
  for (const word of new Set(words)) sum = (sum + hashOf(word)) >>> 0;
  return sum;
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/**
 * Compares the keyword index with the words of the passages, in both directions, for every word.
 * Run each step inside a read transaction.
 *
 * @param expected a hash of the words of each passage: see `wordSum`
 */
export function* checkWords(
  keywords: KeywordIndex,
  expected: ReadonlyMap<number, number>,
): Generator<undefined, Finding> {
  const finding = new Finding("words");
  const sums = new Map<number, number>();
  for (const { word, passages } of keywords.all()) {
    if (passages === undefined) {
      yield;
      continue;
    }
    const hash = wordSum([word]);
    for (const passage of passages) sums.set(passage, ((sums.get(passage) ?? 0) + hash) >>> 0);
  }
  for (const [passage, sum] of expected) {
    finding.looked += 1;
    if ((sums.get(passage) ?? 0) !== sum) finding.add(`passage ${passage}`);
    sums.delete(passage);
  }
  for (const passage of sums.keys()) finding.add(`words of passage ${passage}, which is gone`);
  return finding;
}
