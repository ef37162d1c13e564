/** Writes the rows of a copy: see `stores/copying`. Each call is one transaction. */
import type { Scope } from "../../../contract/scope.js";
import type { CopiedPart, CopiedPassage, CopiedRecord, CopiedRows, StoreSummary } from "../../copying.js";
import { type CodeSpace, fromBlob, toCode } from "../../formats/quantise.js";
import { metadataJson } from "../../formats/sizes.js";
import { factKey } from "../../shared/names.js";
import { recount } from "../checking.js";
import { lockStore, setStore } from "../database/store-row.js";
import { encodeJson } from "../database/texts.js";
import type { Transaction } from "../database/transaction.js";
import { addScope } from "../reading/scopes.js";
import { codeText } from "../reading/vectors/vectors.js";
import { addWords } from "../reading/words/word-index.js";
import { type Column, insertRows } from "../writing/insert.js";

/** Where rows are written. */
export interface Target {
  readonly tx: Transaction;
  /** The properties of the vectors' embedder: codes are computed from the vectors here. */
  readonly space: CodeSpace;
}

type Writers = {
  readonly [Part in CopiedPart]: (to: Target, rows: readonly CopiedRows[Part][]) => Promise<void>;
};

/** Writes rows of a part. */
export function writeRows<Part extends CopiedPart>(
  target: Target,
  part: Part,
  rows: readonly CopiedRows[Part][],
): Promise<void> {
  return writers[part](target, rows);
}

const writers: Writers = {
  scopes: async ({ tx }, rows) => {
    for (const { id, labels, passages, words, file_passages, file_words } of rows) {
      await addScope(tx, id, JSON.parse(labels) as Scope);
      await tx.rows(
        `update scopes set passages = $3, words = $4, file_passages = $5, file_words = $6
         where store_id = $1 and id = $2`,
        [id, passages, words, file_passages, file_words],
      );
    }
  },
  sources: ({ tx }, rows) =>
    insertRows(tx, "sources", {
      rows,
      columns: columnsOf<CopiedRows["sources"]>({
        id: "integer",
        uuid: "text",
        created_at: "bigint",
        scope: "integer",
      }),
    }),
  files: ({ tx }, rows) =>
    insertRows(tx, "files", {
      rows,
      columns: columnsOf<CopiedRows["files"]>({
        id: "integer",
        uuid: "text",
        name: "text",
        media_type: "text",
        digest: "text",
        scope: "integer",
      }),
    }),
  passages: writePassages,
  records: ({ tx }, rows) => insertRows(tx, "records", { rows, columns: recordColumns }),
  answers: async ({ tx }, rows) => {
    for (const { scope, key, payload, at, bytes, records } of rows)
      await tx.rows(
        `insert into answers (store_id, scope, key, payload, at, bytes, records)
         values ($1, $2, $3, $4, $5, $6, $7::integer[])`,
        [scope, key, payload, at, bytes, records],
      );
  },
  audit: ({ tx }, rows) =>
    insertRows(tx, "audit", {
      rows,
      columns: columnsOf<CopiedRows["audit"]>({
        seq: "bigint",
        at: "bigint",
        actor: "text",
        operation: "text",
        record_id: "text",
        record_type: "text",
        reason: "text",
        scope: "integer",
        previous_hash: "text",
        hash: "text",
      }),
    }),
};

/** The columns that are written without conversion, with their types. */
function columnsOf<Row extends object>(
  types: {
    readonly [Name in keyof Row & string]?: string;
  },
): Column<Row>[] {
  return Object.entries<string | undefined>(types).map(([name, type]) => [
    name,
    type ?? "text",
    (row) => row[name as keyof Row],
  ]);
}

const plainPassageColumns = columnsOf<CopiedPassage>({
  id: "integer",
  source: "integer",
  scope: "integer",
  file: "integer",
  message: "integer",
  text: "text",
  prompt: "text",
  speaker: "text",
  role: "text",
  said_at: "bigint",
  digest: "text",
  word_count: "integer",
  page: "integer",
  heading: "text",
});

