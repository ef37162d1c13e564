/**
 * Checks the file with SQLite's own integrity check of every table and index, and checks all
 * references between rows.
 */

import type { Connection } from "../database/connection.js";
import { plainDriver } from "../database/plain-drivers.js";
import { Statements } from "../database/statements.js";
import { migrate } from "../schema/migrations.js";
import { Finding } from "./finding.js";

/** Messages about an index that does not agree with its table. Such an index can be rebuilt. */
const aboutIndex = /missing from index|wrong # of entries in index|non-unique entry in index/;

/** Checks the tables and indexes, one table per step. */
export function* checkFile(connection: Connection): Generator<undefined, Finding> {
  const finding = new Finding("file");
  const present = schemaOf(connection);
  for (const part of newSchema()) if (!present.has(part)) finding.add(`there is no ${part}`);
  const tables = connection
    .column<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all();
  for (const table of tables) {
    yield;
    finding.looked += 1;
    const messages = connection.column<[], string>(`pragma integrity_check("${table}")`).all();
    for (const message of messages) if (message !== "ok") finding.add(message);
  }
  return finding;
}

/**
 * Returns every table, index, trigger and column of a store. A file with a damaged schema still
 * opens, and fails later where the missing part is used. The columns of a virtual table cannot be
 * listed if its definition is damaged, so the text of that of FTS5 is returned; `check-vectors`
 * checks those of sqlite-vec, which are not the same in each store.
 */
function schemaOf(database: Pick<Statements, "column">): Set<string> {
  return new Set(
    database
      .column<[], string>(
        `select type || ' ' || name from sqlite_schema
         union all select 'definition ' || sql from sqlite_schema where name = 'words'
         union all select 'column ' || s.name || '.' || c.name from sqlite_schema s join pragma_table_info(s.name) c
         where s.type = 'table' and s.sql not like 'create virtual table %'`,
      )
      .all(),
  );
}

/** The schema of a new store, made at the first check of a process: that takes some 20 ms. */
let ofNewStore: ReadonlySet<string> | undefined;

/** Returns the schema of a new store. */
function newSchema(): ReadonlySet<string> {
  ofNewStore ??= readNewSchema();
  return ofNewStore;
}

function readNewSchema(): Set<string> {
  const database = plainDriver.open(":memory:");
  try {
    migrate(database, 0, { at: new Date(0) });
    return schemaOf(new Statements(database));
  } finally {
    database.close();
  }
}

/** Rebuilds indexes that do not agree with their tables. Call it inside a write transaction. */
export function repairFile(connection: Connection, examples: readonly string[]): void {
  if (examples.some((message) => aboutIndex.test(message))) connection.database.exec("reindex");
}

/**
 * Queries for rows that must not exist, or must not exist without another row. Each returns numbers
 * or ids.
 */
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

/** Checks the references, one kind per step. */
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
