/**
 * `MeteredMemory`: adds a plan, prices and a wallet to a `MemoryService` that has none of its own,
 * such as a client of a remote service. A `Memory` meters itself in the transaction of its write,
 * which is simpler and has no step in between; `keepsake serve` uses that. Here the memory and the
 * money are two systems, so each call is
 *
 *   check ─ hold ─ call ─ settle
 *
 * A crash after the hold: the hold expires, nothing was done and nothing is charged. A crash after
 * the call: the data is written, the caller got no answer and is charged nothing. If the caller
 * repeats the call with the same idempotency key, the service returns the first answer, and only
 * then is the call settled. A crash after settling: the repeated call returns the same answer and
 * costs nothing.
 */
import { createHash, randomUUID } from "node:crypto";
import { parseOptions } from "../contract/call-options.js";
import type { DetailsPayload } from "../contract/details.js";
import { MemoryError, parseInput } from "../contract/errors.js";
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
  ProgressOptions,
  ScopeOptions,
} from "../contract/memory-service.js";
import type { ProfileInput, ProfilePayload } from "../contract/profile.js";
import { type RecallInput, recallInput, type SearchPayload } from "../contract/recall.js";
import type { MemoryRecord, Page, RecordsInput } from "../contract/record.js";
import {
  type AddPayload,
  type RememberInput,
  type RememberRequest,
  rememberInput,
} from "../contract/remember.js";
import {
  type RememberFileInput,
  type RememberFilePayload,
  rememberFileInput,
} from "../contract/remember-file.js";
import { canonicalScope, type Scope, scope as scopeSchema } from "../contract/scope.js";
import { toUsd } from "../numbers/money.js";
import { admitSpend, admitStorage } from "../service/admission.js";
import { oneByOne, RememberBatch } from "../service/remember-batch.js";
import { boundTo } from "../service/scoped-memory.js";
import type { Ledger, LedgerUsage } from "./ledger.js";
import type { Meter } from "./meter.js";

/** Options of a {@link MeteredMemory}: the account that calls are charged to. */
export interface MeteredMemoryOptions {
  readonly ledger: Ledger;
  readonly meter: Meter;
  /**
   * Upper bound of the tokens of a text.
   *
   * @default its UTF-8 bytes, which no tokenizer exceeds
   */
  readonly countTokens?: (text: string) => number;
}

/** The fields that every charged payload has. */
interface Charged {
  readonly tokens: number;
  readonly cost: number;
  readonly wallet_balance: number;
}

/**
 * Adds a plan and a wallet to a `MemoryService` that has none: hold, call, settle. `docs/http.md`
 * says what a crash can leave unsettled.
 */
export class MeteredMemory implements MemoryService {
  readonly #inner: MemoryService;
  readonly #ledger: Ledger;
  readonly #meter: Meter;
  readonly #countTokens: (text: string) => number;

  /** @param inner Is closed with this memory. The caller closes the ledger. */
  constructor(
    inner: MemoryService,
    { ledger, meter, countTokens = Buffer.byteLength }: MeteredMemoryOptions,
  ) {
    this.#inner = inner;
    this.#ledger = ledger;
    this.#meter = meter;
    this.#countTokens = (text) => countTokens(text);
  }

  /**
   * @throws {MemoryError} `storage_limit_reached`, `insufficient_balance` before any work, and the
   * errors of the service
   */
  async remember(input: RememberInput, options?: CallOptions): Promise<AddPayload> {
    if (options !== undefined) parseOptions(options, "remember");
    const request = parseInput(rememberInput, input, "remember");
    if (request.dry_run) return this.#dryRun(request, options);
    const content = contentText(request);
    await this.#admitStorage(Buffer.byteLength(content), options);
    const tokens = this.#countTokens(content) + this.#countTokens(request.previous_context ?? "");
    const key = request.idempotency_key && keyOf(request);
    return this.#charged("add", { tokens, key }, () => this.#inner.remember(request, options));
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

  /**
   * The price of a file is known only after it is read: the hold is the price of its bytes, and the
   * charge is the price of its tokens.
   *
   * @throws {MemoryError} `storage_limit_reached`, `insufficient_balance` before any work, and the
   * errors of the service
   */
  async rememberFile(file: RememberFileInput, options?: FileOptions): Promise<RememberFilePayload> {
    if (options !== undefined) parseOptions(options, "remember the file");
    const request = parseInput(rememberFileInput, file, "remember the file");
    if (request.data === undefined) throw dataOnly();
    const tokens = request.data.byteLength;
    await this.#admitStorage(tokens, options);
    return this.#charged("add", { tokens }, () => this.#inner.rememberFile(request, options));
  }

  /** @throws {MemoryError} `insufficient_balance` before any work, and the errors of the service */
  async recall(input: RecallInput, options?: CallOptions): Promise<SearchPayload> {
    const request = parseInput(recallInput, input, "recall");
    const asked = this.#countTokens(request.query) + this.#countTokens(request.previous_context ?? "");
    return this.#charged("search", { tokens: asked + request.token_budget }, () =>
      this.#inner.recall(request, options),
    );
  }

