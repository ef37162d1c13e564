/**
 * A store in memory: the simplest implementation of the port. It is an example for writing another
 * one, and is used in tests. Every call reads all contents, so it is for thousands of passages, not
 * for millions.
 *
 * Its ten files have some 1,100 lines of code without imports and comments, about as many as the
 * port's contract has rules to keep. The largest parts are the contents with their exact sizes, the
 * writes with their conflicts, limits and repeated calls, and reading by number, key and history.
 * Erasure, versions of files, import, the audit trail, scopes and re-embedding take 50 to 150 lines
 * each. What is the same in every store is not here but in `../shared`, and words and names come
 * from `../../text`. A store without some of these verbs would be shorter, and would not pass the
 * contract suite.
 */
import { MemoryError } from "../../contract/errors.js";
import { acceptsVectors } from "../shared/embedders.js";
import type { NewFilePassage, ReadAnswer, SearchAnswer, Store, StoreOptions, Visibility } from "../store.js";
import {
  type Contents,
  claimsOf,
  copyOf,
  embeddersOf,
  emptyContents,
  hasDirection,
  usageOf,
} from "./contents.js";
import { erase, select } from "./forgetting.js";
import { auditPage, dumps, listRecords, verdictOn } from "./listing.js";
import { answerRead, lookUpKnown } from "./reading.js";
import { beginMove, reembedding } from "./reembedding.js";
import { answerSearch } from "./search.js";
import { load, saveFile } from "./sources.js";
import { isUnexpired, type View, viewOf } from "./view.js";
import { count, pruneAudit, save, type WriteContext } from "./writing.js";

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
  return (options) => {
    const state = { contents: emptyContents(options.embedder), isClosed: false };
    return new MemoryStore({ ...options, id: options.ids() }, state, { scope: null });
  };
}

type Options = StoreOptions & { readonly id: string };

/** The parts that all views of one store share. */
interface State {
  contents: Contents;
  isClosed: boolean;
}

/** The methods are fields, so that the port gives their parameters the types. */
class MemoryStore implements Store {
  readonly id: string;
  readonly name: string;
  readonly #options: Options;
  readonly #state: State;
  readonly #visibility: Visibility;

  constructor(options: Options, state: State, visibility: Visibility) {
    this.id = options.id;
    this.name = options.name ?? "memory";
    this.#options = options;
    this.#state = state;
    this.#visibility = visibility;
  }

  readonly within: Store["within"] = (visibility) => new MemoryStore(this.#options, this.#state, visibility);

  /** A write changes a copy of the contents, so a view of them is a snapshot. */
  readonly snapshot: Store["snapshot"] = async (work) => {
    const view = this.#view("search");
    const now = this.#now();
    // TypeScript does not see that each answer has the type that its request determines.
    return work({
      search: async (asked) => asked.map((one) => this.#search(view, one)) as never,
      read: async (asked) => asked.map((one) => this.#read(view, one, now)) as never,
      known: async (request) => lookUpKnown(view, request, now),
    });
  };
  readonly search: Store["search"] = (asked) => this.snapshot((snapshot) => snapshot.search(asked));
  readonly read: Store["read"] = (asked) => this.snapshot((snapshot) => snapshot.read(asked));
  readonly known: Store["known"] = (request) => this.snapshot((snapshot) => snapshot.known(request));

  readonly save: Store["save"] = async (change) =>
    this.#write("save", (writing) => save(writing, change), isSaved);
  readonly settled: Store["settled"] = async () => {};
  readonly newFile: Store["newFile"] = () => {
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
  };
  readonly load: Store["load"] = async (sources, context) =>
    this.#write("import", (writing) => load(writing, sources, context));
  readonly count: Store["count"] = async (delta, limits) =>
    this.#write("count", (writing) => count(writing, delta, limits));

  readonly select: Store["select"] = async (selection) => select(this.#view("select"), selection);
  readonly erase: Store["erase"] = async (recordIds, erasure) =>
    this.#write("erase", ({ draft, view }) => erase(draft, view, recordIds, erasure));
  readonly status: Store["status"] = async (now, action) => {
    const contents = this.#contents(action ?? "look for expired records");
    if (action !== undefined) this.#accepts(contents, action);
    const expired = claimsOf(contents.passages)
      .filter((claim) => !isUnexpired(claim, now))
      .map(({ record }) => record.id);
    return { expired, usage: await this.usage() };
  };

  readonly list: Store["list"] = async (request, now) =>
    listRecords(this.#view("list records"), request, now);
  async *sources(id?: string) {
    yield* dumps(this.#view("export"), id, this.#now());
  }
  readonly audit: Store["audit"] = async (request) => auditPage(this.#view("read the audit trail"), request);
  readonly verifyAudit: Store["verifyAudit"] = async () =>
    verdictOn(this.#contents("verify the audit trail"));
  readonly pruneAudit: Store["pruneAudit"] = async (pruning) =>
    this.#write("prune the audit trail", ({ draft }) => pruneAudit(draft, this.id, pruning));
  readonly usage: Store["usage"] = async () => usageOf(this.#contents("read the usage"));

  readonly assertEmbedder: Store["assertEmbedder"] = async (action) => {
    this.#accepts(this.#contents(action), action);
  };
  readonly reembed: Store["reembed"] = async (embedder, limits, again = false) => {
    const isToMove = this.#write("re-embed", ({ draft }) => beginMove(draft, { embedder, limits, again }));
    if (!isToMove) return undefined;
    return reembedding({
      embedder,
      read: () => this.#contents("re-embed"),
      write: (work) => this.#write("re-embed", ({ draft }) => work(draft)),
      after: () => new MemoryStore({ ...this.#options, embedder }, this.#state, { scope: null }),
    });
  };
  readonly check: Store["check"] = async () => {
    const contents = this.#contents("check");
    const { passages } = contents;
    const { valid, rows, verified_from } = verdictOn(contents);
    const from = verified_from === undefined ? {} : { verified_from };
    const found = { ok: valid, looked: rows, wrong: valid ? 0 : 1, repaired: false, examples: [], ...from };
    const without = passages.filter(({ vector }) => !hasDirection(vector)).map(({ number }) => number);
    return { checks: [{ check: "audit", ...found }], without };
  };
  readonly close: Store["close"] = async () => {
    this.#state.isClosed = true;
  };

  #search(view: View, request: Parameters<typeof answerSearch>[1]): SearchAnswer {
    if (request.by === "vector" && !this.#accepts(view.contents, "search")) return [];
    return answerSearch(view, request);
  }

  #read(view: View, request: Parameters<typeof answerRead>[1], now: string): ReadAnswer {
    if (request.of === "similarities" && !this.#accepts(view.contents, "compare"))
      return request.vectors.map(() => new Float32Array(request.numbers.length));
    return answerRead(view, request, now);
  }

  #accepts(contents: Contents, action: string): boolean {
    return acceptsVectors(embeddersOf(contents), this.#options.embedder, action);
  }

  #now(): string {
    return this.#options.clock().toISOString();
  }

  #contents(action: string): Contents {
    if (!this.#state.isClosed) return this.#state.contents;
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
    work: (writing: WriteContext) => Result,
    isKept: (result: Result) => boolean = () => true,
  ): Result {
    const draft = copyOf(this.#contents(action));
    const view = viewOf(draft, this.#visibility);
    const labels = this.#visibility === "everything" ? null : this.#visibility.scope;
    const result = work({ draft, view, labels, embedder: this.#options.embedder });
    if (isKept(result)) this.#state.contents = draft;
    return result;
  }
}

function isSaved({ outcome }: { readonly outcome: string }): boolean {
  return outcome === "saved";
}
