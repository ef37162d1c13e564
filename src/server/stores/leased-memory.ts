/**
 * One store of a folder as a `MemoryService`. A caller may keep it for any time, because its file
 * is opened for each verb if it is not open already.
 */

import { callInProgress } from "../../async/next-turn.js";
import { parseOptions } from "../../contract/call-options.js";
import type { DetailsPayload } from "../../contract/details.js";
import type { ForgetInput, ForgetResult } from "../../contract/forget.js";
import type { AuditInput, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import type { ImportResult } from "../../contract/maintenance/exchange.js";
import type {
  Batch,
  CallOptions,
  ExportOptions,
  FileOptions,
  ImportOptions,
  MemoryService,
  ProgressOptions,
  ScopeOptions,
} from "../../contract/memory-service.js";
import type { ProfileInput, ProfilePayload } from "../../contract/profile.js";
import type { RecallInput, SearchPayload } from "../../contract/recall.js";
import type { MemoryRecord, Page, RecordsInput } from "../../contract/record.js";
import type { AddPayload, RememberInput } from "../../contract/remember.js";
import type { RememberFileInput, RememberFilePayload } from "../../contract/remember-file.js";
import { type Scope, scope as scopeSchema } from "../../contract/scope.js";
import { oneByOne, RememberBatch } from "../../service/remember-batch.js";
import { boundTo } from "../../service/scoped-memory.js";
import { actingAs } from "./actors.js";
import type { StoreAccount } from "./store-account.js";

/** A memory that stays open until it is released. */
export interface Lease {
  readonly memory: MemoryService;
  readonly release: () => void;
}

/**
 * How a verb is scheduled. A `call` is short. The time of `bulk` grows with its input. A `stream`
 * runs at the speed of its reader, so it does not wait for a turn.
 */
export type Work = "call" | "bulk" | "stream";

/** Waits for the turn of a verb, and opens the store. */
export type LeaseStore = (work: Work, signal: AbortSignal | undefined) => Promise<Lease>;

/**
 * The verbs of a store, each with its own lease. `close` does nothing: the folder closes unused
 * stores.
 */
export class LeasedMemory implements MemoryService {
  readonly #lease: LeaseStore;
  readonly #account: StoreAccount;
  readonly #actor: string | undefined;

  /**
   * @param account Counts the calls.
   * @param actor The actor of the calls in the audit trail. @default that of the service
   */
  constructor(lease: LeaseStore, account: StoreAccount, actor?: string) {
    this.#lease = lease;
    this.#account = account;
    this.#actor = actor;
  }

  remember(input: RememberInput, options?: CallOptions): Promise<AddPayload> {
    const verb = (memory: MemoryService) => memory.remember(input, options);
    // A dry run counts and costs nothing.
    if (typeof input === "object" && "dry_run" in input && input.dry_run === true)
      return this.#with(verb, { options });
    return this.#charged("remember", verb, { options });
  }

  rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    options: ProgressOptions = {},
  ): Batch {
    const { signal, onProgress } = parseOptions(options, "remember");
    const call = signal === undefined ? {} : { signal };
    return new RememberBatch(inputs, {
      remembered: oneByOne((input) => this.remember(input, call)),
      onProgress,
    });
  }

  rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload> {
    const how = { options, work: "bulk" } as const;
    return this.#charged("remember the file", (memory) => memory.rememberFile(file, options), how);
  }

  recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload> {
    return this.#charged("recall", (memory) => memory.recall(input, options), { options });
  }

  profile(input?: ProfileInput, options?: CallOptions): Promise<ProfilePayload> {
    return this.#counted((memory) => memory.profile(input, options), { options });
  }

  forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult> {
    return this.#with((memory) => memory.forget(selector, options), { options });
  }

  async details(options?: CallOptions): Promise<DetailsPayload> {
    return this.#account.withOperations(await this.#with((memory) => memory.details(options), { options }));
  }

  records(input?: RecordsInput, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#counted((memory) => memory.records(input, options), { options });
  }

  history(id: string, options?: ScopeOptions): Promise<Page<MemoryRecord>> {
    return this.#counted((memory) => memory.history(id, options), { options });
  }

  audit(input?: AuditInput, options?: CallOptions): Promise<Page<AuditRow>> {
    return this.#with((memory) => memory.audit(input, options), { options });
  }

  async verifyAudit(options?: CallOptions): Promise<AuditVerdict> {
    return this.#account.judged(await this.#with((memory) => memory.verifyAudit(options), { options }));
  }

  async *export(options?: ExportOptions): AsyncGenerator<string> {
    const { memory, release } = await this.#lease("stream", options?.signal);
    try {
      yield* asLongWork(memory.export(options));
    } finally {
      release();
    }
  }

  import(lines: Iterable<string> | AsyncIterable<string>, options?: ImportOptions): Promise<ImportResult> {
    return this.#counted((memory) => memory.import(lines, options), { options, work: "bulk" });
  }

  for(scope: Scope): MemoryService {
    return boundTo(this, scope, scopeSchema);
  }

  async close(): Promise<void> {
    // Another caller may be using the same file. The folder closes it.
  }

  #charged<Answer>(action: string, verb: Verb<Answer>, how: How): Promise<Answer> {
    const call = () => this.#with(verb, how);
    return this.#account.counted(() => this.#account.charged(action, call));
  }

  #counted<Answer>(verb: Verb<Answer>, how: How): Promise<Answer> {
    return this.#account.counted(() => this.#with(verb, how));
  }

  async #with<Answer>(verb: Verb<Answer>, { options, work = "call" }: How): Promise<Answer> {
    const { memory, release } = await this.#lease(work, options?.signal);
    try {
      return await actingAs(this.#actor, () => verb(memory));
    } finally {
      release();
    }
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

type Verb<Answer> = (memory: MemoryService) => Promise<Answer>;

interface How {
  readonly options: CallOptions | undefined;
  readonly work?: Work;
}
