/**
 * The verbs of a memory store, which `Memory`, the HTTP client and the MCP server all implement or
 * use.
 */
import type { DetailsPayload } from "./details.js";
import type { ForgetInput, ForgetResult } from "./forget.js";
import type { AuditInput, AuditRow, AuditVerdict } from "./maintenance/audit.js";
import type { ImportResult } from "./maintenance/exchange.js";
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

/**
 * The payloads of many inputs, in order. `await` the batch for a list, or use `for await` to get
 * one payload at a time without keeping them all in memory. It starts when it is first read.
 */
export interface Batch extends Promise<AddPayload[]>, AsyncIterable<AddPayload> {}

/**
 * The verbs of one memory store. `Memory` runs them in this process; `MemoryClient` sends them to a
 * service.
 *
 * An abstract class, so that an editor shows these docstrings where a verb of `Memory` or
 * `MemoryClient` is called: TypeScript 7 shows those of a base class, not those of an interface. It
 * can be implemented like an interface.
 */
export abstract class MemoryService {
  /**
   * Extracts facts, events and rules from a text or a chat and stores them. The payload lists what
   * was stored, what it changed, and what was skipped and why.
   *
   * @throws {MemoryError} `invalid_input`, `storage_limit_reached`, `insufficient_balance`, `busy`,
   * `read_only`, `disk_full`, `embedder_failed`, `extractor_failed`, `missing_dependency`
   *
   * @example
   * const payload = await memory.remember({ content: "I work at Siemens now.", speaker: "Ana" });
   * const [fact] = payload.data.data.memory_decisions.semantic.items;
   */
  abstract remember(input: RememberInput, options?: CallOptions): Promise<AddPayload>;

  /**
   * Remembers inputs one after the other, each in a transaction of its own. `await` the result for
   * all payloads, or use `for await` for one at a time. Several inputs are embedded together and
   * share a wait for the disk, so later inputs may already have been saved when a payload arrives;
   * if you break out of the loop, they stay saved. An extractor with a `concurrency`, such as a
   * language model, works on several inputs at once.
   */
  abstract rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    options?: ProgressOptions,
  ): Batch;

  /**
   * Reads a file and stores its passages, with pages and headings. The same file again changes
   * nothing; a newer version updates what changed. A file that cannot be read to its end stores
   * nothing.
   *
   * @throws {MemoryError} `invalid_input`, `unreadable_file`, `not_found`, `storage_limit_reached`,
   * `insufficient_balance`, `busy`, `read_only`, `disk_full`, `embedder_failed`,
   * `missing_dependency`
   *
   * @example
   * const { file } = await memory.rememberFile({ path: "report.pdf" });
   * console.log(file.passages.created);
   */
  abstract rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload>;

  /**
   * Answers a question with dated prose for a prompt, by type, within a token budget; empty if
   * nothing in memory answers it.
   *
   * @throws {MemoryError} `invalid_input`, `insufficient_balance`, `busy`, `embedder_failed`,
   * `rerank_failed`, `missing_dependency`
   *
   * @example
   * const { semantic_memory } = await memory.recall({
   *   query: "Where does Ana live?",
   *   token_budget: 200,
   * });
   */
  abstract recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload>;

  /**
   * Returns what a prompt should always contain about a user, without a question: who they are,
   * what is true now, their standing rules, and recent and coming events. It embeds nothing, costs
   * nothing, and reads the current state of the store.
   *
   * @throws {MemoryError} `invalid_input`, `missing_dependency`
   *
   * @example
   * const { semantic_memory, rules } = await memory.profile({ speaker: "Ana" });
   */
  abstract profile(input?: ProfileInput, options?: CallOptions): Promise<ProfilePayload>;

  /**
   * Erases the records that the selector matches, to the last byte, and verifies it. A `query` only
   * matches records that state what it asks about (rules only if it names rules), and only previews
   * unless `confirm: true`.
   *
   * @throws {MemoryError} `invalid_input`, `busy`, `read_only`
   *
   * @example
   * const { forgotten, verified } = await memory.forget({
   *   entity: "Ana",
   *   reason: "Ana asked for it",
   * });
   */
  abstract forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult>;

  /**
   * Returns plan, usage, storage and wallet of the store.
   *
   * @example
   * const { memory: store } = await memory.details();
   * console.log(store.storage_used);
   */
  abstract details(options?: CallOptions): Promise<DetailsPayload>;

  /**
   * Lists records, oldest first, page by page.
   *
   * @throws {MemoryError} `invalid_input`
   *
   * @example
   * const { items, next_cursor } = await memory.records({ types: ["procedural"], limit: 20 });
   */
  abstract records(input?: RecordsInput, options?: CallOptions): Promise<Page<MemoryRecord>>;

  /**
   * Returns a record with the records that it replaced and those that replaced it, oldest first.
   *
   * @throws {MemoryError} `not_found`, `invalid_input`
   *
   * @example
   * const [first] = (await memory.records()).items;
   * if (first !== undefined) console.log((await memory.history(first.id)).items);
   */
  abstract history(id: string, options?: ScopeOptions): Promise<Page<MemoryRecord>>;

  /**
   * Lists the audit trail, oldest first, page by page.
   *
   * @throws {MemoryError} `invalid_input`
   *
   * @example
   * const { items } = await memory.audit({ operation: "FORGET" });
   */
  abstract audit(input?: AuditInput, options?: CallOptions): Promise<Page<AuditRow>>;

  /**
   * Recomputes the hash chain of the audit trail, which finds an altered, removed or reordered row.
   *
   * @example
   * const { valid, broken_at } = await memory.verifyAudit();
   */
  abstract verifyAudit(options?: CallOptions): Promise<AuditVerdict>;

  /**
   * Yields the store as JSON Lines, without line ends. `scope` limits it to what was remembered
   * under that scope, `sourceId` to one source, with its text as it was given.
   *
   * @throws {MemoryError} `invalid_input`
   *
   * @example
   * for await (const line of memory.export()) console.log(line);
   */
  abstract export(options?: ExportOptions): AsyncIterable<string>;

  /**
   * Imports what `export` wrote. Running it again changes nothing. With a `scope`, everything is
   * stored under that scope.
   *
   * @throws {MemoryError} `invalid_input` with the line number, or if the scope of a line
   * contradicts the given one
   *
   * @example
   * const { records, skipped } = await memory.import(other.export());
   */
  abstract import(
    lines: Iterable<string> | AsyncIterable<string>,
    options?: ImportOptions,
  ): Promise<ImportResult>;

  /**
   * This memory, limited to one scope, such as one user. Its calls belong to that scope and may add
   * further labels; a call that gives a bound label another value fails with `invalid_input`. To
   * release resources, close the original memory: closing this one does nothing.
   *
   * @throws {MemoryError} `invalid_input`
   *
   * @example
   * const alice = memory.for({ user: "alice" });
   * await alice.remember("I live in Lisbon.");
   */
  abstract for(scope: Scope): MemoryService;

  /** Waits for calls in progress, then releases resources. Every later call fails with `closed`. */
  abstract close(): Promise<void>;
}