  profile(input?: ProfileInput, options?: CallOptions): Promise<ProfilePayload> {
    return this.#inner.profile(input, options);
  }

  async forget(selector: ForgetInput, options?: CallOptions): Promise<ForgetResult> {
    const result = await this.#inner.forget(selector, options);
    // Requests are counted as in `Memory`. A preview is not a request. An erasure that found
    // nothing counts as a request only if it selected by entity or selected everything, because
    // these erasures search more than records.
    const previewOnly =
      selector.dry_run === true || (selector.query !== undefined && selector.confirm !== true);
    const searchesMore = selector.entity !== undefined || selector.all === true;
    if (result.forgotten > 0 || (searchesMore && !previewOnly))
      this.#ledger.settle(randomUUID(), { requests: 1, tokens: 0, spendMicros: 0 });
    return result;
  }

  async details(options?: CallOptions): Promise<DetailsPayload> {
    const { memory, ...rest } = await this.#inner.details(options);
    const usage = this.#ledger.usage();
    return {
      ...rest,
      memory: {
        ...memory,
        usage: { requests: usage.requests, tokens: usage.tokens, spend: toUsd(usage.spendMicros) },
        storage_limit: this.#meter.limits.storageBytes,
      },
      plan: { ...this.#meter.plan },
      wallet_balance: this.#balance(usage),
    };
  }

  records(input?: RecordsInput, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#inner.records(input, options);
  }

  history(id: string, options?: ScopeOptions): Promise<Page<MemoryRecord>> {
    return this.#inner.history(id, options);
  }

  audit(input?: AuditInput, options?: CallOptions): Promise<Page<AuditRow>> {
    return this.#inner.audit(input, options);
  }

  verifyAudit(options?: CallOptions): Promise<AuditVerdict> {
    return this.#inner.verifyAudit(options);
  }

  export(options?: ExportOptions): AsyncIterable<string> {
    return this.#inner.export(options);
  }

  import(lines: Iterable<string> | AsyncIterable<string>, options?: ImportOptions): Promise<ImportResult> {
    return this.#inner.import(lines, options);
  }

  for(scope: Scope): MemoryService {
    return boundTo(this, scope, scopeSchema);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** A dry run costs nothing, here as in the service. */
  async #dryRun(request: RememberRequest, options?: CallOptions): Promise<AddPayload> {
    const payload = await this.#inner.remember(request, options);
    return { ...payload, wallet_balance: this.#balance(this.#ledger.usage()) };
  }

  async #admitStorage(bytes: number, options: CallOptions = {}): Promise<void> {
    const { signal } = options;
    const { memory } = await this.#inner.details(signal === undefined ? {} : { signal });
    admitStorage("remember", bytes, memory.storage_used, this.#meter.limits.storageBytes);
  }

  /**
   * Reserves what the call may cost, makes the call, and settles the actual cost. If the call
   * fails, nothing is spent.
   */
  async #charged<Payload extends Charged>(
    call: "add" | "search",
    { tokens, key }: { readonly tokens: number; readonly key?: string | undefined },
    work: () => Promise<Payload>,
  ): Promise<Payload> {
    const hold = { id: randomUUID(), micros: this.#meter.price(call, tokens) };
    const taken = this.#ledger.hold(hold, this.#meter.limits.spendMicros);
    if (taken !== undefined)
      admitSpend(call === "add" ? "remember" : "recall", hold.micros, taken, this.#meter.limits.spendMicros);
    let payload: Payload;
    try {
      payload = await work();
    } catch (error) {
      this.#ledger.release(hold.id);
      throw error;
    }
    const used = {
      requests: 1,
      tokens: payload.tokens,
      spendMicros: this.#meter.price(call, payload.tokens),
    };
    const { costMicros, usage } = this.#ledger.settle(
      hold.id,
      used,
      key === undefined ? undefined : digest(key),
    );
    return { ...payload, cost: toUsd(costMicros), wallet_balance: this.#balance(usage) };
  }

  #balance(usage: LedgerUsage): number {
    return toUsd(this.#meter.balance({ ...usage, storageUsed: 0 }));
  }
}

function dataOnly(): MemoryError<"unsupported"> {
  const what = "files by path";
  return new MemoryError(
    "unsupported",
    `Cannot remember the file: this service takes no ${what}; pass its data`,
    {
      data: { what },
    },
  );
}

/** The same key in two scopes counts as two keys. */
function keyOf({ idempotency_key: key = "", scope }: RememberRequest): string {
  return scope === undefined ? key : `${canonicalScope(scope)} ${key}`;
}

/** A key may contain content, and forgotten content must not survive in a ledger. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function contentText({ content }: RememberRequest): string {
  return typeof content === "string" ? content : content.map((message) => message.content).join("\n");
}
