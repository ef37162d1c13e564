/** A memory that is limited to one scope. Works with any service. */

import type { DetailsPayload } from "../contract/details.js";
import { parseInput } from "../contract/errors.js";
import { type ForgetInput, type ForgetResult, forgetInput } from "../contract/forget.js";
import type { AuditInput, AuditRow, AuditVerdict } from "../contract/maintenance/audit.js";
import { auditInput } from "../contract/maintenance/audit.js";
import type {
  Batch,
  CallOptions,
  ExportOptions,
  FileOptions,
  ImportOptions,
  ImportResult,
  MemoryService,
  Progress,
  ProgressOptions,
  ScopeOptions,
} from "../contract/memory-service.js";
import { type ProfileInput, type ProfilePayload, profileInput } from "../contract/profile.js";
import { type RecallInput, recallInput, type SearchPayload } from "../contract/recall.js";
import { type MemoryRecord, type Page, type RecordsInput, recordsInput } from "../contract/record.js";
import { type AddPayload, type RememberInput, rememberInput } from "../contract/remember.js";
import {
  type RememberFileInput,
  type RememberFilePayload,
  rememberFileInput,
} from "../contract/remember-file.js";
import { narrowedScope, type Scope, scope as scopeSchema } from "../contract/scope.js";

/** A service without `for`. */
type Unbound = Omit<MemoryService, "for">;

/**
 * Limits a memory to a scope.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function boundTo(memory: Unbound, scope: Scope): MemoryService {
  return new ScopedMemory(memory, parseInput(scopeSchema, scope, "bind a memory"));
}

class ScopedMemory implements MemoryService {
  readonly #memory: Unbound;
  readonly #scope: Scope;

  constructor(memory: Unbound, scope: Scope) {
    this.#memory = memory;
    this.#scope = scope;
  }

  async remember(input: RememberInput, options?: CallOptions): Promise<AddPayload> {
    return this.#memory.remember(this.#remembered(input), options);
  }

  rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    { onProgress, ...options }: ProgressOptions = {},
  ): Batch {
    const total = Array.isArray(inputs) ? { total: inputs.length } : {};
    return this.#memory.rememberMany(this.#each(inputs), {
      ...options,
      ...(onProgress === undefined
        ? {}
        : { onProgress: (progress: Progress) => onProgress({ ...progress, ...total }) }),
    });
  }

  async rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload> {
    const action = "remember the file";
    return this.#memory.rememberFile(
      this.#within(parseInput(rememberFileInput, file, action), action),
      options,
    );
  }

  async recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload> {
    return this.#memory.recall(this.#within(parseInput(recallInput, input, "recall"), "recall"), options);
  }

  async profile(input: ProfileInput = {}, options?: CallOptions): Promise<ProfilePayload> {
    const action = "read the profile";
    return this.#memory.profile(this.#within(parseInput(profileInput, input, action), action), options);
  }

  async forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult> {
    return this.#memory.forget(this.#within(parseInput(forgetInput, selector, "forget"), "forget"), options);
  }

  details(options?: CallOptions): Promise<DetailsPayload> {
    return this.#memory.details(options);
  }

  async records(input: RecordsInput = {}, options?: CallOptions): Promise<Page<MemoryRecord>> {
    const action = "list records";
    return this.#memory.records(this.#within(parseInput(recordsInput, input, action), action), options);
  }

  async history(id: string, options: ScopeOptions = {}): Promise<Page<MemoryRecord>> {
    return this.#memory.history(id, this.#within(options, "read the history"));
  }

  async audit(input: AuditInput = {}, options?: CallOptions): Promise<Page<AuditRow>> {
    const action = "read the audit trail";
    return this.#memory.audit(this.#within(parseInput(auditInput, input, action), action), options);
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
    return new ScopedMemory(
      this.#memory,
      narrowedScope(this.#scope, parseInput(scopeSchema, scope, action), action),
    );
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
    const action = "remember";
    return this.#within(parseInput(rememberInput, input, action), action);
  }

  #within<Call extends { readonly scope?: Scope | undefined }>(
    call: Call,
    action: string,
  ): Call & { scope: Scope } {
    return { ...call, scope: narrowedScope(this.#scope, call.scope, action) };
  }
}
