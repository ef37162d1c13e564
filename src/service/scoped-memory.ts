/** A memory that is limited to one scope. Works with any service. */

import { parseOptions } from "../contract/call-options.js";
import type { DetailsPayload } from "../contract/details.js";
import { type Parser, parseInput } from "../contract/errors.js";
import type { ForgetInput, ForgetResult } from "../contract/forget.js";
import type { AuditInput, AuditRow, AuditVerdict } from "../contract/maintenance/audit.js";
import type { ImportResult } from "../contract/maintenance/exchange.js";
import type {
  Batch,
  CallOptions,
  ExportOptions,
  FileOptions,
  ImportOptions,
  MemoryService,
  Progress,
  ProgressOptions,
  ScopeOptions,
} from "../contract/memory-service.js";
import { narrowedScope } from "../contract/plain/narrowed-scope.js";
import type { ProfileInput, ProfilePayload } from "../contract/profile.js";
import type { RecallInput, SearchPayload } from "../contract/recall.js";
import type { MemoryRecord, Page, RecordsInput } from "../contract/record.js";
import type { AddPayload, ChatMessageInput, RememberInput, RememberObject } from "../contract/remember.js";
import type { RememberFileInput, RememberFilePayload } from "../contract/remember-file.js";
import type { Scope } from "../contract/scope.js";

/** A service without `for`. */
type Unbound = Omit<MemoryService, "for">;

/**
 * Limits a memory to a scope. The memory checks the inputs, with the scope that is added to them.
 *
 * @param parser Parses a scope: the schema of the contract, or the client's parser.
 * @throws {MemoryError} `invalid_input`
 */
export function boundTo(memory: Unbound, scope: Scope, parser: Parser<Scope>): MemoryService {
  return new ScopedMemory(memory, parseInput(parser, scope, "bind a memory"), parser);
}

class ScopedMemory implements MemoryService {
  readonly #memory: Unbound;
  readonly #scope: Scope;
  readonly #parser: Parser<Scope>;

  constructor(memory: Unbound, scope: Scope, parser: Parser<Scope>) {
    this.#memory = memory;
    this.#scope = scope;
    this.#parser = parser;
  }

  async remember(input: RememberInput, options?: CallOptions): Promise<AddPayload> {
    return this.#memory.remember(this.#remembered(input), options);
  }

  rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    given: ProgressOptions = {},
  ): Batch {
    const { onProgress, ...options } = parseOptions(given, "remember");
    const total = Array.isArray(inputs) ? { total: inputs.length } : {};
    return this.#memory.rememberMany(this.#each(inputs), {
      ...options,
      ...(onProgress === undefined
        ? {}
        : { onProgress: (progress: Progress) => onProgress({ ...progress, ...total }) }),
    });
  }

  async rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload> {
    return this.#memory.rememberFile(this.#within(file, "remember the file"), options);
  }

  async recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload> {
    return this.#memory.recall(
      this.#within(typeof input === "string" ? { query: input } : input, "recall"),
      options,
    );
  }

  async profile(input: ProfileInput = {}, options?: CallOptions): Promise<ProfilePayload> {
    return this.#memory.profile(this.#within(input, "read the profile"), options);
  }

  async forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult> {
    return this.#memory.forget(this.#within(selector, "forget"), options);
  }

  details(options?: CallOptions): Promise<DetailsPayload> {
    return this.#memory.details(options);
  }

  async records(input: RecordsInput = {}, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#memory.records(this.#within(input, "list records"), options);
  }

  async history(id: string, options: ScopeOptions = {}): Promise<Page<MemoryRecord>> {
    return this.#memory.history(id, this.#within(options, "read the history"));
  }

  async audit(input: AuditInput = {}, options?: CallOptions): Promise<Page<AuditRow>> {
    return this.#memory.audit(this.#within(input, "read the audit trail"), options);
  }

  verifyAudit(options?: CallOptions): Promise<AuditVerdict> {
    return this.#memory.verifyAudit(options);
  }

  async *export(options: ExportOptions = {}): AsyncGenerator<string> {
    yield* this.#memory.export(this.#within(options, "export"));
  }

  async import(
    lines: Iterable<string> | AsyncIterable<string>,
    options: ImportOptions = {},
  ): Promise<ImportResult> {
    return this.#memory.import(lines, this.#within(options, "import"));
  }

  for(scope: Scope): MemoryService {
    const action = "bind a memory";
    const narrowed = narrowedScope(this.#scope, parseInput(this.#parser, scope, action), action);
    return new ScopedMemory(this.#memory, narrowed, this.#parser);
  }

  async close(): Promise<void> {
    // Other code may use the same memory: the code that opened it closes it.
  }

  /** Lazily, so that an invalid input fails only when its turn comes. */
  async *#each(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
  ): AsyncGenerator<RememberInput> {
    for await (const input of inputs) yield this.#remembered(input);
  }

  #remembered(input: RememberInput): RememberInput {
    const call = isContent(input) ? ({ content: input } as RememberObject) : input;
    return this.#within(call, "remember");
  }

  /** An invalid call is passed on unchanged: the memory refuses it. */

  #within<Call extends { readonly scope?: Scope | undefined }>(
    call: Call,
    action: string,
  ): Call & { scope: Scope } {
    const isObject = typeof call === "object" && call !== null && !Array.isArray(call);
    const { scope } = isObject ? call : {};
    const given = scope === undefined ? undefined : this.#parser.safeParse(scope);
    if (!isObject || given?.success === false) return call as never;
    return { ...call, scope: narrowedScope(this.#scope, given?.data, action) };
  }
}

function isContent(input: RememberInput): input is Exclude<RememberInput, RememberObject> {
  return typeof input === "string" || Array.isArray(input as readonly ChatMessageInput[]);
}
