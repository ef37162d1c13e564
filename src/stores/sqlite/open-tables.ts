/**
 * Creates all tables and indexes of a store, once per connection. Each part of the store is passed
 * only the tables that it names.
 */
import type { VectorSpace } from "../store.js";
import type { Connection } from "./database/connection.js";
import { Prefilter } from "./filters/prefilter.js";
import { KeywordIndex } from "./keywords/keyword-index.js";
import { PassageLayouts } from "./passages/passage-layout.js";
import { PassageReader } from "./passages/passage-reader.js";
import { VisiblePassageCache } from "./passages/visible-passages.js";
import { NextVectors } from "./reembedding/next-vectors.js";
import { AnswerTable } from "./tables/answer-table.js";
import { AuditTable } from "./tables/audit-table.js";
import { FileTable } from "./tables/file-table.js";
import { MetaTable } from "./tables/meta-table.js";
import { NameTable } from "./tables/name-table.js";
import { PassageTable } from "./tables/passage-table.js";
import { RecordTable } from "./tables/record-table.js";
import { ScopeTable } from "./tables/scope-table.js";
import { SourceTable } from "./tables/source-table.js";
import { StagingTable } from "./tables/staging-table.js";
import { UsageTable } from "./tables/usage-table.js";
import { VectorIndex } from "./vectors/vector-index.js";

/** All tables and indexes of a store. */
export interface StoreTables {
  readonly meta: MetaTable;
  readonly scopes: ScopeTable;
  /** The visible passages of each part of the store. */
  readonly visiblePassages: VisiblePassageCache;
  readonly sources: SourceTable;
  readonly files: FileTable;
  readonly staging: StagingTable;
  readonly passages: PassageTable;
  readonly reader: PassageReader;
  readonly layouts: PassageLayouts;
  readonly records: RecordTable;
  readonly names: NameTable;
  /** Vectors of what was said. */
  readonly vectors: VectorIndex;
  readonly fileVectors: VectorIndex;
  /** Vectors of the embedder that the store is moving to. */
  readonly next: NextVectors;
  readonly keywords: KeywordIndex;
  readonly prefilter: Prefilter;
  readonly audit: AuditTable;
  readonly usage: UsageTable;
  readonly answers: AnswerTable;
}

/** Creates the tables and indexes for a connection. */
export function makeTables(connection: Connection, embedder: VectorSpace): StoreTables {
  const meta = new MetaTable(connection);
  const passages = new PassageTable(connection);
  const reader = new PassageReader(connection, passages);
  return {
    meta,
    scopes: new ScopeTable(connection),
    visiblePassages: new VisiblePassageCache(connection, meta),
    sources: new SourceTable(connection),
    files: new FileTable(connection),
    staging: new StagingTable(connection),
    passages,
    reader,
    layouts: new PassageLayouts(connection, meta),
    records: new RecordTable(connection),
    names: new NameTable(connection),
    vectors: new VectorIndex({ connection, meta, reader, embedder, corpus: "said" }),
    fileVectors: new VectorIndex({ connection, meta, reader, embedder, corpus: "files" }),
    next: new NextVectors(connection, meta),
    keywords: new KeywordIndex(connection),
    prefilter: new Prefilter(connection, meta),
    audit: new AuditTable(connection, meta),
    usage: new UsageTable(connection),
    answers: new AnswerTable(connection),
  };
}

/** Returns the same tables, with vector indexes for another embedder. */
export function withEmbedder(
  connection: Connection,
  tables: StoreTables,
  embedder: VectorSpace,
): StoreTables {
  const shared = { connection, meta: tables.meta, reader: tables.reader, embedder };
  return {
    ...tables,
    vectors: new VectorIndex({ ...shared, corpus: "said" }),
    fileVectors: new VectorIndex({ ...shared, corpus: "files" }),
  };
}
