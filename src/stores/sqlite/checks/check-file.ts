/** The file itself: SQLite's own look at every table and index, and at what refers to what. */
import Database from "better-sqlite3";
import type { Connection } from "../database/connection.js";
import { migrate } from "../database/migrations.js";
import { Finding } from "./finding.js";

/** How SQLite tells of an index that does not agree with its table: it can be made anew. */
const aboutIndex = /missing from index|wrong # of entries in index|non-unique entry in index/;

/** Each table in a step of its own. */
export function* checkFile(connection: Connection): Generator<undefined, Finding> {
  const finding = new Finding("file");
  const present = schemaOf(connection.database);
  for (const part of newSchema()) if (!present.has(part)) finding.add(`there is no ${part}`);
  const tables = connection
    .column<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all();
  for (const table of tables) {
    yield;
    finding.looked += 1;
    const said = connection.column<[], string>(`pragma integrity_check("${table}")`).all();
    for (const message of said) if (message !== "ok") finding.add(message);
  }
  return finding;
}

/**
 * Every table, index, trigger and column of a store. A damaged schema still opens, and fails where the part is asked for. The columns of sqlite-vec's tables can only be asked for
 * where it is loaded, and `check-vectors` looks at them.
 */
function schemaOf(database: Database.Database): Set<string> {
  return new Set(
    database
      .prepare<[], string>(
        `select type || ' ' || name from sqlite_schema
         union all select 'column ' || s.name || '.' || c.name from sqlite_schema s join pragma_table_info(s.name) c
         where s.type = 'table' and s.sql not like '% using vec0(%'`,
      )
      .pluck()
      .all() as string[],
  );
}

/** The schema of a store that was made just now. */
function newSchema(): Set<string> {
  const database = new Database(":memory:");
  try {
    migrate(database, 0, { at: new Date(0) });
    return schemaOf(database);
  } finally {
    database.close();
  }
}

/** Makes indexes anew that do not agree with their tables. Runs inside a write transaction. */
export function repairFile(connection: Connection, examples: readonly string[]): void {
  if (examples.some((message) => aboutIndex.test(message))) connection.database.exec("reindex");
}

/** Rows that must not be there, or must not be without another; each by its number or id. */
const orphans: Readonly<Record<string, string>> = {
  "a record without a passage": "select id from records where passage not in (select id from passages)",
  "a passage without a record": "select id from passages where id not in (select passage from records)",
  "a passage without a source": "select id from passages where source not in (select id from sources)",
  "a passage without its file":
    "select id from passages where file is not null and file not in (select id from files)",
  "a passage of a scope that is gone":
    "select id from passages where scope <> 0 and scope not in (select id from scopes)",
  "a source without a passage": "select id from sources where id not in (select source from passages)",
  "a file without a passage":
    "select id from files where id not in (select file from passages where file is not null)",
  "a name without a passage": "select passage from names where passage not in (select id from passages)",
  "an answer of a record that is gone":
    "select answer from answer_records where record not in (select id from records)",
};

/** Each kind in a step of its own. */
export function* checkReferences(connection: Connection): Generator<undefined, Finding> {
  const finding = new Finding("references");
  for (const [what, sql] of Object.entries(orphans)) {
    yield;
    finding.looked += 1;
    const found = connection.column<[], number>(`${sql} limit 1000`).all();
    for (const id of found) finding.add(`${what}: ${id}`);
  }
  return finding;
}
