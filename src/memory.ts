/**
 * Class `Memory`: it parses inputs and passes each verb its parts. A verb is loaded when it is
 * first called, so that importing the library takes little time.
 */
/// <reference lib="esnext.disposable" preserve="true" />

import type { Usage } from "./accounts/meter.js";
import { loadedOnce } from "./async/loaded-once.js";
import { parseOptions } from "./contract/call-options.js";
import type { DetailsPayload } from "./contract/details.js";
import { MemoryError, parseInput } from "./contract/errors.js";
import { type ForgetInput, type ForgetResult, forgetInput } from "./contract/forget.js";
import {
  type AuditInput,
  type AuditRow,
  type AuditVerdict,
  auditInput,
  type PruneAuditInput,
  type PrunedAudit,
  pruneAuditInput,
} from "./contract/maintenance/audit.js";
import type { ImportResult } from "./contract/maintenance/exchange.js";
import type {
  Backup,
  CheckOptions,
  CheckResult,
  ReembedResult,
  Rekeyed,
  RekeyOptions,
  RestoreOptions,
} from "./contract/maintenance/whole-store.js";
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
} from "./contract/memory-service.js";
import { type ProfileInput, type ProfilePayload, profileInput } from "./contract/profile.js";
import { type RecallInput, recallInput, type SearchPayload } from "./contract/recall.js";
import {
  type MemoryRecord,
  type Page,
  type RecordsInput,
  recordId,
  recordsInput,
} from "./contract/record.js";
import {
  type AddPayload,
  type RememberInput,
  type RememberRequest,
  rememberInput,
} from "./contract/remember.js";
import {
  type RememberFileInput,
  type RememberFilePayload,
  rememberFileInput,
} from "./contract/remember-file.js";
import { type Scope, scope as scopeSchema } from "./contract/scope.js";
import type { Embedder } from "./embedders/embedder.js";
import { expire } from "./forget/expire.js";
import { firstOfOneScope, validFirst } from "./leading-requests.js";
import { MaintainedMemory } from "./maintained-memory.js";
import { toUsd } from "./numbers/money.js";
import { embedderPart, filePath, type MemoryOptions, type MemoryParts, memoryParts } from "./options.js";
import { RememberBatch } from "./service/remember-batch.js";
import { boundTo } from "./service/scoped-memory.js";
import { severalAtOnce } from "./service/several-at-once.js";
import { StoreCalls } from "./store-calls.js";
import type { Store } from "./stores/store.js";
import type { ImportParts } from "./transfer/import.js";
import { forgettable, visibilityOf, wholeOr } from "./visibility.js";

/** Most inputs of `rememberMany` that share one wait for the disk. */
const rememberedAtOnce = 64;

const rememberModule = loadedOnce(() => import("./remember/remember.js"));
const recallModule = loadedOnce(() => import("./recall/recall.js"));

/**
 * Long-term memory in one SQLite file, inside the agent's own process. {@link MemoryService} and
 * {@link MaintainedMemory} document the verbs.
 *
 * @example
 * import { Memory } from "keepsake";
 *
 * const memory = new Memory({ path: "agent.db" });
 * await memory.remember("Ana moved to Lisbon in May and prefers window seats.");
 * const { semantic_memory } = await memory.recall("Where does Ana live?");
 * await memory.close();
 */
