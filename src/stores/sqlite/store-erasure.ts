/** Selects what forgetting removes, erases it and verifies the erasure, for one view of a store. */
import { nextTurn } from "../../async/next-turn.js";
import type { ForgetPreview } from "../../contract/forget.js";
import type { Erased, Erasure, Selection } from "../store.js";
import type { Connection } from "./database/connection.js";
import { inTurns } from "./database/in-turns.js";
import type { UsageCounter } from "./database/usage-counter.js";
import { type EraseTables, erasedTogether, type Removed, remove, residueOf } from "./erasure/erase.js";
import type { Sweep } from "./erasure/overwrite.js";
import { clearNote, finishErasure, isOverwritten } from "./erasure/overwrite.js";
import { closure, selected, toPreview } from "./erasure/select.js";
import type { EntityProperties } from "./filters/entity-properties.js";
import type { Prefilter } from "./filters/prefilter.js";
import type { ScopeView } from "./filters/scope-view.js";
import type { PassageReader } from "./passages/passage-reader.js";
import { noUsage } from "./tables/usage-table.js";

/** The tables that are erased from, and the caches that an erasure makes stale. */
type ErasureTables = EraseTables & {
  readonly prefilter: Prefilter;
  readonly properties: EntityProperties;
  readonly reader: PassageReader;
};

/** The parts that an erasure uses. */
export interface ErasureParts {
  readonly connection: Connection;
  readonly tables: ErasureTables;
  readonly view: ScopeView;
  readonly clock: () => Date;
  readonly counter: UsageCounter;
  readonly sweep: Sweep;
}

/** Erases from a store. */
export class StoreErasure {
  readonly #connection: Connection;
  readonly #tables: ErasureTables;
  readonly #view: ScopeView;
  readonly #clock: () => Date;
  readonly #counter: UsageCounter;
  readonly #sweep: Sweep;

  constructor({ connection, tables, view, clock, counter, sweep }: ErasureParts) {
    this.#connection = connection;
    this.#tables = tables;
    this.#view = view;
    this.#clock = clock;
    this.#counter = counter;
    this.#sweep = sweep;
  }

  /** Returns everything that forgetting a selection removes. */
  select(selection: Selection): Promise<ForgetPreview[]> {
    const [connection, visible] = [this.#connection, this.#view];
    return this.#inTurns("select", function* ({ prefilter, keywords }) {
      const found = yield* selected({ connection, prefilter, keywords, visible }, selection);
      const going = yield* closure(connection, found, visible.scopes());
      return going.map(toPreview);
    });
  }

  /** Erases records and everything that `select` returns for them, and verifies it. */
  async erase(recordIds: readonly string[], erasure: Erasure): Promise<Erased> {
    await this.finish();
    const [connection, visible] = [this.#connection, this.#view];
    const parts = await this.#inTurns("erase", () => erasedTogether({ connection, visible }, recordIds));
    const removed: Removed[] = [];
    let note: string | undefined;
    for (const part of parts) {
      const isFirst = removed.length === 0;
      if (!isFirst) await nextTurn();
      erasure.signal?.throwIfAborted();
      const erased = await this.#erasePart(
        part,
        isFirst ? erasure : { ...erasure, usage: noUsage, names: [], all: false },
      );
      removed.push(erased.removed);
      note = erased.note;
    }
    const gone = {
      ids: removed.flatMap(({ ids }) => ids),
      passages: removed.flatMap(({ passages }) => passages),
      scopes: removed.flatMap(({ scopes }) => scopes),
      freedBytes: removed.reduce((sum, { freedBytes }) => sum + freedBytes, 0),
    };
    const overwritten = await isOverwritten(connection, () => this.#sweep.run(true));
    if (note !== undefined && overwritten) await this.#clearNote(note);
    const residue = await this.#inTurns("verify an erasure", (tables) =>
      residueOf({ connection, tables }, gone),
    );
    return { ids: gone.ids, freedBytes: gone.freedBytes, residue: { ...residue, overwritten } };
  }

  /** Finishes an erasure whose overwriting was interrupted. */
  async finish(): Promise<void> {
    const parts = { connection: this.#connection, tables: this.#tables, sweep: this.#sweep };
    await finishErasure(parts, this.#clock);
  }

  /** Erases some records in one transaction. */
  #erasePart(
    recordIds: readonly string[],
    erasure: Erasure,
  ): Promise<{ readonly removed: Removed; readonly note: string | undefined }> {
    const parts = { connection: this.#connection, tables: this.#tables };
    return this.#connection.write(
      "erase",
      () => ({
        removed: remove(parts, recordIds, { visible: this.#view, pending: this.#counter.pending, erasure }),
        note: this.#tables.meta.get("erasure_pending"),
      }),
      ({ removed: { passages } }) => {
        this.#counter.written();
        this.#tables.reader.drop();
        this.#tables.properties.drop();
        const gone = passages.map(({ id }) => id);
        this.#tables.vectors.forget(gone);
        this.#tables.fileVectors.forget(gone);
      },
    );
  }

  /**
   * Clears the note without waiting for the disk, if no other process has the lock. If a power cut
   * brings the note back, the check is only repeated.
   */
  async #clearNote(note: string): Promise<void> {
    const clear = () => clearNote(this.#tables, note);
    if (!this.#connection.writeIfFree("erase", clear)) await this.#connection.write("erase", clear);
  }

  #inTurns<Result>(
    action: string,
    steps: (tables: ErasureTables) => Generator<undefined, Result>,
  ): Promise<Result> {
    return inTurns(this.#connection, action, steps(this.#tables));
  }
}