async function writePassages({ tx, space }: Target, rows: readonly CopiedPassage[]): Promise<void> {
  const codeOf = (vector: Buffer) => codeText(toCode(fromBlob(vector), space));
  await insertRows(tx, "passages", {
    rows,
    columns: [
      ...plainPassageColumns,
      ["mentions", "json", ({ mentions }) => encodeJson(mentions)],
      ["embedding", "bytea", ({ vector }) => bytesOf(vector)],
      ["code", "varbit", ({ vector }) => (vector === null ? null : codeOf(bytesOf(vector)!))],
    ],
  });
  await insertRows(tx, "names", {
    rows: rows.flatMap(({ id, names }) => names.map((name) => ({ name, passage: id }))),
    columns: columnsOf<{ name: string; passage: number }>({ name: "text", passage: "integer" }),
  });
  const fileNames = await fileNamesOf(tx, rows);
  const row = await lockStore(tx);
  await addWords(
    tx,
    row,
    rows.map((one) => ({ ...one, fileName: fileNames.get(one.file) ?? null })),
  );
}

function bytesOf(vector: string | null): Buffer | null {
  return vector === null ? null : Buffer.from(vector, "base64");
}

async function fileNamesOf(
  tx: Transaction,
  rows: readonly CopiedPassage[],
): Promise<Map<number | null, string>> {
  const files = [...new Set(rows.flatMap(({ file }) => file ?? []))];
  if (files.length === 0) return new Map();
  const found = await tx.rows<{ id: number; name: string }>(
    "select id, name from files where store_id = $1 and id = any($2::integer[])",
    [files],
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

const recordColumns: readonly Column<CopiedRecord>[] = [
  ...columnsOf<CopiedRecord>({
    id: "integer",
    uuid: "text",
    passage: "integer",
    scope: "integer",
    type: "text",
    text: "text",
    entity: "text",
    property: "text",
    value: "text",
    applies_when: "text",
    occurred_at: "bigint",
    occurred_until: "bigint",
    valid_from: "bigint",
    valid_to: "bigint",
    created_at: "bigint",
    superseded_by: "text",
    expires_at: "bigint",
    certainty: "double precision",
    standing: "boolean",
  }),
  ["entity_key", "text", ({ entity }) => factKey(entity)],
  ["property_key", "text", ({ property }) => factKey(property)],
  ["metadata", "json", ({ metadata }) => (metadataJson(metadata) === null ? null : encodeJson(metadata))],
];

/** Deletes the copied rows, except the audit trail, to which the role may only add. */
export async function clearCopy(tx: Transaction): Promise<void> {
  for (const table of ["answers", "names", "records", "words", "passages", "files", "sources", "staging"])
    await tx.rows(`delete from ${table} where store_id = $1`);
  await tx.rows("delete from scopes where store_id = $1 and id > 0");
}

/** Writes the properties of the store that are not rows of a part. This completes the copy. */
export async function concludeCopy(tx: Transaction, summary: StoreSummary): Promise<void> {
  const row = await lockStore(tx);
  const { requests, tokens, spendMicros, storageUsed } = summary.usage;
  await setStore(tx, {
    name: summary.name,
    created_at: summary.createdAt,
    requests,
    tokens,
    spend_micros: spendMicros,
    storage_used: storageUsed,
    last_passage: summary.last.passage,
    last_scope: summary.last.scope,
    audit_seq: summary.auditSeq,
    ...(summary.auditSeq === 0 ? {} : { audit_hash: summary.auditHash }),
    audit_checkpoint: summary.auditCheckpoint === null ? null : JSON.stringify(summary.auditCheckpoint),
    // Drops the caches of other processes that have read the unfinished copy.
    erasures: row.erasures + 1,
    edits: row.edits + 1,
    copying: null,
  });
  for (const [column, table] of [
    ["last_source", "sources"],
    ["last_file", "files"],
    ["last_record", "records"],
  ])
    await tx.rows(
      `update stores set ${column} = (select coalesce(max(id), 0) from ${table} where store_id = $1) where store_id = $1`,
    );
  await recount(tx);
}
