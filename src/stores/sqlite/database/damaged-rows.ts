/**
 * Finds values that cannot be in an intact store. A flipped byte of a row can change the type of a
 * column, or a time. Nothing fails where such a row is read: some code fails later, with an error
 * that says nothing about the file. So after such an error the rows are looked at.
 */
import type { SqlDatabase } from "./sql-database.js";

/** Tables whose rows code outside the store computes with. */
const tables = ["passages", "records", "sources", "files"];
/** The largest time that a `Date` can have, in milliseconds. No column has a larger number. */
const latestMs = 8_640_000_000_000_000;

/** Returns true if a column has a value of another type, or a time that is none. Reads all rows. */
export function hasDamagedRows(database: SqlDatabase): boolean {
  return tables.some((table) => {
    const conditions = database
      .prepare<[string], string>(
        `select 'typeof("' || name || '") not in (''null'', ''' || lower(type) || ''') or typeof("' || name
           || '") = ''integer'' and abs("' || name || '") > ${latestMs}'
         from pragma_table_info(?) where lower(type) in ('text', 'integer')`,
      )
      .pluck()
      .all(table) as string[];
    const sql = `select 1 from "${table}" where ${conditions.join(" or ")} limit 1`;
    return database.prepare(sql).get() !== undefined;
  });
}
