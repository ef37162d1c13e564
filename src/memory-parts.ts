/**
 * The parts of a memory: those of its options, and the default parts, which are only chosen here.
 */
import type { Meter } from "./accounts/meter.js";
import { planMeter } from "./accounts/plan-meter.js";
import { parseInput } from "./contract/errors.js";
import type { Encryption } from "./contract/maintenance/encryption.js";
import type { Embedder } from "./embedders/embedder.js";
import { staticEmbedder } from "./embedders/static-embedder.js";
import type { Extractor } from "./extractors/extractor.js";
import { ruleExtractor } from "./extractors/rule-extractor.js";
import { timeId } from "./hashing/time-id.js";
import { checkedOptions, type MemoryOptions, type ReaderFor } from "./options.js";
import type { FileSource, Reader } from "./readers/reader.js";
import type { Rerank } from "./recall/ranking/rerank.js";
import type { DriverName } from "./stores/sqlite/database/plain-drivers.js";
import type { OpenStore, Store, StoreOptions } from "./stores/store.js";

/** The parts of a memory: its options with defaults. */
export interface MemoryParts {
  readonly path: string;
  readonly openStore: OpenStore;
  readonly name: string;
  readonly actor: () => string;
  readonly embedder: Embedder;
  readonly extractor: Extractor;
  readonly rerank: Rerank | undefined;
  readonly readerFor: ReaderFor;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly durability: "full" | "normal";
  readonly busyTimeoutMs: number;
  readonly meter: Meter;
}

/** The bundled readers, which are loaded for the first file. */
async function bundledReaderFor(file: FileSource): Promise<Reader> {
  const { readerFor } = await import("./readers/reader-for.js");
  return readerFor(file);
}

interface FileOptions {
  readonly path: string;
  readonly durability: "full" | "normal";
  readonly busyTimeoutMs: number;
  readonly encryption: Encryption | undefined;
  readonly driver: DriverName | undefined;
}

/**
 * Opens the SQLite file. If it is encrypted, gets the key first. The driver is loaded here.
 */
async function openFile(opening: StoreOptions, options: FileOptions): Promise<Store> {
  const { encryption: key, driver: name, ...file } = options;
  const { openSqliteStore } = await import("./stores/sqlite/sqlite-store.js");
  const { driverFor } = await import("./stores/sqlite/database/driver.js");
  return openSqliteStore({ ...opening, ...file, driver: await driverFor(key, name) });
}

/**
 * Checks options and adds the default parts. Does no I/O.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function memoryParts(options: MemoryOptions = {}): MemoryParts {
  const {
    encryption,
    embedder,
    extractor,
    rerank,
    readerFor: reader,
    clock,
    ids,
    store,
    plan,
    prices,
    wallet,
    meter,
    driver,
    actor,
    ...rest
  } = parseInput(checkedOptions, options, "open a memory");
  const now = clock ?? (() => new Date());
  const { path, durability, busyTimeoutMs } = rest;
  const file = { path, durability, busyTimeoutMs, encryption, driver };
  return {
    ...rest,
    actor: typeof actor === "function" ? actor : () => actor,
    openStore: store ?? ((opening) => openFile(opening, file)),
    embedder: embedder ?? staticEmbedder(),
    extractor: extractor ?? ruleExtractor(),
    rerank,
    readerFor: reader ?? bundledReaderFor,
    now,
    newId: ids ?? timedIds(now),
    meter: meter ?? planMeter({ plan, prices, wallet }),
  };
}

/** UUIDv7 with the time of `now`. */
function timedIds(now: () => Date): () => string {
  return () => timeId(now().getTime());
}
