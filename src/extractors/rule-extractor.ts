/**
 * The bundled extractor: rules over English grammar (compromise) and dates (chrono-node) together
 * with a small learnt tagger (`learnt/`), offline and deterministic. It keeps every passage with
 * information. It drafts facts, events and rules if the grammar is clear or the tagger is
 * confident; elsewhere it keeps the passage verbatim as an event. In German and Spanish it reads
 * only simple facts (home, employer, name, age). Other text in other languages is kept verbatim,
 * with its dates if they can be parsed.
 */
import { availableParallelism } from "node:os";
import { loadedOnce } from "../async/loaded-once.js";
import { MemoryError } from "../contract/errors.js";
import type { Extraction, ExtractionAhead, Extractor, ExtractRequest } from "./extractor.js";

/**
 * The rules and their tables are a third of the library: a process that only recalls needs none.
 */
const rulesModule = loadedOnce(() => import("./rules/extract.js"));
const threadsModule = loadedOnce(() => import("./threads/rules-ahead.js"));

/**
 * A batch uses worker threads while so many passages wait: some 1.5 s of work. Starting a thread
 * takes some 0.5 s of processor time.
 */
const enoughPassages = 512;
/**
 * Most worker threads by default. The main thread saves what they extract, which takes longer than
 * half of the extraction: a third thread would wait for it.
 */
const defaultWorkers = 2;
/** A thread takes some 150 MB. */
const mostWorkers = 64;

/** A part of the bundled extractor: rules over grammar, or the learnt tagger. */
export type ExtractorPart = "grammar" | "tagger";

/** Options of {@link ruleExtractor}. */
export interface RuleExtractorOptions {
  /** Which parts draft facts. A single part is for measuring what it contributes. @default both */
  readonly parts?: readonly ExtractorPart[];
  /**
   * Maximum number of worker threads that extract for a long `rememberMany`; 0 for none. They start
   * when some 500 messages wait, and end when they are not used any more. All extractors of a
   * process share them. If threads cannot be started, the main thread extracts alone, with the same
   * results.
   *
   * @default the number of processors without that of the main thread, at most 2
   */
  readonly workers?: number;
}

/**
 * The bundled {@link Extractor}. Its parts load at the first `extract`, some 0.3 s, and are shared
 * by every instance.
 *
 * @throws {MemoryError} `invalid_input` if `workers` is not a whole number from 0 to 64
 */
export function ruleExtractor(options: RuleExtractorOptions = {}): Extractor {
  return new RuleExtractor(options);
}

/** The bundled extractor. */
export class RuleExtractor implements Extractor {
  readonly id = "keepsake-rules@2";
  readonly #parts: ReadonlySet<ExtractorPart>;
  readonly #workers: number;

  /** @throws {MemoryError} `invalid_input` if `workers` is not a whole number from 0 to 64 */
  constructor({ parts = ["grammar", "tagger"], workers = workersHere() }: RuleExtractorOptions = {}) {
    this.#parts = new Set(parts);
    this.#workers = workers;
    if (!Number.isInteger(workers) || workers < 0 || workers > mostWorkers) throw wrongWorkers(workers);
  }

  async ahead(passages: number): Promise<ExtractionAhead | undefined> {
    if (this.#workers === 0 || passages < enoughPassages) return undefined;
    const { RulesAhead, sharedPool } = await threadsModule();
    const pool = sharedPool();
    return pool.canStart ? new RulesAhead({ parts: this.#parts, workers: this.#workers, pool }) : undefined;
  }

  /** @throws the signal's reason, once it has fired. */
  async extract(
    request: ExtractRequest,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Extraction> {
    options.signal?.throwIfAborted();
    const { extract } = await rulesModule();
    return extract(request, this.#parts, options);
  }
}

function workersHere(): number {
  return Math.min(defaultWorkers, availableParallelism() - 1);
}

function wrongWorkers(workers: number): MemoryError<"invalid_input"> {
  const msg = `workers must be a whole number from 0 to ${mostWorkers}, got ${workers}`;
  const issues = [{ type: "invalid_value", loc: ["workers"], msg }];
  return new MemoryError("invalid_input", `Cannot make a rule extractor: ${msg}`, { data: { issues } });
}
