/**
 * The options of `new Memory(options)`, their validation, and the default parts, which are only
 * chosen here.
 */
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Meter } from "./accounts/meter.js";
import { planMeter } from "./accounts/plan-meter.js";
import { parseInput } from "./contract/errors.js";
import { filledText } from "./contract/record.js";
import type { Embedder } from "./embedders/embedder.js";
import { staticEmbedder } from "./embedders/static-embedder.js";
import type { Extractor } from "./extractors/extractor.js";
import { ruleExtractor } from "./extractors/rule-extractor.js";
import type { FileSource, Reader } from "./readers/reader.js";
import type { Rerank } from "./recall/ranking/rerank.js";

/**
 * Chooses the reader of a file.
 *
 * @throws {MemoryError} `unreadable_file` where no reader supports the file
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

/** The schema of a path of a file. */
export const filePath = z
  .string()
  .min(1)
  .refine((path) => !path.includes("\0"), "must not contain a NUL character");

const memoryOptions = z.strictObject({
  path: filePath.default(":memory:"),
  name: filledText(256).default("memory"),
  actor: filledText(256).default("agent"),
  embedder: embedderPart.optional(),
  extractor: part<Extractor>("an extractor", "extract").optional(),
  rerank: callable<Rerank>("of a query and its candidates").optional(),
  readerFor: callable<ReaderFor>("of a file that gives its reader").optional(),
  clock: callable<() => Date>("that gives a Date").optional(),
  ids: callable<() => string>("that gives a new id each time").optional(),
  durability: z.enum(["full", "normal"]).default("full"),
  busyTimeoutMs: z.int().min(0).max(600_000).default(5000),
  plan: z
    .strictObject({
      name: filledText(256),
      storage_gb: z.number().min(0).max(1e6),
      token_rate: z.number().min(0).max(1e6),
    })
    .optional(),
  prices: z.strictObject({ add: usd, search: usd }).optional(),
  wallet: z.strictObject({ balance: usd }).optional(),
  meter: part<Meter>("a meter", "price", "balance").optional(),
});

/**
 * All optional.
 *
 * - `path`: the SQLite file; made if it is not there. @default ":memory:"
 * - `name`: human label of the store, written when it is made. @default "memory"
 * - `actor`: who acts, for the audit trail. @default "agent"
 * - `embedder`: @default the bundled static table
 * - `extractor`: @default the bundled rules
 * - `rerank`: scores the best candidates anew. @default none
 * - `readerFor`: picks the reader of a file, for formats of your own. @default by what the file says it is
 * - `clock`: gives the present. @default the system's
 * - `ids`: gives a new id each time. @default UUIDv7
 * - `durability`: "full" survives a power cut, "normal" a killed process. @default "full"
 * - `busyTimeoutMs`: how long to wait for another process's write lock, in milliseconds. @default 5000
 * - `plan`, `prices` (USD for a million tokens), `wallet` (USD paid in over the store's life): @default nothing costs anything
 * - `meter`: plan, prices and wallet as a part of its own, for a service whose accounts change while a store is open. Takes the place of those three.
 */
export type MemoryOptions = z.input<typeof memoryOptions>;

/** The parts of a memory: its options with defaults. */
export interface MemoryParts {
  readonly path: string;
  readonly name: string;
  readonly actor: string;
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

/**
 * Checks options and adds the default parts. Does no I/O.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function memoryParts(options: MemoryOptions = {}): MemoryParts {
  const {
    embedder,
    extractor,
    rerank,
    readerFor: reader,
    clock,
    ids,
    plan,
    prices,
    wallet,
    meter,
    ...rest
  } = parseInput(memoryOptions, options, "open a memory");
  const now = clock ?? (() => new Date());
  return {
    ...rest,
    embedder: embedder ?? staticEmbedder(),
    extractor: extractor ?? ruleExtractor(),
    rerank,
    readerFor: reader ?? bundledReaderFor,
    now,
    newId: ids ?? timedIds(now),
    meter: meter ?? planMeter({ plan, prices, wallet }),
  };
}

const idBytes = 16;
const idsPerDraw = 256;

/**
 * UUIDv7 with the time of `now`. Random bytes are generated for many ids at once: doing so for each
 * id takes 12 of its 20 µs.
 */
function timedIds(now: () => Date): () => string {
  const drawn = new Uint8Array(idBytes * idsPerDraw);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      crypto.getRandomValues(drawn);
      used = 0;
    }
    const random = drawn.subarray(used, used + idBytes);
    used += idBytes;
    return uuidv7({ msecs: now().getTime(), random });
  };
}
