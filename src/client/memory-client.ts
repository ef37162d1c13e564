/** `MemoryClient`: the verbs of a memory over HTTP, for keepsake and for the hosted service. */
/// <reference lib="esnext.disposable" preserve="true" />

import { parseOptions } from "../contract/call-options.js";
import type { DetailsPayload } from "../contract/details.js";
import { MemoryError, type Parser, parseInput } from "../contract/errors.js";
import type { ForgetInput, ForgetResult } from "../contract/forget.js";
import type { InvalidKeyPayload, Output } from "../contract/http.js";
import type { AuditInput, AuditRow, AuditVerdict } from "../contract/maintenance/audit.js";
import type { ImportResult } from "../contract/maintenance/exchange.js";
import {
  type Batch,
  type CallOptions,
  type ExportOptions,
  type FileOptions,
  type ImportOptions,
  MemoryService,
  type ProgressOptions,
  type ScopeOptions,
} from "../contract/memory-service.js";
import { type EndpointName, routes } from "../contract/plain/wire.js";
import type { ProfileInput, ProfilePayload } from "../contract/profile.js";
import type { RecallInput, SearchPayload } from "../contract/recall.js";
import type { MemoryRecord, Page, RecordsInput } from "../contract/record.js";
import type { AddPayload, RememberInput } from "../contract/remember.js";
import type { RememberFileInput, RememberFilePayload } from "../contract/remember-file.js";
import type { Scope } from "../contract/scope.js";
import { toBase64 } from "../hashing/base64.js";
import { oneByOne, RememberBatch } from "../service/remember-batch.js";
import { boundTo } from "../service/scoped-memory.js";
import { invalidKey, type Outcome, pathUnsupported, readAnswer } from "./answers.js";
import { checkHosted, hostedOutputs } from "./hosted.js";
import { type ClientParts, clientParts, inputs } from "./inputs.js";
import { assertInScope, bodiesOf, exportedLines } from "./lines.js";
import type { MemoryClientOptions } from "./options-schema.js";
import { parserOf } from "./parser.js";
import { payloadShapes } from "./payload-shapes.js";
import { type Call, Transport } from "./transport.js";

/**
 * A memory store behind a URL. It needs only `fetch`, so it runs in Node, browsers and edge
 * runtimes.
 *
 * Requests are retried after a network failure and after the statuses 429 and 503. An add has an
 * idempotency key, so a repeated add is not stored twice; the hosted service has no such keys, so
 * an add is retried there only after a refusal. A repeated `forget` removes nothing more; its
 * result then counts only the records that were still there.
 *
 * In addition to the codes of `Memory`, every verb can fail with `invalid_key`, `rate_limited`,
 * `unreachable`, `unsupported` and `service_failed`.
 *
 * @example
 * import { MemoryClient } from "keepsake/client";
 *
 * const memory = new MemoryClient({ url: "http://127.0.0.1:8787", key });
 * await memory.remember("Ana moved to Lisbon in May and prefers window seats.");
 * const { semantic_memory } = await memory.recall("Where does Ana live?");
 */
export class MemoryClient extends MemoryService implements AsyncDisposable {
  readonly #parts: ClientParts;
  readonly #transport: Transport;
  readonly #inFlight = new Set<Promise<unknown>>();
  #closed = false;

  /** Checks the options and sends nothing. @throws {MemoryError} `invalid_input` */
  constructor(options: MemoryClientOptions) {
    super();
    this.#parts = clientParts(options);
    this.#transport = new Transport(this.#parts);
  }

  /** As `Memory.remember`. The client generates a missing `idempotency_key`. */
  async remember(input: RememberInput, options: CallOptions = {}): Promise<AddPayload> {
    const action = "remember";
    const { signal } = parseOptions(options, action);
    const request = parseInput(inputs.remember, input, action);
    if (this.#parts.service === "hosted") {
      checkHosted("add", action, input);
      return this.#call("add", request, { action, signal, repeatable: false });
    }
    if (request.dry_run) return this.#call("add", request, { action, signal });
    const idempotency_key = request.idempotency_key ?? this.#parts.newKey();
    return this.#call("add", { ...request, idempotency_key }, { action, signal });
  }

