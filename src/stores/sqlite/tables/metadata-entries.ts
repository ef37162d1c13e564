/**
 * An index of metadata by key and value: which passages have a record with a value. Filters find
 * passages here instead of reading all metadata. Only `metadata-filter` decides what a condition
 * means: this index may return too many passages, but never too few. Records without metadata have
 * no row.
 *
 *   key      value                        passage
 *   topic    "boats"                      17         one row per element of an array; none for null
 *   tags     x'02'                        17         an empty array
 *   open     x'01'                        17         booleans, distinct from numbers
 *   note     "the first 64 characters…"   17         a longer text
 */
import type { Metadata } from "../../../contract/record.js";
import type { Connection } from "../database/connection.js";

/**
 * Number of characters of a text that are indexed, enough to distinguish most texts. The record has
 * all of it.
 */
export const entryLength = 64;

/** A value in the index. SQLite orders numbers before texts, and texts before bytes. */
export type EntryValue = number | string | Buffer;

/**
 * SQL for the index rows of one record, shared by migrations and writes. Parameters: `metadata`, a
 * JSON text, and `passage`.
 */
const rows = `
  select k.key,
    case v.type when 'text' then substr(v.value, 1, ${entryLength})
      when 'true' then x'01' when 'false' then x'00' when 'object' then x'02' else v.value end,
    @passage
  from json_each(@metadata) k, json_each(
    case k.type when 'array' then iif(k.value = '[]', '[{}]', k.value)
      when 'true' then '[true]' when 'false' then '[false]' else json_array(k.value) end) v
  where v.type <> 'null'`;

/** Adds the index rows of one record. */
export function addEntries(connection: Connection, passage: number, metadata: string | null): void {
  if (metadata === null) return;
  connection
    .statement(`insert or ignore into metadata_entries (key, value, passage) ${rows}`)
    .run({ metadata, passage });
}

/** Removes the index rows of one record. */
export function removeEntries(connection: Connection, passage: number, metadata: string | null): void {
  if (metadata === null) return;
  connection
    .statement(`delete from metadata_entries where (key, value, passage) in (${rows})`)
    .run({ metadata, passage });
}

/**
 * Returns the index rows of one record as texts; with `onlyStored`, only those that the index has.
 */
export function entriesOf(
  connection: Connection,
  passage: number,
  metadata: string | null,
  onlyStored = false,
): string[] {
  if (metadata === null) return [];
  const where = onlyStored
    ? "where (key, value, passage) in (select key, value, passage from metadata_entries)"
    : "";
  return connection
    .column<[object], string>(
      `with entries (key, value, passage) as (${rows})
       select distinct json_array(key, typeof(value), iif(typeof(value) = 'blob', hex(value), value)) from entries ${where}`,
    )
    .all({ metadata, passage });
}

/** Counts the rows that still contain metadata of an erased record. */
export function entryResidue(connection: Connection, passage: number, metadata: string | null): number {
  if (metadata === null) return 0;
  return (
    connection
      .column<[object], number>(
        `select count(*) from metadata_entries where (key, value, passage) in (${rows})`,
      )
      .get({ metadata, passage }) ?? 0
  );
}

/** Returns the indexed form of a scalar. */
export function entryValue(scalar: Exclude<Metadata[string], unknown[] | null>): EntryValue {
  if (typeof scalar === "boolean") return Buffer.of(scalar ? 1 : 0);
  return typeof scalar === "string" ? entryText(scalar) : scalar;
}

/** Returns the part of a text that is indexed. */
export function entryText(text: string): string {
  return text.length <= entryLength
    ? text
    : [...text.slice(0, 2 * entryLength)].slice(0, entryLength).join("");
}
