/**
 * The verbs of a memory store, which `Memory`, the HTTP client and the MCP server all implement or
 * use.
 */
import { z } from "zod";
import type { DetailsPayload } from "./details.js";
import type { ForgetInput, ForgetResult } from "./forget.js";
import type { AuditInput, AuditRow, AuditVerdict } from "./maintenance/audit.js";
import type { ProfileInput, ProfilePayload } from "./profile.js";
import type { RecallInput, SearchPayload } from "./recall.js";
import type { MemoryRecord, Page, RecordsInput } from "./record.js";
import type { AddPayload, RememberInput } from "./remember.js";
import type { RememberFileInput, RememberFilePayload } from "./remember-file.js";
import type { Scope } from "./scope.js";

/** Options of every verb. */
export interface CallOptions {
  /**
   * Stops the call. Nothing is written after it fires, and the call rejects with the signal's
   * reason.
   */
  readonly signal?: AbortSignal;
}

/** The progress of a long call. `total` is absent if it cannot be known. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
}

/** Options of a long call. */
export interface ProgressOptions<Reported extends Progress = Progress> extends CallOptions {
  /** Called as the work proceeds. */
  readonly onProgress?: (progress: Reported) => void;
}

/** The progress of reading a file. */
export interface FileProgress {
  /** Bytes read so far, at most `sizeBytes`. */
  readonly readBytes: number;
  /** Size of the file in bytes. */
  readonly sizeBytes: number;
  /** Passages found so far. */
  readonly passages: number;
}

/** Options of `rememberFile`. */
export interface FileOptions extends CallOptions {
  /** Called as the file is read. */
  readonly onProgress?: (progress: FileProgress) => void;
}

/** Options of a verb that has no input object but can be limited to a scope. */
export interface ScopeOptions extends CallOptions {
  /** Only what was remembered under scopes that include these labels. Absent: the whole store. */
  readonly scope?: Scope;
}

/** Options of `import`. */
export interface ImportOptions extends ProgressOptions {
  /** Labels that are added to the scope of each source. */
  readonly scope?: Scope;
}

/** Options of `export`. */
export interface ExportOptions extends ScopeOptions {
  /** Export only this source. The export has only a header if the store has no such source. */
  readonly sourceId?: string;
}

/** The schema of an {@link ImportResult}. */
export const importResult = z.object({ sources: z.int(), records: z.int(), skipped: z.int() });
/**
 * How many sources and records an import added, and how many records it skipped because the store
 * already had their ids.
 */
export type ImportResult = Readonly<z.infer<typeof importResult>>;

/**
 * The payloads of many inputs, in order. `await` the batch for a list, or use `for await` to get
 * one payload at a time without keeping them all in memory. It starts when it is first read.
 */
export interface Batch extends Promise<AddPayload[]>, AsyncIterable<AddPayload> {}

/**
 * The verbs of one memory store. `Memory` runs them in this process; `MemoryClient` sends them to a
 * service. The methods of `Memory` document each verb.
 */
export interface MemoryService {
  /** Stores what a text or a chat says. */
  remember(input: RememberInput, options?: CallOptions): Promise<AddPayload>;
  /** Remembers inputs one after the other. */
  rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    options?: ProgressOptions,
  ): Batch;
  /** Stores the passages of a file. */
  rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload>;
  /** Returns what memory knows about a question, as prose for a prompt. */
  recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload>;
  /** Returns what a prompt should always contain about a user. */
  profile(input?: ProfileInput, options?: CallOptions): Promise<ProfilePayload>;
  /** Erases what the selector matches, and verifies the erasure. */
  forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult>;
  /** Returns plan, usage, storage and wallet. */
  details(options?: CallOptions): Promise<DetailsPayload>;
  /** Lists records, oldest first. */
  records(input?: RecordsInput, options?: CallOptions): Promise<Page<MemoryRecord>>;
  /** Returns a record with the records it replaced and those that replaced it. */
  history(id: string, options?: ScopeOptions): Promise<Page<MemoryRecord>>;
  /** Lists the audit trail, oldest first. */
  audit(input?: AuditInput, options?: CallOptions): Promise<Page<AuditRow>>;
  /** Recomputes the hash chain of the audit trail. */
  verifyAudit(options?: CallOptions): Promise<AuditVerdict>;
  /** Yields the store as JSON Lines. */
  export(options?: ExportOptions): AsyncIterable<string>;
  /** Adds what `export` wrote. */
  import(lines: Iterable<string> | AsyncIterable<string>, options?: ImportOptions): Promise<ImportResult>;
  /**
   * This memory, limited to one scope. Its calls belong to that scope and may add further labels; a
   * call that gives a bound label another value fails with `invalid_input`. To release resources,
   * close the original memory: closing this one does nothing.
   *
   * @throws {MemoryError} `invalid_input`
   */
  for(scope: Scope): MemoryService;
  /** Waits for calls in progress, then releases resources. Every later call fails with `closed`. */
  close(): Promise<void>;
}
