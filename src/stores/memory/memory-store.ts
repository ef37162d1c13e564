/**
 * A store in memory: the plainest implementation of the port, to read before writing another one,
 * and to test with. Every call reads all contents, so it is for thousands of passages, not for
 * millions.
 */
import type { Limits, Usage } from "../../accounts/meter.js";
import { MemoryError } from "../../contract/errors.js";
import type { ForgetPreview } from "../../contract/forget.js";
import type { AuditRequest, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import type { Backup, CheckOutcome } from "../../contract/maintenance/check.js";
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import type {
  Change,
  Erased,
  Erasure,
  FileWriter,
  Known,
  KnownRequest,
  LoadContext,
  Loaded,
  LoadedSource,
  NewFilePassage,
  ReadAnswers,
  ReadRequest,
  Reembedding,
  SaveOutcome,
  SearchAnswers,
  SearchRequest,
  Selection,
  Snapshot,
  SourceDump,
  Store,
  StoreCheck,
  StoreOptions,
  UsageDelta,
  VectorSpace,
  Visibility,
} from "../store.js";
import { type Contents, emptyContents, hasDirection, usageOf } from "./contents.js";
import { erase, isStillNamed, select } from "./forgetting.js";
import { auditPage, dumpsOf, listRecords, verdictOn } from "./listing.js";
import { load } from "./loading.js";
import { beginMove, MemoryReembedding } from "./reembedding.js";
import { acceptsVectorsOf, MemorySnapshot } from "./snapshot.js";
import { isUnexpired, type View, viewOf } from "./view.js";
import { count, save, saveFile, type Writing } from "./writing.js";

/**
 * Returns the option `store` of a memory that uses the reference store, which keeps everything in
 * memory.
 *
 * @example
 * import { Memory } from "keepsake";
 * import { memoryStore } from "keepsake/testing";
 *
 * const memory = new Memory({ store: memoryStore() });
 */
export function memoryStore(): (options: StoreOptions) => Store {
  return (options) =>
    new MemoryStore(
      { ...options, id: options.ids() },
      { contents: emptyContents(options.embedder), isClosed: false },
    );
}

/** What all views of one store share. */
interface Shared {
  contents: Contents;
  isClosed: boolean;
}

type Options = StoreOptions & { readonly id: string };

class MemoryStore implements Store {
  readonly id: string;
  readonly name: string;
  readonly #options: Options;
  readonly #shared: Shared;
  readonly #visibility: Visibility;

  constructor(options: Options, shared: Shared, visibility: Visibility = { scope: null }) {
    this.id = options.id;
    this.name = options.name ?? "memory";
    this.#options = options;
    this.#shared = shared;
    this.#visibility = visibility;
  }

  within(visibility: Visibility): Store {
    return new MemoryStore(this.#options, this.#shared, visibility);
  }

  /** Contents never change, so they are a snapshot. */
  async snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const view = this.#view("search");
    return work(new MemorySnapshot(view, { now: this.#now(), embedder: this.#options.embedder }));
  }

  search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>> {
    return this.snapshot((snapshot) => snapshot.search(asked));
  }

  read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>> {
    return this.snapshot((snapshot) => snapshot.read(asked));
  }

  known(request: KnownRequest): Promise<Known> {
    return this.snapshot((snapshot) => snapshot.known(request));
  }

  async save(change: Change): Promise<SaveOutcome> {
    return this.#write("save", (writing) => save(writing, change), isSaved);
  }

  async settled(): Promise<void> {}

  newFile(): FileWriter {
    let added: readonly NewFilePassage[] = [];
    return {
      add: async (passages) => {
        added = [...added, ...passages];
      },
      save: async (change) => this.#write("save", (writing) => saveFile(writing, change, added), isSaved),
      discard: async () => {
        added = [];
      },
    };
  }

  async load(sources: readonly LoadedSource[], context: LoadContext): Promise<Loaded> {
    return this.#write("import", (writing) => load(writing, sources, context));
  }

  async select(selection: Selection): Promise<ForgetPreview[]> {
    return select(this.#view("select"), selection);
  }

  async erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased> {
    const erased = this.#write("erase", ({ draft, view }) => erase(draft, view, recordIds, erasure));
    const reading = erased.ids.length === 0 ? "perhaps" : "surely";
    return { ...erased, stillNamed: isStillNamed(this.#view("erase"), erasure.names ?? [], reading) };
  }

  async expired(now: string): Promise<string[]> {
    const { records } = this.#contents("look for expired records");
    return records.filter((stored) => !isUnexpired(stored, now)).map(({ record }) => record.id);
  }

  async list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>> {
    return listRecords(this.#view("list records"), request, now);
  }

  async *sources(id?: string): AsyncGenerator<SourceDump> {
    const view = this.#view("export");
    const wanted = view.contents.sources.filter(
      (source) => view.sees(source) && (id ?? source.id) === source.id,
    );
    for (const source of wanted) yield* dumpsOf(view, source, this.#now());
  }

  async audit(request: AuditRequest): Promise<Page<AuditRow>> {
    return auditPage(this.#view("read the audit trail"), request);
  }

  async verifyAudit(): Promise<AuditVerdict> {
    return verdictOn(this.#contents("verify the audit trail").audit);
  }

  async usage(): Promise<Usage> {
    return usageOf(this.#contents("read the usage"));
  }

  async count(delta: UsageDelta, limits: Limits): ReturnType<Store["count"]> {
    return this.#write("count", ({ draft }) => count(draft, delta, limits));
  }

  async assertEmbedder(action: string): Promise<void> {
    acceptsVectorsOf(this.#contents(action), this.#options.embedder, action);
  }

  async reembed(embedder: VectorSpace, limits: Limits, again = false): Promise<Reembedding | undefined> {
    const isToMove = this.#write("re-embed", ({ draft }) => beginMove(draft, { embedder, limits, again }));
    if (!isToMove) return undefined;
    return new MemoryReembedding({
      embedder,
      read: () => this.#contents("re-embed"),
      write: (work) => this.#write("re-embed", ({ draft }) => work(draft)),
      after: () => new MemoryStore({ ...this.#options, embedder }, this.#shared),
    });
  }

  async check(): Promise<StoreCheck> {
    const { audit, passages } = this.#contents("check");
    const { valid, rows } = verdictOn(audit);
    const trail: CheckOutcome = {
      check: "audit",
      ok: valid,
      looked: rows,
      wrong: valid ? 0 : 1,
      repaired: false,
      examples: [],
    };
    const without = passages.filter(({ vector }) => !hasDirection(vector)).map(({ number }) => number);
    return { checks: [trail], without };
  }

  async backup(path: string): Promise<Backup> {
    const message = `Cannot back up to ${path}: the store must be in a file, and is in memory; export it instead`;
    throw new MemoryError("unsupported", message, { data: { what: "backup" } });
  }

  async close(): Promise<void> {
    this.#shared.isClosed = true;
  }

  #now(): string {
    return this.#options.clock().toISOString();
  }

  #contents(action: string): Contents {
    if (!this.#shared.isClosed) return this.#shared.contents;
    throw new MemoryError("closed", `Cannot ${action}: the store must be open, and was closed`, {});
  }

  #view(action: string): View {
    return viewOf(this.#contents(action), this.#visibility);
  }

  /**
   * Runs `work` on a draft, which replaces the contents if `isKept` returns true for the result.
   */
  #write<Result>(
    action: string,
    work: (writing: Writing) => Result,
    isKept: (result: Result) => boolean = () => true,
  ): Result {
    const view = this.#view(action);
    const draft = { ...view.contents };
    const { embedder } = this.#options;
    const result = work({ draft, view, visibility: this.#visibility, embedder });
    if (isKept(result)) this.#shared.contents = draft;
    return result;
  }
}

function isSaved({ outcome }: { readonly outcome: string }): boolean {
  return outcome === "saved";
}
