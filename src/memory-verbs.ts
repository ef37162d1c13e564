/**
 * The verbs of a `MemoryService` on a store that each call asks for: they parse inputs and pass
 * each verb its parts. A verb is loaded when it is first called, so that importing the library
 * takes little time.
 */

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
} from "./contract/maintenance/audit.js";
import type { ImportResult } from "./contract/maintenance/exchange.js";
import {
  type Batch,
  type CallOptions,
  type ExportOptions,
  type FileOptions,
  type ImportOptions,
  MemoryService,
  type ProgressOptions,
  type ScopeOptions,
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
import { detailsPayload } from "./details-payload.js";
import { rememberedTogether, requestsAhead } from "./leading-requests.js";
import type { Ahead } from "./remember/ahead.js";
import { RememberBatch } from "./service/remember-batch.js";
import { boundTo } from "./service/scoped-memory.js";
import { severalAtOnce } from "./service/several-at-once.js";
import {
  acting,
  type CallInProgress,
  type CallName,
  type Calls,
  expired,
  type OpenedStore,
  type Outcome,
} from "./store-calls.js";
import type { ImportParts } from "./transfer/import.js";
import { forgettable, visibilityOf, wholeOr } from "./visibility.js";

const rememberModule = loadedOnce(() => import("./remember/remember.js"));
const aheadModule = loadedOnce(() => import("./remember/ahead.js"));
const recallModule = loadedOnce(() => import("./recall/recall.js"));

/**
 * The verbs of a service over any store. A subclass says where calls get the store from, and how it
 * is closed.
 */
export abstract class MemoryVerbs extends MemoryService {
  readonly #calls: Calls;

  /** @param calls Where each call gets its store from. */
  constructor(calls: Calls) {
    super();
    this.#calls = calls;
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
    return new RememberBatch(inputs, { remembered: (all) => this.#rememberAhead(all, signal), onProgress });
  }

  async rememberFile(file: RememberFileInput, options: FileOptions = {}): Promise<RememberFilePayload> {
    const { signal, onProgress } = parseOptions(options, "remember the file");
    const request = parseInput(rememberFileInput, file, "remember the file");
    return onStore(this.#calls, { name: "rememberFile", signal }, async (opened) => {
      const { store, parts } = opened;
      await store.assertEmbedder("remember the file");
      const { fileAt, fileOf } = await import("./readers/file-source.js");
      const { rememberFile } = await import("./remember/files/remember-file.js");
      const source =
        request.path === undefined
          ? fileOf(request.data ?? new Uint8Array(), request)
          : await fileAt(request.path, request);
      await expired(opened);
      const within = store.within(visibilityOf(request));
      return rememberFile(request, { ...acting(parts), store: within, file: source, onProgress, signal });
    });
  }

  async recall(input: RecallInput, options: CallOptions = {}): Promise<SearchPayload> {
    const { signal } = parseOptions(options, "recall");
    const request = parseInput(recallInput, input, "recall");
    return onStore(this.#calls, { name: "recall", signal }, async ({ store, parts }) => {
      await store.assertEmbedder("recall");
      const { recall } = await recallModule();
      return recall(request, { store: store.within(visibilityOf(request)), signal, ...parts });
    });
  }

  async profile(input: ProfileInput = {}, options: CallOptions = {}): Promise<ProfilePayload> {
    const { signal } = parseOptions(options, "read the profile");
    const request = parseInput(profileInput, input, "read the profile");
    return onStore(this.#calls, { name: "profile", signal }, async ({ store, parts }) => {
      const { profile } = await import("./profile/profile.js");
      return profile(request, { store: store.within(visibilityOf(request)), signal, ...parts });
    });
  }

  async forget(selector: ForgetInput, options: CallOptions = {}): Promise<ForgetResult> {
    const { signal } = parseOptions(options, "forget");
    const request = parseInput(forgetInput, selector, "forget");
    return onStore(this.#calls, { name: "forget", signal }, async (opened) => {
      const { store: whole, parts } = opened;
      if (request.dry_run !== true) await expired(opened);
      const store = whole.within(visibilityOf(request));
      const { forget } = await import("./forget/forget.js");
      const relevant = async (query: string, speaker: string | undefined) => {
        const { recordsToForget } = await import("./recall/selection/records-to-forget.js");
        return recordsToForget(query, { ...parts, store, speaker, signal });
      };
      return forget(request, {
        ...acting(parts),
        store: whole.within(forgettable(request)),
        relevant,
        signal,
      });
    });
  }

  async details(options: CallOptions = {}): Promise<DetailsPayload> {
    const { signal } = parseOptions(options, "read the details");
    return onStore(this.#calls, { name: "details", signal }, async ({ store, parts: { meter } }) => {
      const { id, name } = store;
      return detailsPayload({ id, name, usage: await store.usage() }, meter);
    });
  }

  async records(input: RecordsInput = {}, options: CallOptions = {}): Promise<Page<MemoryRecord>> {
    const { signal } = parseOptions(options, "list records");
    const request = parseInput(recordsInput, input, "list records");
    return onStore(this.#calls, { name: "records", signal }, async ({ store, parts }) =>
      store.within(visibilityOf(request)).list(request, parts.now().toISOString()),
    );
  }

  async history(id: string, options: ScopeOptions = {}): Promise<Page<MemoryRecord>> {
    const action = "read the history";
    const { signal, scope } = parseOptions(options, action);
    const known = parseInput(recordId, id, action);
    const shown = wholeOr(scope, action);
    return onStore(this.#calls, { name: "history", signal }, async ({ store }) => {
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
    return onStore(this.#calls, { name: "audit", signal }, ({ store }) => store.within(shown).audit(request));
  }

  async verifyAudit(options: CallOptions = {}): Promise<AuditVerdict> {
    const { signal } = parseOptions(options, "verify the audit trail");
    return onStore(this.#calls, { name: "verifyAudit", signal }, async ({ store }) => store.verifyAudit());
  }

  async *export(options: ExportOptions = {}): AsyncGenerator<string> {
    const { signal, sourceId, scope } = parseOptions(options, "export");
    const shown = wholeOr(scope, "export");
    if (sourceId !== undefined) parseInput(recordId, sourceId, "export");
    const { exportLines } = await import("./transfer/export.js");
    const call = await this.#calls.begin("export", signal);
    try {
      const { store, parts } = call.attempt();
      yield* exportLines({ ...parts, store: store.within(shown), sourceId, signal });
    } finally {
      call.end("done");
    }
  }

  async import(
    lines: Iterable<string> | AsyncIterable<string>,
    options: ImportOptions = {},
  ): Promise<ImportResult> {
    const { signal, onProgress, scope: given } = parseOptions(options, "import");
    const scope = given && parseInput(scopeSchema, given, "import");
    return inCall(this.#calls, { name: "import", signal }, async (call) => {
      const opened = call.attempt();
      await expired(opened, "import");
      const { importLines } = await import("./transfer/import.js");
      const { embedder: _, ...parts } = acting(opened.parts);
      // Lines can be read only once, so each batch is retried on its own where the store is
      // re-embedded meanwhile.
      const using: ImportParts["using"] = (work) =>
        repeated(call, ({ store, parts: { embedder } }) => work({ store, embedder }));
      return importLines(lines, { ...parts, scope, using, onProgress, signal });
    });
  }

  for(scope: Scope): MemoryService {
    return boundTo(this, scope, scopeSchema);
  }

  /** Remembers inputs in order. Those that wait for their turn may be extracted ahead. */
  async *#rememberAhead(
    inputs: Iterable<RememberInput> | AsyncIterable<RememberInput>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<AddPayload> {
    const { Ahead } = await aheadModule();
    const ahead = new Ahead();
    try {
      yield* severalAtOnce(requestsAhead(inputs), (requests) => this.#remember(requests, signal, ahead));
    } finally {
      ahead.end();
    }
  }

  /** Remembers the first of the requests, at least one, and returns their payloads. */
  #remember(
    requests: readonly RememberRequest[],
    signal: AbortSignal | undefined,
    ahead?: Ahead,
  ): Promise<AddPayload[]> {
    const [first] = requests;
    const together = rememberedTogether(requests);
    const isWritten = together.some(({ dry_run }) => dry_run !== true);
    const name = isWritten ? "remember" : "preview";
    return onStore(this.#calls, { name, signal }, async (opened) => {
      const { store, parts } = opened;
      const used = isWritten
        ? await expired(opened, "remember")
        : (await store.status(parts.now().toISOString(), "remember")).usage;
      const { remember } = await rememberModule();
      await ahead?.begin(requests, { ...parts, signal });
      const { embedder, extractor, meter, now, newId, actor } = parts;
      return remember(together, {
        embedder,
        extractor,
        meter,
        now,
        newId,
        actor: actor(),
        store: store.within(visibilityOf(first!)),
        used,
        signal,
        ahead,
      });
    });
  }
}

/** What a call does with the store, and with the parts of its memory. */
export type Work<Answer> = (opened: OpenedStore) => Promise<Answer>;

/** Which call asks for the store. */
export interface Asked {
  readonly name: CallName;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a call on a store. If it fails and a repetition can succeed, runs it again: see {@link
 * CallInProgress.repeat}.
 */
export function onStore<Answer>(calls: Calls, asked: Asked, work: Work<Answer>): Promise<Answer> {
  return inCall(calls, asked, (call) => repeated(call, work));
}

/** Begins a call, and ends it when its work is done. */
export async function inCall<Answer>(
  calls: Calls,
  { name, signal }: Asked,
  work: (call: CallInProgress) => Promise<Answer>,
): Promise<Answer> {
  const call = await calls.begin(name, signal);
  let outcome: Outcome = "failed";
  try {
    const answer = await work(call);
    outcome = "done";
    return answer;
  } finally {
    call.end(outcome);
  }
}

async function repeated<Answer>(call: CallInProgress, work: Work<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await work(call.attempt());
    } catch (error) {
      await call.repeat(error);
    }
  }
}
