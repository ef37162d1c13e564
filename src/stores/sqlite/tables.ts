/** Every table of a store, made once for a connection and shared by what is built on them. */
import { AnswerTable } from "./answer-table.js";
import { AsideTable } from "./aside-table.js";
import { AuditTable } from "./audit-table.js";
import type { Connection } from "./connection.js";
import { FileTable } from "./file-table.js";
import { KeywordIndex } from "./keyword-index.js";
import { MetaTable } from "./meta-table.js";
import { NameTable } from "./name-table.js";
import { PassageReader } from "./passage-reader.js";
import { PassageTable } from "./passage-table.js";
import { RecordTable } from "./record-table.js";
import { SourceTable } from "./source-table.js";
import { UsageTable } from "./usage-table.js";
import { VectorIndex } from "./vector-index.js";

export interface Tables {
  readonly meta: MetaTable;
  readonly sources: SourceTable;
  readonly files: FileTable;
  readonly asides: AsideTable;
  readonly passages: PassageTable;
  readonly reader: PassageReader;
  readonly records: RecordTable;
  readonly names: NameTable;
  /** Of what was said. */
  readonly vectors: VectorIndex;
  readonly fileVectors: VectorIndex;
  readonly keywords: KeywordIndex;
  readonly audit: AuditTable;
  readonly usage: UsageTable;
  readonly answers: AnswerTable;
}

export function makeTables(
  connection: Connection,
  embedder: { readonly dimensions: number; readonly mean?: (() => Float32Array) | undefined },
): Tables {
  const meta = new MetaTable(connection);
  const passages = new PassageTable(connection);
  const reader = new PassageReader(connection, passages);
  return {
    meta,
    sources: new SourceTable(connection),
    files: new FileTable(connection),
    asides: new AsideTable(connection),
    passages,
    reader,
    records: new RecordTable(connection),
    names: new NameTable(connection),
    vectors: new VectorIndex({ connection, meta, reader, ...embedder, corpus: "said" }),
    fileVectors: new VectorIndex({ connection, meta, reader, ...embedder, corpus: "files" }),
    keywords: new KeywordIndex(connection),
    audit: new AuditTable(connection, meta),
    usage: new UsageTable(connection),
    answers: new AnswerTable(connection),
  };
}