export class Memory extends MaintainedMemory implements AsyncDisposable {
  #parts: MemoryParts;
  readonly #calls = new StoreCalls(async () => {
    const { embedder, newId: ids, now: clock, name, openStore } = this.#parts;
    return openStore({ name, embedder, ids, clock });
  });

  /**
   * Checks the options and does no I/O: the first verb opens the file.
   *
   * @throws {MemoryError} `invalid_input`
   */
  constructor(options: MemoryOptions = {}) {
    super();
    this.#parts = memoryParts(options);
  }

  async remember(input: RememberInput, options: CallOptions = {}): Promise<AddPayload> {
    const { signal } = parseOptions(options, "remember");
    const [payload] = await this.#remember([parseInput(rememberInput, input, "remember")], signal);
    return payload!;
  }

  rememberMany(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    options: ProgressOptions = {},
  ): Batch {
    const { signal, onProgress } = parseOptions(options, "remember");
    const many = async (some: readonly RememberInput[]) => this.#remember(validFirst(some), signal);
    return new RememberBatch(inputs, { remembered: severalAtOnce(rememberedAtOnce, many), onProgress });
  }

  async rememberFile(file: RememberFileInput, options: FileOptions = {}): Promise<RememberFilePayload> {
    const { signal, onProgress } = parseOptions(options, "remember the file");
    const request = parseInput(rememberFileInput, file, "remember the file");
    return this.#calls.run(signal, async (store) => {
      await store.assertEmbedder("remember the file");
      const { fileAt, fileOf } = await import("./readers/file-source.js");
      const { rememberFile } = await import("./remember/files/remember-file.js");
      const source =
        request.path === undefined
          ? fileOf(request.data ?? new Uint8Array(), request)
          : await fileAt(request.path, request);
      await this.#expire(store);
      const within = store.within(visibilityOf(request));
      return rememberFile(request, { ...this.#acting(), store: within, file: source, onProgress, signal });
    });
  }

  async recall(input: RecallInput, options: CallOptions = {}): Promise<SearchPayload> {
    const { signal } = parseOptions(options, "recall");
    const request = parseInput(recallInput, input, "recall");
    return this.#calls.run(signal, async (store) => {
      await store.assertEmbedder("recall");
      const { recall } = await recallModule();
      return recall(request, { ...this.#parts, store: store.within(visibilityOf(request)), signal });
    });
  }

  async profile(input: ProfileInput = {}, options: CallOptions = {}): Promise<ProfilePayload> {
    const { signal } = parseOptions(options, "read the profile");
    const request = parseInput(profileInput, input, "read the profile");
    return this.#calls.run(signal, async (store) => {
      const { profile } = await import("./profile/profile.js");
      return profile(request, { ...this.#parts, store: store.within(visibilityOf(request)), signal });
    });
  }

  async forget(selector: ForgetInput, options: CallOptions = {}): Promise<ForgetResult> {
    const { signal } = parseOptions(options, "forget");
    const request = parseInput(forgetInput, selector, "forget");
    return this.#calls.run(signal, async (whole) => {
      if (request.dry_run !== true) await this.#expire(whole);
      const store = whole.within(visibilityOf(request));
      const { forget } = await import("./forget/forget.js");
      const relevant = async (query: string, speaker: string | undefined) => {
        const { recordsToForget } = await import("./recall/selection/records-to-forget.js");
        return recordsToForget(query, { ...this.#parts, store, speaker, signal });
      };
      return forget(request, {
        ...this.#acting(),
        store: whole.within(forgettable(request)),
        relevant,
        signal,
      });
    });
  }

  async details(options: CallOptions = {}): Promise<DetailsPayload> {
    const { signal } = parseOptions(options, "read the details");
    return this.#calls.run(signal, async (store) => {
      const { meter } = this.#parts;
      const usage = await store.usage();
      return {
        valid: true,
        api_key: "",
        memory: {
          id: store.id,
          name: store.name,
          usage: { requests: usage.requests, tokens: usage.tokens, spend: toUsd(usage.spendMicros) },
          storage_used: usage.storageUsed,
          storage_limit: meter.limits.storageBytes,
        },
        plan: { ...meter.plan },
        wallet_balance: toUsd(meter.balance(usage)),
      };
    });
  }

  async records(input: RecordsInput = {}, options: CallOptions = {}): Promise<Page<MemoryRecord>> {
    const { signal } = parseOptions(options, "list records");
    const request = parseInput(recordsInput, input, "list records");
    return this.#calls.run(signal, (store) =>
      store.within(visibilityOf(request)).list(request, this.#parts.now().toISOString()),
    );
  }

  async history(id: string, options: ScopeOptions = {}): Promise<Page<MemoryRecord>> {
    const action = "read the history";
    const { signal, scope } = parseOptions(options, action);
    const known = parseInput(recordId, id, action);
    const shown = wholeOr(scope, action);
    return this.#calls.run(signal, async (store) => {
      const [items] = await store.within(shown).read([{ of: "history", id: known }]);
      if (items.length > 0) return { items, next_cursor: null };
      throw new MemoryError("not_found", `Cannot read the history: there is no record ${known}`, {
        data: { id: known },
      });
    });
  }

  async audit(input: AuditInput = {}, options: CallOptions = {}): Promise<Page<AuditRow>> {
    const { signal } = parseOptions(options, "read the audit trail");
    const request = parseInput(auditInput, input, "read the audit trail");
    const shown = wholeOr(request.scope, "read the audit trail");
    return this.#calls.run(signal, (store) => store.within(shown).audit(request));
  }

  async verifyAudit(options: CallOptions = {}): Promise<AuditVerdict> {
    const { signal } = parseOptions(options, "verify the audit trail");
    return this.#calls.run(signal, (store) => store.verifyAudit());
  }

  async pruneAudit(input: PruneAuditInput, options: CallOptions = {}): Promise<PrunedAudit> {
    const { signal } = parseOptions(options, "prune the audit trail");
    const request = parseInput(pruneAuditInput, input, "prune the audit trail");
    const { pruneAudit } = await import("./transfer/prune-audit.js");
    return this.#calls.run(signal, (store) => pruneAudit(request, { ...this.#acting(), store, signal }));
  }

  async *export(options: ExportOptions = {}): AsyncGenerator<string> {
    const { signal, sourceId, scope } = parseOptions(options, "export");
    const shown = wholeOr(scope, "export");
    if (sourceId !== undefined) parseInput(recordId, sourceId, "export");
    const { exportLines } = await import("./transfer/export.js");
    const store = (await this.#calls.store(signal)).within(shown);
    yield* exportLines({ ...this.#parts, store, sourceId, signal });
  }

  async import(
    lines: Iterable<string> | AsyncIterable<string>,
    options: ImportOptions = {},
  ): Promise<ImportResult> {
    const { signal, onProgress, scope: given } = parseOptions(options, "import");
    const scope = given && parseInput(scopeSchema, given, "import");
    return this.#calls.track(signal, async (store) => {
      await this.#expire(store, "import");
      const { importLines } = await import("./transfer/import.js");
      const { embedder: _, ...parts } = this.#acting();
      // Lines can be read only once, so each batch is retried on its own where the store is
      // re-embedded meanwhile.
      const using: ImportParts["using"] = (work) =>
        this.#calls.retried(store, (present) => work({ store: present, embedder: this.#parts.embedder }));
      return importLines(lines, { ...parts, scope, using, onProgress, signal });
    });
  }

  async reembed(
    embedder: Embedder = this.#parts.embedder,
    options: ProgressOptions<Required<Progress>> = {},
  ): Promise<ReembedResult> {
    const { signal, onProgress } = parseOptions(options, "re-embed");
    parseInput(embedderPart, embedder, "re-embed");
    return this.#calls.track(signal, async (store) => {
      const { now, actor, meter } = this.#acting();
      const { limits } = meter;
      const { reembed } = await import("./transfer/reembed.js");
      const moved = await reembed(embedder, { store, limits, now, actor, onProgress, signal });
      this.#calls.replace(moved.store);
      this.#parts = { ...this.#parts, embedder };
      return moved.result;
    });
  }

  async check(options: CheckOptions = {}): Promise<CheckResult> {
    const { repair = false, signal, onProgress } = parseOptions(options, "check");
    return this.#calls.track(signal, async (store) => {
      const { now, actor, meter, embedder } = this.#acting();
      const { limits } = meter;
      const { check } = await import("./transfer/check.js");
      const checked = await check({ store, embedder, limits, repair, now, actor, onProgress, signal });
      this.#calls.replace(checked.store);
      return checked.result;
    });
  }

  async backup(path: string, options: ProgressOptions<Required<Progress>> = {}): Promise<Backup> {
    const { signal, onProgress } = parseOptions(options, "back up");
    const to = parseInput(filePath, path, "back up the store");
    return this.#calls.track(signal, async (store) => {
      const { backUpStore } = await import("./store-files.js");
      return backUpStore(store, to, { signal, onProgress });
    });
  }

  /**
   * Restores a backup to a path where no file exists.
   *
   * @throws {MemoryError} `invalid_input` where the path is taken, `wrong_key`, `corrupt` where the
   * backup is damaged or not a store
   *
   * @example
   * await Memory.restore("agent-monday.db", "agent.db");
   */
  static async restore(backup: string, path: string, options: RestoreOptions = {}): Promise<Backup> {
    const given = parseOptions(options, "restore the store");
    const { restoreStore } = await import("./store-files.js");
    return restoreStore(backup, path, given);
  }

  /**
   * Encrypts a store, decrypts it, or encrypts it with another key. Nobody may have it open. If a
   * call is killed, the store is intact, with one key or the other; the same call finishes the
   * work.
   *
   * @throws {MemoryError} `invalid_input`, `missing_dependency`, `wrong_key`, `busy` where the
   * store is open, `corrupt`, `disk_full`, `read_only`
   *
   * @example
   * await Memory.rekey("agent.db", { to: { key } });
   */
  static async rekey(path: string, options: RekeyOptions = {}): Promise<Rekeyed> {
    const given = parseOptions(options, "change the key of the store");
    const { rekeyStore } = await import("./store-files.js");
    return rekeyStore(path, given);
  }

  for(scope: Scope): MemoryService {
    return boundTo(this, scope, scopeSchema);
  }

  close(): Promise<void> {
    return this.#calls.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The parts of a call that writes, with its actor. */
  #acting() {
    return { ...this.#parts, actor: this.#parts.actor() };
  }

  /** Remembers the first of the requests, at least one, and returns their payloads. */
  #remember(requests: readonly RememberRequest[], signal: AbortSignal | undefined): Promise<AddPayload[]> {
    return this.#calls.run(signal, async (store) => {
      const [first] = requests;
      const together = firstOfOneScope(requests);
      const isWritten = together.some(({ dry_run }) => dry_run !== true);
      const used = await this.#begin(store, "remember", isWritten);
      const { remember } = await rememberModule();
      return remember(together, {
        ...this.#acting(),
        store: store.within(visibilityOf(first!)),
        used,
        signal,
      });
    });
  }

  /** Erases expired records. Every verb that writes calls it first. */
  async #expire(store: Store, action?: string): Promise<Usage> {
    const { now, actor } = this.#acting();
    return expire(store, { at: now().toISOString(), actor, ...(action !== undefined && { action }) });
  }

  /**
   * Begins a call that uses vectors. If it writes, erases expired records first.
   *
   * @returns the usage
   */
  async #begin(store: Store, action: string, isWritten: boolean): Promise<Usage> {
    if (isWritten) return this.#expire(store, action);
    return (await store.status(this.#parts.now().toISOString(), action)).usage;
  }
}
