/** Writes the rows of a copy to a new file: see `stores/copying`. Call it inside a write. */
import { canonicalScope, type Scope } from "../../../contract/scope.js";
import { passageWords } from "../../../text/words.js";
import type { CopiedPart, CopiedPassage, CopiedRecord, CopiedRows, StoreSummary } from "../../copying.js";
import { fromBlob } from "../../formats/quantise.js";
import { metadataJson } from "../../formats/sizes.js";
import { toIso } from "../../formats/times.js";
import { factKey } from "../../shared/names.js";
import { passageChecksum, recordChecksum } from "../checks/checksum.js";
import type { Connection } from "../database/connection.js";
import type { StoreTables } from "../open-parts.js";
import { addEntries } from "../tables/metadata-entries.js";

/** A store that a copy is written to. */
export interface Target {
  readonly connection: Connection;
  readonly tables: StoreTables;
}

type Writers = { readonly [Part in CopiedPart]: (to: Target, row: CopiedRows[Part]) => void };

/** Writes rows of a part. */
export function writeRows<Part extends CopiedPart>(
  target: Target,
  part: Part,
  rows: readonly CopiedRows[Part][],
): void {
  const write = writers[part];
  for (const row of rows) write(target, row);
}

const writers: Writers = {
  scopes: ({ connection }, row) => {
    const scope = JSON.parse(row.labels) as Scope;
    insert(connection, "scopes", { ...row, labels: canonicalScope(scope) });
    for (const label of Object.entries(scope))
      insert(connection, "scope_labels", { label: JSON.stringify(label), scope: row.id });
  },
  sources: ({ connection }, row) => insert(connection, "sources", row),
  files: ({ connection }, row) => insert(connection, "files", row),
  passages: writePassage,
  records: writeRecord,
  answers: ({ connection }, { records, ...row }) => {
    const answer = insert(connection, "answers", row);
    for (const record of records) insert(connection, "answer_records", { record, answer });
  },
  audit: ({ connection }, row) =>
    insert(connection, "audit", {
      ...row,
      previous_hash: Buffer.from(row.previous_hash, "hex"),
      hash: Buffer.from(row.hash, "hex"),
    }),
};

function writePassage({ connection, tables }: Target, { names, vector, ...row }: CopiedPassage): void {
  const mentions = row.mentions.length === 0 ? null : JSON.stringify(row.mentions);
  insert(connection, "passages", { ...row, mentions, checksum: passageChecksum({ ...row, mentions }) });
  for (const name of names) insert(connection, "names", { name, passage: row.id });
  const fileName = row.file === null ? null : fileNameOf(connection, row.file);
  tables.keywords.add(row.id, passageWords({ ...row, fileName }));
  if (vector === null) return;
  const index = row.file === null ? tables.vectors : tables.fileVectors;
  index.addStored(row.id, fromBlob(Buffer.from(vector, "base64")));
}

function fileNameOf(connection: Connection, file: number): string | null {
  return connection.column<[number], string>("select name from files where id = ?").get(file) ?? null;
}

function writeRecord({ connection }: Target, row: CopiedRecord): void {
  const metadata = metadataJson(row.metadata);
  insert(connection, "records", {
    ...row,
    metadata,
    standing: row.standing ? 1 : null,
    entity_key: factKey(row.entity),
    property_key: factKey(row.property),
    checksum: recordChecksum({ ...row, metadata }),
  });
  addEntries(connection, row.passage, metadata);
}

/** Inserts a row. @returns its number */
function insert(connection: Connection, table: string, row: object): number {
  const columns = Object.keys(row);
  const { lastInsertRowid } = connection
    .statement<[object]>(
      `insert into ${table} (${columns.join(", ")}) values (${columns.map((name) => `@${name}`).join(", ")})`,
    )
    .run(row);
  return Number(lastInsertRowid);
}

/** Deletes what was copied, except the audit trail, which is append-only. */
export function clearCopy({ connection, tables }: Target): void {
  for (const table of [
    "answer_records",
    "answers",
    "records",
    "names",
    "metadata_entries",
    "passages",
    "files",
    "sources",
    "scope_labels",
    "scopes",
  ])
    connection.statement(`delete from ${table}`).run();
  connection.statement("insert into words (words) values ('delete-all')").run();
  tables.vectors.clear();
  tables.fileVectors.clear();
}

/** Writes the properties of the store that are not rows of a part. This completes the copy. */
export function concludeCopy({ connection, tables }: Target, summary: StoreSummary, id: string): void {
  const { meta } = tables;
  meta.set("store_id", id);
  meta.set("name", summary.name);
  meta.set("created_at", toIso(summary.createdAt));
  if (summary.auditSeq > 0) {
    meta.set("audit_seq", String(summary.auditSeq));
    meta.set("audit_hash", summary.auditHash);
  }
  if (summary.auditCheckpoint !== null) meta.set("audit_checkpoint", JSON.stringify(summary.auditCheckpoint));
  setLastNumber(connection, "passages", summary.last.passage);
  setLastNumber(connection, "scopes", summary.last.scope);
  const { requests, tokens, spendMicros, storageUsed } = summary.usage;
  connection
    .statement(`update totals set requests = ?, tokens = ?, spend_micros = ?, storage_used = ?, ${counts}`)
    .run(requests, tokens, spendMicros, storageUsed);
  meta.remove("copying");
}

function setLastNumber(connection: Connection, table: string, last: number): void {
  connection.statement("delete from sqlite_sequence where name = ?").run(table);
  connection.statement("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, last);
}

const countsOf = (condition: string, passages: string, words: string) =>
  `${passages} = (select count(*) from passages where ${condition}),
   ${words} = (select coalesce(sum(word_count), 0) from passages where ${condition})`;

const counts = [
  countsOf("file is null", "passages", "words"),
  countsOf("file is not null", "file_passages", "file_words"),
  countsOf("file is null and scope > 0", "scoped_passages", "scoped_words"),
  countsOf("file is not null and scope > 0", "scoped_file_passages", "scoped_file_words"),
].join(", ");
