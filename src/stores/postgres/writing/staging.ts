/**
 * Staged passages: passages of a file that is still being read, encrypted, so that a long file
 * needs no memory (see `formats/sealed-passages`).
 */
import { abandonedAfterMs, missingBatch, PassageSealer } from "../../formats/sealed-passages.js";
import type { NewFilePassage } from "../../store.js";
import type { Transaction } from "../database/transaction.js";

/** The staged passages of one version of a file. */
export class Staging {
  readonly #id: string;
  readonly #sealer = new PassageSealer();
  #batches = 0;

  constructor(id: string) {
    this.#id = id;
  }

  /** @param at milliseconds since 1970 */
  async add(tx: Transaction, passages: readonly NewFilePassage[], at: number): Promise<void> {
    await tx.rows("delete from staging where store_id = $1 and at < $2", [at - abandonedAfterMs]);
    await tx.rows("insert into staging (store_id, writer, batch, at, sealed) values ($1, $2, $3, $4, $5)", [
      this.#id,
      this.#batches,
      at,
      this.#sealer.seal(passages),
    ]);
  }

  /** Call it when an `add` is committed. */
  added(): void {
    this.#batches += 1;
  }

  /** Removes and returns the passages of a batch. @throws {MemoryError} `busy` */
  async *take(tx: Transaction): AsyncGenerator<readonly NewFilePassage[]> {
    for (let batch = 0; batch < this.#batches; batch += 1) {
      const row = await tx.row<{ sealed: Buffer }>(
        "delete from staging where store_id = $1 and writer = $2 and batch = $3 returning sealed",
        [this.#id, batch],
      );
      if (row === undefined) throw missingBatch();
      yield this.#sealer.open(row.sealed);
    }
  }

  get isEmpty(): boolean {
    return this.#batches === 0;
  }

  async drop(tx: Transaction): Promise<void> {
    await tx.rows("delete from staging where store_id = $1 and writer = $2", [this.#id]);
  }

  /** Call it when what was staged is saved or dropped. */
  finished(): void {
    this.#batches = 0;
  }
}
