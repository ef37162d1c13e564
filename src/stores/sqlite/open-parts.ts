/** Opens the file of a store, and creates the parts that work on it. */

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
import { makeTables, type StoreTables } from "./open-tables.js";
import { prepareVectors } from "./vectors/vector-layout.js";

/** Where a store is, and what it is opened with. */
export type SqliteStoreOptions = OpenOptions & StoreOptions;

/**
 * The parts that all stores on one connection share. There is one store per embedder and
 * visibility.
 */
export interface SharedParts {
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
