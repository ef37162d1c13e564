/** The options of `new Memory(options)`, and their validation. */
import { z } from "zod";
import type { Meter } from "./accounts/meter.js";
import { encryption } from "./contract/maintenance/encryption.js";
import { filledText } from "./contract/record.js";
import type { Embedder } from "./embedders/embedder.js";
import type { Extractor } from "./extractors/extractor.js";
import type { FileSource, Reader } from "./readers/reader.js";
import type { Rerank } from "./recall/ranking/rerank.js";
import type { OpenStore } from "./stores/store.js";

/**
 * Chooses the reader of a file.
 *
 * @throws {MemoryError} `unreadable_file` if no reader supports the file
 */
export type ReaderFor = (file: FileSource) => Reader | Promise<Reader>;

/** Checks that a part has the methods of its port. */
function part<Port>(name: string, ...methods: readonly (keyof Port & string)[]) {
  return z.custom<Port>(
    (value) =>
      typeof value === "object" &&
      value !== null &&
      methods.every((method) => typeof Reflect.get(value, method) === "function"),
    `must be ${name} with ${methods.join(" and ")}`,
  );
}

const callable = <Signature>(what: string) =>
  z.custom<Signature>((value) => typeof value === "function", `must be a function ${what}`);
const usd = z.number().min(0).max(1e9);

/** Checks that a value is an {@link Embedder}. */
export const embedderPart = part<Embedder>("an embedder", "embed", "countTokens");

/** The schema of the path of a file. */
export const filePath = z
  .string()
  .min(1)
  .refine((path) => !path.includes("\0"), "must not contain a NUL character");

/** The schema of {@link MemoryOptions}. */
export const memoryOptions = z.strictObject({
  path: filePath
    .default(":memory:")
    .describe('the SQLite file, which is created if needed; ":memory:" for a store without a file'),
  encryption: encryption
    .optional()
    .describe(
      "the key that the file is encrypted with: 32 bytes, or a function that returns them; without it, the file is not encrypted",
    ),
  driver: z
    .enum(["better-sqlite3", "node:sqlite"])
    .optional()
    .describe(
      "the library that reads and writes the file; without it, better-sqlite3 if it can be loaded, otherwise node:sqlite, which Node 22.16 and newer have",
    ),
  store: callable<OpenStore>("that opens a store")
    .optional()
    .describe("opens a store that is kept elsewhere; without it, the SQLite file"),
  name: filledText(256)
    .default("memory")
    .describe("name of the store for people, written when the store is created"),
  actor: z
    .union([filledText(256), callable<() => string>("that returns it")])
    .default("agent")
    .describe(
      "the actor in the audit trail, or a function that returns it, which each call that writes asks",
    ),
  embedder: embedderPart
    .optional()
    .describe("turns texts into vectors; without it, the bundled static table"),
  extractor: part<Extractor>("an extractor", "extract")
    .optional()
    .describe("extracts facts, events and rules; without it, the bundled rules and tagger"),
  rerank: callable<Rerank>("of a query and its candidates")
    .optional()
    .describe("scores the best candidates of a recall again; without it, nothing does"),
  readerFor: callable<ReaderFor>("of a file that gives its reader")
    .optional()
    .describe("chooses the reader of a file, for formats of your own; without it, the media type decides"),
  clock: callable<() => Date>("that gives a Date")
    .optional()
    .describe("returns the current time; without it, the system clock"),
  ids: callable<() => string>("that gives a new id each time")
    .optional()
    .describe("returns a new id each time; without it, UUIDv7"),
  durability: z
    .enum(["full", "normal"])
    .default("full")
    .describe("what a saved write survives: full means a power cut, normal only a killed process"),
  busyTimeoutMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(5000)
    .describe("how long to wait for another process's write lock, in milliseconds"),
  plan: z
    .strictObject({
      name: filledText(256),
      storage_gb: z.number().min(0).max(1e6),
      token_rate: z.number().min(0).max(1e6),
    })
    .optional()
    .describe(
      "plan: name, storage limit in GB of 10^9 bytes, and multiplier of the price of a token; without it, no limit but SQLite's own",
    ),
  prices: z
    .strictObject({ add: usd, search: usd })
    .optional()
    .describe("prices in USD per million tokens; without them, nothing costs anything"),
  wallet: z
    .strictObject({ balance: usd })
    .optional()
    .describe("all that was paid in since the store was created, in USD; without it, spending has no limit"),
  meter: part<Meter>("a meter", "price", "balance")
    .optional()
    .describe(
      "plan, prices and wallet as one part, for a service whose accounts change while a store is open; replaces those three options",
    ),
});

