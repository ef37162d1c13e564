/** The service: what every door speaks, whichever side of a wire it stands on. */
import { z } from "zod";
import type { AuditInput, AuditRow, AuditVerdict } from "./audit.js";
import type { DetailsPayload } from "./details.js";
import type { ForgetInput, ForgetResult } from "./forget.js";
import type { ProfileInput, ProfilePayload } from "./profile.js";
import type { RecallInput, SearchPayload } from "./recall.js";
import type { MemoryRecord, Page, RecordsInput } from "./record.js";
import type { AddPayload, RememberInput } from "./remember.js";
import type { RememberFileInput, RememberFilePayload } from "./remember-file.js";
import type { Scope } from "./scope.js";

/** What every verb takes beside its input. */
export interface CallOptions {
  /** Stops the call. Nothing is written after it fires, and the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How far a long call has come. `total` is absent where it cannot be known. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
}

/** What a verb that takes long takes beside its input. */
export interface ProgressOptions<Told extends Progress = Progress> extends CallOptions {
  readonly onProgress?: (progress: Told) => void;
}

/** How far a file has been read. */
export interface FileProgress {
  /** Of the file, at most `sizeBytes`. */
  readonly readBytes: number;
  readonly sizeBytes: number;
  /** Passages cut so far. */
  readonly passages: number;
}

/** What `rememberFile` takes beside its input. */
export interface FileOptions extends CallOptions {
  readonly onProgress?: (progress: FileProgress) => void;
}

/** What a verb without an input takes that belongs to a scope. */
export interface ScopeOptions extends CallOptions {
  /** What was remembered under scopes that include these labels. Absent: the whole store. */
  readonly scope?: Scope;
}

/** What `import` takes. */
export interface ImportOptions extends ProgressOptions {
  /** Added to the scope of each source. */
  readonly scope?: Scope;
}

/** What `export` takes. */
export interface ExportOptions extends ScopeOptions {
  /** The header and this source alone; only the header where the store has no such source. */
  readonly sourceId?: string;
}

/** What an import brought in. A record whose id the store holds already is left as it is. */
export const importResult = z.object({ sources: z.int(), records: z.int(), skipped: z.int() });
export type ImportResult = Readonly<z.infer<typeof importResult>>;

/** Many payloads, in order: `await` it for the list, or `for await` over it to hold those at hand. Starts when it is read. */
export interface Batch extends Promise<AddPayload[]>, AsyncIterable<AddPayload> {}

/** One memory store and its verbs. `Memory` implements it in process; doors and clients implement the same. */
export interface MemoryService {
  remember(input: RememberInput, options?: CallOptions): Promise<AddPayload>;
  rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    options?: ProgressOptions,
  ): Batch;
  rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload>;
  recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload>;
  profile(input?: ProfileInput, options?: CallOptions): Promise<ProfilePayload>;
  forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult>;
  details(options?: CallOptions): Promise<DetailsPayload>;
  records(input?: RecordsInput, options?: CallOptions): Promise<Page<MemoryRecord>>;
  history(id: string, options?: ScopeOptions): Promise<Page<MemoryRecord>>;
  audit(input?: AuditInput, options?: CallOptions): Promise<Page<AuditRow>>;
  verifyAudit(options?: CallOptions): Promise<AuditVerdict>;
  export(options?: ExportOptions): AsyncIterable<string>;
  import(lines: Iterable<string> | AsyncIterable<string>, options?: ImportOptions): Promise<ImportResult>;
  /**
   * The same memory for one scope: its calls belong to it, and may narrow it by further labels. A call that gives one of its labels another value is `invalid_input`.
   * Closing it does nothing: close the memory that it was made from.
   *
   * @throws {MemoryError} `invalid_input`
   */
  for(scope: Scope): MemoryService;
  close(): Promise<void>;
}
