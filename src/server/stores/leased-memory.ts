/**
 * One store of a folder as a `MemoryService`. A caller may keep it for any time, because its file
 * is opened for each verb if it is not open already.
 */

import { callInProgress } from "../../async/next-turn.js";
import { parseOptions } from "../../contract/call-options.js";
import type { DetailsPayload } from "../../contract/details.js";
import { MemoryError } from "../../contract/errors.js";
import type { AuditVerdict } from "../../contract/maintenance/audit.js";
import type { Batch, CallOptions, ExportOptions, ProgressOptions } from "../../contract/memory-service.js";
import type { RememberInput } from "../../contract/remember.js";
import { callsOf, type Memory } from "../../memory.js";
import { MemoryVerbs } from "../../memory-verbs.js";
import { oneByOne, RememberBatch } from "../../service/remember-batch.js";
import type { CallInProgress, CallName, Calls, OpenedStore, Outcome } from "../../store-calls.js";
import type { StoreAccount } from "./store-account.js";

/** A memory that stays open until it is released. */
export interface MemoryLease {
  readonly memory: Memory;
  readonly release: () => void;
}

/**
 * How a verb is scheduled. A `call` is short. The time of `bulk` grows with its input. A `stream`
 * runs at the speed of its reader, so it does not wait for a turn.
 */
export type Work = "call" | "bulk" | "stream";

/** Waits for the turn of a verb, and opens the store. */
export type LeaseStore = (work: Work, signal: AbortSignal | undefined) => Promise<MemoryLease>;

/**
 * The verbs of a store, each with its own lease. `close` does nothing: the folder closes unused
 * stores.
 */
export class LeasedMemory extends MemoryVerbs {
  readonly #account: StoreAccount;

  /**
   * @param account Counts the calls.
   * @param actor The actor of the calls in the audit trail. @default that of the service
   */
  constructor(lease: LeaseStore, account: StoreAccount, actor?: string) {
    super(new LeasedCalls({ lease, account, actor }));
    this.#account = account;
  }

  /** Each input is a call of its own, which waits for its turn and is charged. */
  override rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    options: ProgressOptions = {},
  ): Batch {
    const { signal, onProgress } = parseOptions(options, "remember");
    const call = signal === undefined ? {} : { signal };
    const remembered = oneByOne((input) => this.remember(input, call));
    return new RememberBatch(inputs, { remembered, onProgress });
  }

  override async details(options?: CallOptions): Promise<DetailsPayload> {
    return this.#account.withOperations(await super.details(options));
  }

  override async verifyAudit(options?: CallOptions): Promise<AuditVerdict> {
    return this.#account.judged(await super.verifyAudit(options));
  }

  override export(options?: ExportOptions): AsyncGenerator<string> {
    return asLongWork(super.export(options));
  }

  async close(): Promise<void> {
    // Another caller may be using the same file. The folder closes it.
  }
}

/** How a verb uses a store. */
interface Use {
  /** @default "call" */
  readonly work?: Work;
  /** Whether the call counts as a memory operation. */
  readonly counts?: true;
  /** What is charged, for errors. @default nothing */
  readonly charges?: string;
}

const uses: Readonly<Partial<Record<CallName, Use>>> = {
  remember: { counts: true, charges: "remember" },
  rememberFile: { counts: true, charges: "remember the file", work: "bulk" },
  recall: { counts: true, charges: "recall" },
  profile: { counts: true },
  records: { counts: true },
  history: { counts: true },
  import: { counts: true, work: "bulk" },
  export: { work: "stream" },
};

interface LeasedParts {
  readonly lease: LeaseStore;
  readonly account: StoreAccount;
  readonly actor: string | undefined;
}

/** Calls that lease their store, and are counted and charged. */
class LeasedCalls implements Calls {
  readonly #parts: LeasedParts;

  constructor(parts: LeasedParts) {
    this.#parts = parts;
  }

  async begin(name: CallName, signal: AbortSignal | undefined): Promise<CallInProgress> {
    const call = new LeasedCall(this.#parts, { name, signal, use: uses[name] ?? {} });
    await call.begin();
    return call;
  }
}

interface Asked {
  readonly name: CallName;
  readonly signal: AbortSignal | undefined;
  readonly use: Use;
}

/** A call on a leased store. It is repeated when a larger share of the wallet covers it. */
class LeasedCall implements CallInProgress {
  readonly #parts: LeasedParts;
  readonly #asked: Asked;
  #call: CallInProgress | undefined;
  #release: (() => void) | undefined;

  constructor(parts: LeasedParts, asked: Asked) {
    this.#parts = parts;
    this.#asked = asked;
  }

  /** Counts the call, waits for its turn, and opens the store. */
  async begin(): Promise<void> {
    if (this.#asked.use.counts) this.#parts.account.count();
    try {
      await this.#lease();
    } catch (error) {
      this.end("failed");
      throw error;
    }
  }

  attempt(): OpenedStore {
    const { store, parts } = this.#call!.attempt();
    const { actor } = this.#parts;
    return actor === undefined ? { store, parts } : { store, parts: { ...parts, actor: () => actor } };
  }

  async repeat(error: unknown): Promise<void> {
    const { charges } = this.#asked.use;
    if (charges === undefined || !MemoryError.is(error, "insufficient_balance"))
      return this.#call!.repeat(error);
    this.#leave("failed");
    this.#parts.account.enlarge(charges, error);
    await this.#lease();
  }

  /** A call that fails is not counted. */
  end(outcome: Outcome): void {
    this.#leave(outcome);
    if (outcome === "failed" && this.#asked.use.counts) this.#parts.account.uncount();
  }

  /** Leases the store, with the share of the wallet that it has now. */
  async #lease(): Promise<void> {
    const { name, signal, use } = this.#asked;
    const { memory, release } = await this.#parts.lease(use.work ?? "call", signal);
    this.#release = release;
    this.#call = await callsOf(memory).begin(name, signal);
  }

  #leave(outcome: Outcome): void {
    this.#call?.end(outcome);
    this.#call = undefined;
    this.#release?.();
    this.#release = undefined;
  }
}

/**
 * The lines. A line that is being created waits for short calls between its pieces of work, like
 * other long work. While the reader pauses, no other call waits for the stream.
 */
async function* asLongWork(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = lines[Symbol.asyncIterator]();
  try {
    for (;;) {
      const end = callInProgress(true);
      const next = await iterator.next().finally(end);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
