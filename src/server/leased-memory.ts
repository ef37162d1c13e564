/** One store of a folder as a `MemoryService` that may be held for as long as one likes: the file behind it is opened for each verb, or found open. */
import type { AuditInput, AuditRow, AuditVerdict } from "../contract/audit.js";
import type { DetailsPayload } from "../contract/details.js";
import type { ForgetInput, ForgetResult } from "../contract/forget.js";
import type {
  Batch,
  CallOptions,
  ExportOptions,
  FileOptions,
  ImportOptions,
  ImportResult,
  MemoryService,
  ProgressOptions,
  ScopeOptions,
} from "../contract/memory-service.js";
import type { ProfileInput, ProfilePayload } from "../contract/profile.js";
import type { RecallInput, SearchPayload } from "../contract/recall.js";
import type { MemoryRecord, Page, RecordsInput } from "../contract/record.js";
import type { AddPayload, RememberInput } from "../contract/remember.js";
import type { RememberFileInput, RememberFilePayload } from "../contract/remember-file.js";
import type { Scope } from "../contract/scope.js";
import { oneByOne, RememberBatch } from "../service/remember-batch.js";
import { boundTo } from "../service/scoped-memory.js";

/** A memory that stays open until it is given back. */
export interface Lease {
  readonly memory: MemoryService;
  readonly release: () => void;
}

/**
 * How a verb takes its turn: a `call` is over soon; `bulk` takes as long as what it is given is large; a `stream` goes as fast as its reader, so it takes no turn.
 */
export type Work = "call" | "bulk" | "stream";

/** Waits for the turn of a verb, and opens the store. */
export type Leasing = (work: Work, signal: AbortSignal | undefined) => Promise<Lease>;

/** The verbs of a store, each under a lease of its own. `close` does nothing: the folder closes what nobody uses. */
export class LeasedMemory implements MemoryService {
  readonly #lease: Leasing;

  constructor(lease: Leasing) {
    this.#lease = lease;
  }

  remember(input: RememberInput, options?: CallOptions): Promise<AddPayload> {
    return this.#with((memory) => memory.remember(input, options), options);
  }

  rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    options: ProgressOptions = {},
  ): Batch {
    const { signal, onProgress } = options;
    const call = signal === undefined ? {} : { signal };
    return new RememberBatch(inputs, {
      remember: oneByOne((input) => this.remember(input, call)),
      onProgress,
    });
  }

  rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload> {
    return this.#with((memory) => memory.rememberFile(file, options), options, "bulk");
  }

  recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload> {
    return this.#with((memory) => memory.recall(input, options), options);
  }

  profile(input?: ProfileInput, options?: CallOptions): Promise<ProfilePayload> {
    return this.#with((memory) => memory.profile(input, options), options);
  }

  forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult> {
    return this.#with((memory) => memory.forget(selector, options), options);
  }

  details(options?: CallOptions): Promise<DetailsPayload> {
    return this.#with((memory) => memory.details(options), options);
  }

  records(input?: RecordsInput, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#with((memory) => memory.records(input, options), options);
  }

  history(id: string, options?: ScopeOptions): Promise<Page<MemoryRecord>> {
    return this.#with((memory) => memory.history(id, options), options);
  }

  audit(input?: AuditInput, options?: CallOptions): Promise<Page<AuditRow>> {
    return this.#with((memory) => memory.audit(input, options), options);
  }

  verifyAudit(options?: CallOptions): Promise<AuditVerdict> {
    return this.#with((memory) => memory.verifyAudit(options), options);
  }

  async *export(options?: ExportOptions): AsyncGenerator<string> {
    const { memory, release } = await this.#lease("stream", options?.signal);
    try {
      yield* memory.export(options);
    } finally {
      release();
    }
  }

  import(lines: Iterable<string> | AsyncIterable<string>, options?: ImportOptions): Promise<ImportResult> {
    return this.#with((memory) => memory.import(lines, options), options, "bulk");
  }

  for(scope: Scope): MemoryService {
    return boundTo(this, scope);
  }

  async close(): Promise<void> {
    // Another caller may be at work on the same file: the folder closes it.
  }

  async #with<Answer>(
    verb: (memory: MemoryService) => Promise<Answer>,
    options: CallOptions | undefined,
    work: Work = "call",
  ): Promise<Answer> {
    const { memory, release } = await this.#lease(work, options?.signal);
    try {
      return await verb(memory);
    } finally {
      release();
    }
  }
}
