/**
 * Extracts the requests of a batch ahead by the bundled rules, in the threads of a pool and in the
 * main thread: while the request whose turn it is has no answer yet, the main thread extracts too.
 *
 *   requests     1 2 3 4 5 6 7 8 9 …
 *   thread       ───────►
 *   main thread        (turn of 3)  ◄── from the last one that was begun
 *
 * The decisions are those of the main thread alone: a request is extracted without knowledge of any
 * other, and the rules and the tagger decide the same in each thread.
 */
import { nextTurn } from "../../async/next-turn.js";
import type { BegunExtraction, Extraction, ExtractionAhead, ExtractRequest } from "../extractor.js";
import { extract } from "../rules/extract.js";
import type { TextTools } from "../rules/sentence.js";
import { Job } from "./job.js";
import { ThreadPool } from "./thread-pool.js";

/**
 * Passages that are begun ahead for each thread, and for the main thread. While the main thread
 * saves 64 inputs, some 100 ms, a thread extracts some 50.
 */
const passagesEach = 128;

/** Options of {@link RulesAhead}. */
export interface RulesAheadOptions {
  /** Which parts draft facts. */
  readonly parts: TextTools["parts"];
  /** Most threads of the process. */
  readonly workers: number;
  readonly pool: ThreadPool;
}

/** An {@link ExtractionAhead} of the bundled rules. */
export class RulesAhead implements ExtractionAhead {
  readonly passages: number;
  readonly #options: RulesAheadOptions;

  constructor(options: RulesAheadOptions) {
    this.#options = options;
    this.passages = passagesEach * (options.workers + 1);
  }

  begin(request: ExtractRequest): BegunExtraction {
    const { parts, pool, workers } = this.#options;
    const job = new Job(request, parts, this);
    pool.add(job, workers);
    return {
      result: ({ signal } = {}) => this.#result(job, signal),
      drop: () => void pool.takeBack(job),
    };
  }

  end(): void {
    while (this.#options.pool.takeLast(this) !== undefined);
  }

  async #result(job: Job, signal: AbortSignal | undefined): Promise<Extraction> {
    const { pool } = this.#options;
    let isSent = !pool.takeBack(job);
    for (;;) {
      if (job.extraction !== undefined) return job.extraction;
      signal?.throwIfAborted();
      if (!isSent) return this.#extract(job, signal);
      const other = pool.takeLast(this);
      if (other === undefined) {
        await pool.wait(job, signal);
        isSent = false;
      } else await this.#help(other, signal);
    }
  }

  async #extract(job: Job, signal: AbortSignal | undefined): Promise<Extraction> {
    const extraction = await extract(job.request, job.parts, signal === undefined ? {} : { signal });
    job.settle(extraction);
    return extraction;
  }

  /** Extracts a later request. An answer of a thread may arrive meanwhile. */
  async #help(job: Job, signal: AbortSignal | undefined): Promise<void> {
    // It is extracted again in its turn, where the error is thrown.
    await this.#extract(job, signal).catch(() => job.settle(null));
    await nextTurn();
  }
}

let shared: ThreadPool | undefined;

/** The pool that all extractors of the process share. */
export function sharedPool(): ThreadPool {
  shared ??= new ThreadPool();
  return shared;
}