  /** As `Memory.rememberMany`: one request per input, in order. */
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

  /**
   * As `Memory.rememberFile`, with `{ name, data }`. A `path` is `unsupported`, because the file is
   * sent and a browser has no paths. One request contains the whole file: at most 32 MiB of base64,
   * so 24 MiB of data. Sending the file again changes nothing.
   */
  async rememberFile(file: RememberFileInput, options: FileOptions = {}): Promise<RememberFilePayload> {
    const action = "remember the file";
    const { signal, onProgress } = parseOptions(options, action);
    const { path, data, name, ...labels } = parseInput(inputs.rememberFile, file, action);
    if (path !== undefined || data === undefined) throw pathUnsupported(action);
    const payload = await this.#call("file", { name, data: toBase64(data), ...labels }, { action, signal });
    const { created, known } = payload.file.passages;
    onProgress?.({ readBytes: data.length, sizeBytes: data.length, passages: created + known });
    return payload;
  }

  async recall(input: RecallInput, options: CallOptions = {}): Promise<SearchPayload> {
    const action = "recall";
    const { signal } = parseOptions(options, action);
    const request = parseInput(inputs.recall, input, action);
    if (this.#parts.service === "keepsake") return this.#call("search", request, { action, signal });
    checkHosted("search", action, input);
    const { query, previous_context } = request;
    return this.#call("search", { query, previous_context }, { action, signal });
  }

  async profile(input: ProfileInput = {}, options: CallOptions = {}): Promise<ProfilePayload> {
    const action = "read the profile";
    const { signal } = parseOptions(options, action);
    return this.#call("profile", parseInput(inputs.profile, input, action), { action, signal });
  }

  async forget(selector: ForgetInput, options: CallOptions = {}): Promise<ForgetResult> {
    const action = "forget";
    const { signal } = parseOptions(options, action);
    return this.#call("forget", parseInput(inputs.forget, selector, action), { action, signal });
  }

  /** As `Memory.details`. The service returns the key in `api_key`: do not log the payload. */
  async details(options: CallOptions = {}): Promise<DetailsPayload> {
    const action = "read the details";
    const { signal } = parseOptions(options, action);
    const payload = await this.#call("details", {}, { action, signal });
    if (payload.valid) return payload;
    throw invalidKey(action, { message: "the key is not active" });
  }

  /**
   * Checks the key without throwing for an invalid one: `valid` in the result says whether it is
   * valid.
   *
   * @throws {MemoryError} as every verb, except `invalid_key`
   */
  async checkKey(options: CallOptions = {}): Promise<DetailsPayload | InvalidKeyPayload> {
    const action = "check the key";
    const { signal } = parseOptions(options, action);
    const outcome = await this.#ask("details", {}, { action, signal });
    return "refusal" in outcome ? outcome.refusal : outcome.payload;
  }

  async records(input: RecordsInput = {}, options: CallOptions = {}): Promise<Page<MemoryRecord>> {
    const action = "list records";
    const { signal } = parseOptions(options, action);
    return this.#call("records", parseInput(inputs.records, input, action), { action, signal });
  }

  async history(id: string, options: ScopeOptions = {}): Promise<Page<MemoryRecord>> {
    const action = "read the history";
    const { signal, scope } = parseOptions(options, action);
    const input = { id: parseInput(inputs.recordId, id, action), scope: scopeOf(scope, action) };
    return this.#call("history", input, { action, signal });
  }

  async audit(input: AuditInput = {}, options: CallOptions = {}): Promise<Page<AuditRow>> {
    const action = "read the audit trail";
    const { signal } = parseOptions(options, action);
    return this.#call("audit", parseInput(inputs.audit, input, action), { action, signal });
  }

  async verifyAudit(options: CallOptions = {}): Promise<AuditVerdict> {
    const action = "verify the audit trail";
    const { signal } = parseOptions(options, action);
    return this.#call("verify_audit", {}, { action, signal });
  }

  /**
   * As `Memory.export`; yields each line as it arrives. Retried until the first line arrived; a
   * stream that breaks later fails with `unreachable`.
   */
  async *export(options: ExportOptions = {}): AsyncGenerator<string> {
    const action = "export";
    const { signal, sourceId, scope } = parseOptions(options, action);
    const input = { source_id: sourceId, scope: scopeOf(scope, action) };
    const call = this.#prepare("export", input, { action, signal });
    const stream = await this.#transport.open(call);
    try {
      for await (const line of exportedLines(stream, call)) {
        if (input.scope !== undefined) assertInScope(line, input.scope, action);
        yield line;
      }
    } finally {
      stream.deadline.clear();
    }
  }

  /**
   * As `Memory.import`, in requests of limited size. After an interruption, run it again to
   * complete it.
   */
  async import(
    lines: Iterable<string> | AsyncIterable<string>,
    options: ImportOptions = {},
  ): Promise<ImportResult> {
    const { signal, onProgress, scope: given } = parseOptions(options, "import");
    const scope = scopeOf(given, "import");
    let total: ImportResult = { sources: 0, records: 0, skipped: 0 };
    for await (const body of bodiesOf(lines, routes.import.bodyLimitBytes)) {
      const part = await this.#call("import", body, { action: "import", signal, scope });
      total = {
        sources: total.sources + part.sources,
        records: total.records + part.records,
        skipped: total.skipped + part.skipped,
      };
      onProgress?.({ done: total.records + total.skipped });
    }
    return total;
  }

  for(scope: Scope): MemoryService {
    return boundTo(this, scope, inputs.scope);
  }

  /** Waits for calls in progress. Every later call fails with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#inFlight);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call<Name extends EndpointName>(
    name: Name,
    body: unknown,
    options: AskOptions,
  ): Promise<Output<Name>> {
    const outcome = await this.#ask(name, body, options);
    if ("refusal" in outcome) throw invalidKey(options.action, outcome.refusal);
    return outcome.payload;
  }

  #ask<Name extends EndpointName>(
    name: Name,
    body: unknown,
    options: AskOptions,
  ): Promise<Outcome<Output<Name>>> {
    const asking = this.#post(name, body, options);
    this.#inFlight.add(asking);
    return asking.finally(() => this.#inFlight.delete(asking));
  }

  async #post<Name extends EndpointName>(
    name: Name,
    body: unknown,
    options: AskOptions,
  ): Promise<Outcome<Output<Name>>> {
    const call = this.#prepare(name, body, options);
    const answer = await this.#transport.post(call);
    const hosted = this.#parts.service === "hosted" ? hostedOutputs[name] : undefined;
    const parser: Parser<Output<Name>> = hosted ?? parserOf(payloadShapes[name]);
    return readAnswer(answer, parser, call);
  }

  #prepare(
    name: EndpointName,
    body: unknown,
    { action, signal, scope, repeatable = true }: AskOptions,
  ): Call {
    if (this.#closed) throw new MemoryError("closed", `Cannot ${action}: the client was closed`, {});
    if (this.#parts.service === "hosted") checkHosted(name, action, {});
    const { path, takes } = routes[name];
    const text = takes === "json" ? JSON.stringify(body) : String(body);
    // JSON Lines have no field for the scope of the request.
    const query = scope === undefined ? "" : `?scope=${encodeURIComponent(JSON.stringify(scope))}`;
    return { action, path: path + query, takes, body: text, signal, repeatable };
  }
}

function scopeOf(scope: Scope | undefined, action: string): Scope | undefined {
  return scope && parseInput(inputs.scope, scope, action);
}

interface AskOptions {
  /** The action, for error messages. */
  readonly action: string;
  readonly signal: AbortSignal | undefined;
  /** The scope of a request whose body has no field for it. */
  readonly scope?: Scope | undefined;
  /** @default true */
  readonly repeatable?: boolean;
}