/** The schema of {@link MemoryOptions}, with the options that exclude each other. */
export const checkedOptions = memoryOptions
  .refine(
    ({ path, encryption: given, store }) =>
      given === undefined || (path !== ":memory:" && store === undefined),
    { path: ["encryption"], error: "must only be given for a store in a file" },
  )
  .refine(({ path, store }) => store === undefined || path === ":memory:", {
    path: ["store"],
    error: "must not be given with a path, which is of the SQLite file",
  })
  .refine(({ driver, encryption: given, store }) => driver === undefined || (given ?? store) === undefined, {
    path: ["driver"],
    error: "must only be given for the SQLite file without encryption, which has a driver of its own",
  });

// Members generated from `memoryOptions` by npm run build:types.
/** The options of {@link Memory}. All are optional. */
export interface MemoryOptions {
  /**
   * The SQLite file, which is created if needed; ":memory:" for a store without a file.
   *
   * @default ":memory:"
   */
  path?: z.input<typeof memoryOptions>["path"];
  /**
   * The key that the file is encrypted with: 32 bytes, or a function that returns them; without it,
   * the file is not encrypted.
   */
  encryption?: z.input<typeof memoryOptions>["encryption"];
  /**
   * The library that reads and writes the file; without it, better-sqlite3 if it can be loaded,
   * otherwise node:sqlite, which Node 22.16 and newer have.
   */
  driver?: z.input<typeof memoryOptions>["driver"];
  /** Opens a store that is kept elsewhere; without it, the SQLite file. */
  store?: z.input<typeof memoryOptions>["store"];
  /**
   * Name of the store for people, written when the store is created.
   *
   * @default "memory"
   */
  name?: z.input<typeof memoryOptions>["name"];
  /**
   * The actor in the audit trail, or a function that returns it, which each call that writes asks.
   *
   * @default "agent"
   */
  actor?: z.input<typeof memoryOptions>["actor"];
  /** Turns texts into vectors; without it, the bundled static table. */
  embedder?: z.input<typeof memoryOptions>["embedder"];
  /** Extracts facts, events and rules; without it, the bundled rules and tagger. */
  extractor?: z.input<typeof memoryOptions>["extractor"];
  /** Scores the best candidates of a recall again; without it, nothing does. */
  rerank?: z.input<typeof memoryOptions>["rerank"];
  /** Chooses the reader of a file, for formats of your own; without it, the media type decides. */
  readerFor?: z.input<typeof memoryOptions>["readerFor"];
  /** Returns the current time; without it, the system clock. */
  clock?: z.input<typeof memoryOptions>["clock"];
  /** Returns a new id each time; without it, UUIDv7. */
  ids?: z.input<typeof memoryOptions>["ids"];
  /**
   * What a saved write survives: full means a power cut, normal only a killed process.
   *
   * @default "full"
   */
  durability?: z.input<typeof memoryOptions>["durability"];
  /**
   * How long to wait for another process's write lock, in milliseconds.
   *
   * @default 5000
   */
  busyTimeoutMs?: z.input<typeof memoryOptions>["busyTimeoutMs"];
  /**
   * Plan: name, storage limit in GB of 10^9 bytes, and multiplier of the price of a token; without
   * it, no limit but SQLite's own.
   */
  plan?: z.input<typeof memoryOptions>["plan"];
  /** Prices in USD per million tokens; without them, nothing costs anything. */
  prices?: z.input<typeof memoryOptions>["prices"];
  /**
   * All that was paid in since the store was created, in USD; without it, spending has no limit.
   */
  wallet?: z.input<typeof memoryOptions>["wallet"];
  /**
   * Plan, prices and wallet as one part, for a service whose accounts change while a store is open;
   * replaces those three options.
   */
  meter?: z.input<typeof memoryOptions>["meter"];
}
