/**
 * Metadata by key and value: which passages hold a record that says so. A filter finds its passages here instead of reading all metadata; what exactly a
 * condition means is decided by `metadata-filter` alone, so this only has to miss none. Records without metadata have no row.
 *
 *   key      value                        passage
 *   topic    "boats"                      17         a row for each element of an array; none for null
 *   tags     x'02'                        17         an array without elements
 *   open     x'01'                        17         booleans apart from numbers
 *   note     "the first 64 characters…"   17         of a longer text
 */
import type { Metadata } from "../../../contract/record.js";
import type { Connection } from "../database/connection.js";

/** Characters of a text that are kept here, enough to tell most apart: the record holds it whole. */
export const entryLength = 64;

/** What a value is kept as. SQLite orders numbers before texts, and texts before bytes. */
export type EntryValue = number | string | Buffer;

/** The rows of one record, in SQL, so that a migration and a write agree. Parameters `metadata`, a JSON text, and `passage`. */
const rows = `
  select k.key,
    case v.type when 'text' then substr(v.value, 1, ${entryLength})
      when 'true' then x'01' when 'false' then x'00' when 'object' then x'02' else v.value end,
    @passage
  from json_each(@metadata) k, json_each(
    case k.type when 'array' then iif(k.value = '[]', '[{}]', k.value)
      when 'true' then '[true]' when 'false' then '[false]' else json_array(k.value) end) v
  where v.type <> 'null'`;

export function addEntries(connection: Connection, passage: number, metadata: string | null): void {
  if (metadata === null) return;
  connection
    .statement(`insert or ignore into metadata_entries (key, value, passage) ${rows}`)
    .run({ metadata, passage });
}

export function removeEntries(connection: Connection, passage: number, metadata: string | null): void {
  if (metadata === null) return;
  connection
    .statement(`delete from metadata_entries where (key, value, passage) in (${rows})`)
    .run({ metadata, passage });
}

/** The rows of one record as texts; of them those that are there, where that is asked. */
export function entriesOf(
  connection: Connection,
  passage: number,
  metadata: string | null,
  areKept = false,
): string[] {
  if (metadata === null) return [];
  const those = areKept
    ? "where (key, value, passage) in (select key, value, passage from metadata_entries)"
    : "";
  return connection
    .column<[object], string>(
      `with entries (key, value, passage) as (${rows})
       select distinct json_array(key, typeof(value), iif(typeof(value) = 'blob', hex(value), value)) from entries ${those}`,
    )
    .all({ metadata, passage });
}

/** How many rows still tell of what a record said. */
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

/** A scalar as it is kept. */
export function entryValue(scalar: Exclude<Metadata[string], unknown[] | null>): EntryValue {
  if (typeof scalar === "boolean") return Buffer.of(scalar ? 1 : 0);
  return typeof scalar === "string" ? entryText(scalar) : scalar;
}

/** The part of a text that is kept. */
export function entryText(text: string): string {
  return text.length <= entryLength
    ? text
    : [...text.slice(0, 2 * entryLength)].slice(0, entryLength).join("");
}
