/**
 * Opens the file of a store: its tables and indexes, which are created once per connection, and the
 * parts that work on them. Each part is passed only the tables that it names.
 */
import { wordsIdentity } from "../formats/words-identity.js";
import { unfinishedCopy } from "../shared/unfinished-copy.js";
import type { StoreOptions, VectorSpace } from "../store.js";
import type { Connection } from "./database/connection.js";
import { namedFailure } from "./database/failures.js";
import { identify } from "./database/identity.js";
import { type OpenOptions, openConnection } from "./database/open.js";
import { UsageCounter } from "./database/usage-counter.js";
import { unlessUnreadableAtOnce } from "./database-file/unreadable.js";
import type { Sweep } from "./erasure/overwrite.js";
import { SlackSweep } from "./erasure/slack-sweep.js";
import { VacuumSweep } from "./erasure/vacuum-sweep.js";
import { EntityProperties } from "./filters/entity-properties.js";
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
import { prepareVectors } from "./vectors/vector-layout.js";

/** Where a store is, and what it is opened with. */
export type SqliteStoreOptions = OpenOptions & StoreOptions;

/**
 * The parts that all stores on one connection share. There is one store per embedder and
 * visibility.
 */
interface SharedParts {
  readonly id: string;
  readonly name: string;
  readonly connection: Connection;
  readonly clock: () => Date;
  readonly ids: () => string;
  readonly counter: UsageCounter;
  readonly sweep: Sweep;
}

/** The parts of a store for one embedder. */
export type StoreParts = SharedParts & { readonly tables: StoreTables; readonly embedder: VectorSpace };

/** Opens the file, and migrates its contents. */
export function openParts(options: SqliteStoreOptions): StoreParts {
  const { embedder, clock, ids } = options;
  const connection = openConnection(options);
  try {
    const tables = makeTables(connection, embedder);
    if (options.forCopy !== true && tables.meta.get("copying") !== undefined) throw unfinishedCopy();
    const { id, name } = identify(connection, tables.meta, { ...options, name: options.name });
    prepareVectors({ connection, meta: tables.meta });
    bringWordsUpToDate(connection, tables);
    removeAbandoned(connection, tables, clock().getTime());
    connection.opened();
    const counter = new UsageCounter(connection, tables.usage);
    const sweep = connection.driver.encrypts
      ? new VacuumSweep(connection, tables.meta)
      : new SlackSweep(connection, tables.meta);
    return { id, name, connection, clock, ids, counter, sweep, tables, embedder };
  } catch (error) {
    const action = "open the store";
    const named = namedFailure(error, action, connection.busyTimeoutMs);
    const failure = unlessUnreadableAtOnce(named, { file: connection.file, action });
    void connection.close();
    throw failure;
  }
}

function bringWordsUpToDate(connection: Connection, { meta, keywords, scopes }: StoreTables): void {
  const words = wordsIdentity();
  if (connection.readonly || meta.get("words") === words) return;
  connection.writeAtOnce(() => {
    keywords.rebuild();
    scopes.recount();
    meta.set("words", words);
  });
}

function removeAbandoned(connection: Connection, { staging }: StoreTables, now: number): void {
  if (connection.readonly || !staging.hasAbandoned(now)) return;
  connection.writeAtOnce(() => staging.removeAbandoned(now));
}

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
  /** Vectors of the passages of conversations. */
  readonly vectors: VectorIndex;
  readonly fileVectors: VectorIndex;
  /** Vectors of the embedder that the store is moving to. */
  readonly next: NextVectors;
  readonly keywords: KeywordIndex;
  readonly prefilter: Prefilter;
  /** The properties that are stored about entities. */
  readonly properties: EntityProperties;
  readonly audit: AuditTable;
  readonly usage: UsageTable;
  readonly answers: AnswerTable;
}

/** Creates the tables and indexes for a connection. */
function makeTables(connection: Connection, embedder: VectorSpace): StoreTables {
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
    properties: new EntityProperties(connection, meta),
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
