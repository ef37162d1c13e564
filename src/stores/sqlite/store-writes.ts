/** The writes of the port, for one view of a store. Each is one transaction. */

import type {
  Change,
  FileChange,
  FileOutcome,
  FileWriter,
  LoadContext,
  Loaded,
  LoadedSource,
  NewFilePassage,
  SaveOutcome,
} from "../store.js";
import type { Connection } from "./database/connection.js";
import type { UsageCounter } from "./database/usage-counter.js";
import type { Prefilter } from "./filters/prefilter.js";
import type { ScopeView } from "./filters/scope-view.js";
import type { PassageReader } from "./passages/passage-reader.js";
import type { MetaTable } from "./tables/meta-table.js";
import { type ExchangeTables, load } from "./writes/exchange.js";
import { Conflict, type SaveTables, save, type WriteContext } from "./writes/save.js";
import { type FileTables, LimitPassed, saveFile } from "./writes/save-file.js";

/** The tables that the store writes to, and the caches that a write makes stale. */
type WriteTables = SaveTables &
  FileTables &
  ExchangeTables & {
    readonly meta: MetaTable;
    readonly prefilter: Prefilter;
    readonly reader: PassageReader;
  };

/** The parts that the writes use. */
export interface WriteParts {
  readonly connection: Connection;
  readonly tables: WriteTables;
  readonly view: ScopeView;
  readonly clock: () => Date;
  readonly counter: UsageCounter;
  /** Finishes an erasure whose overwriting was interrupted. */
  readonly finishErasure: () => Promise<void>;
}

/** The writes of a store. */
export class StoreWrites {
  readonly #connection: Connection;
  readonly #tables: WriteTables;
  readonly #view: ScopeView;
  readonly #clock: () => Date;
  readonly #counter: UsageCounter;
  readonly #finishErasure: () => Promise<void>;

  constructor({ connection, tables, view, clock, counter, finishErasure }: WriteParts) {
    this.#connection = connection;
    this.#tables = tables;
    this.#view = view;
    this.#clock = clock;
    this.#counter = counter;
    this.#finishErasure = finishErasure;
  }

  async save(change: Change): Promise<SaveOutcome> {
    const saved = await this.#commit(change, () => this.#unlessErasing(change));
    if (saved !== undefined) return saved;
    await this.#finishErasure();
    return this.#commit(change, () => save(this.#tables, change, this.#writing));
  }

  /**
   * Saves a change. The look for an unfinished erasure is part of the write, because a transaction of
   * its own was 1 % of a call. @returns `undefined`, and saves nothing, if an erasure is unfinished
   */
  *#unlessErasing(change: Change): Generator<undefined, SaveOutcome | undefined> {
    const isErasing = this.#tables.meta.get("erasure_pending") !== undefined;
    return isErasing ? undefined : yield* save(this.#tables, change, this.#writing);
  }

  async #commit<Outcome extends SaveOutcome | undefined>(
    { closings }: Change,
    steps: () => Generator<undefined, Outcome>,
  ): Promise<Outcome | SaveOutcome> {
    try {
      return await this.#connection.commitInSteps("save", steps, (saved) => {
        if (saved?.outcome !== "saved") return;
        this.#counter.written();
        if (closings.length > 0) this.#dropEnded();
      });
    } catch (error) {
      if (error instanceof Conflict) return { outcome: "conflict" };
      throw error;
    }
  }

  /**
   * Begins to write a version of a file. @param stagingId the id under which added passages are
   * staged
   */
  newFile(stagingId: string): FileWriter {
    return {
      add: (passages) => this.#stage(stagingId, passages),
      save: (change) => this.#saveFile(stagingId, change),
      discard: () => this.#dropStaged(stagingId),
    };
  }

  #stage(stagingId: string, passages: readonly NewFilePassage[]): Promise<void> {
    const at = this.#clock().getTime();
    return this.#connection.write("stage a file's passages", () =>
      this.#tables.staging.add(stagingId, passages, at),
    );
  }

  async #dropStaged(stagingId: string): Promise<void> {
    const { staging } = this.#tables;
    if (!staging.has(stagingId)) return;
    await this.#connection.write(
      "drop staged passages",
      () => staging.drop(stagingId),
      () => staging.finished(stagingId),
    );
  }

  async #saveFile(stagingId: string, change: FileChange): Promise<FileOutcome> {
    await this.#finishErasure();
    try {
      return await this.#connection.write(
        "save a file",
        () => saveFile(this.#tables, { ...change, stagingId }, this.#writing),
        ({ outcome }) => {
          if (outcome !== "saved") return;
          this.#counter.written();
          this.#tables.staging.finished(stagingId);
          this.#dropEnded();
        },
      );
    } catch (error) {
      if (error instanceof LimitPassed) return { outcome: "refused", limit: error.limit, usage: error.usage };
      throw error;
    }
  }

  async load(sources: readonly LoadedSource[], context: LoadContext): Promise<Loaded> {
    const loaded = await this.#connection.commitInSteps(
      "import",
      () => load(this.#tables, sources, { context, pending: this.#counter.pending }),
      () => {
        this.#counter.written();
        this.#tables.reader.drop();
      },
    );
    await this.#connection.settled("import");
    return loaded;
  }

  /** Drops the caches of what was true. Call it after records have ended. */
  #dropEnded(): void {
    this.#tables.reader.drop();
    this.#tables.prefilter.dropEnding();
  }

  get #writing(): WriteContext {
    return { visible: this.#view, pending: this.#counter.pending };
  }
}
