/** Every table of a store, made once for a connection and shared by what is built on them. */
import type { VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { PickedPassages } from "../filters/picked-passages.js";
import { KeywordIndex } from "../keywords/keyword-index.js";
import { PassageLayouts } from "../passages/passage-layout.js";
import { PassageReader } from "../passages/passage-reader.js";
import { SeenTable } from "../passages/seen-passages.js";
import { NextVectors } from "../vectors/next-vectors.js";
import { VectorIndex } from "../vectors/vector-index.js";
import { AnswerTable } from "./answer-table.js";
import { AsideTable } from "./aside-table.js";
import { AuditTable } from "./audit-table.js";
import { FileTable } from "./file-table.js";
import { MetaTable } from "./meta-table.js";
import { NameTable } from "./name-table.js";
import { PassageTable } from "./passage-table.js";
import { RecordTable } from "./record-table.js";
import { ScopeTable } from "./scope-table.js";
import { SourceTable } from "./source-table.js";
import { UsageTable } from "./usage-table.js";

export interface Tables {
  readonly meta: MetaTable;
  readonly scopes: ScopeTable;
  /** Which passages each part of the store has. */
  readonly seen: SeenTable;
  readonly sources: SourceTable;
  readonly files: FileTable;
  readonly asides: AsideTable;
  readonly passages: PassageTable;
  readonly reader: PassageReader;
  readonly layouts: PassageLayouts;
  readonly records: RecordTable;
  readonly names: NameTable;
  /** Of what was said. */
  readonly vectors: VectorIndex;
  readonly fileVectors: VectorIndex;
  /** Of the embedder that the store is moving to. */
  readonly next: NextVectors;
  readonly keywords: KeywordIndex;
  readonly picked: PickedPassages;
  readonly audit: AuditTable;
  readonly usage: UsageTable;
  readonly answers: AnswerTable;
}

export function makeTables(connection: Connection, embedder: VectorSpace): Tables {
  const meta = new MetaTable(connection);
  const passages = new PassageTable(connection);
  const reader = new PassageReader(connection, passages);
  return {
    meta,
    scopes: new ScopeTable(connection),
    seen: new SeenTable(connection, meta),
    sources: new SourceTable(connection),
    files: new FileTable(connection),
    asides: new AsideTable(connection),
    passages,
    reader,
    layouts: new PassageLayouts(connection, meta),
    records: new RecordTable(connection),
    names: new NameTable(connection),
    vectors: new VectorIndex({ connection, meta, reader, embedder, corpus: "said" }),
    fileVectors: new VectorIndex({ connection, meta, reader, embedder, corpus: "files" }),
    next: new NextVectors(connection, meta),
    keywords: new KeywordIndex(connection),
    picked: new PickedPassages(connection, meta),
    audit: new AuditTable(connection, meta),
    usage: new UsageTable(connection),
    answers: new AnswerTable(connection),
  };
}

/** The same tables, searched with the vectors of another embedder. */
export function tablesFor(connection: Connection, tables: Tables, embedder: VectorSpace): Tables {
  const shared = { connection, meta: tables.meta, reader: tables.reader, embedder };
  return {
    ...tables,
    vectors: new VectorIndex({ ...shared, corpus: "said" }),
    fileVectors: new VectorIndex({ ...shared, corpus: "files" }),
  };
}
