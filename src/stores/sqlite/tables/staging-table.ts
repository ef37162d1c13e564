/**
 * Staged passages: the passages of a file that is still being read. They wait in the store and not
 * in memory, encrypted (see `formats/sealed-passages`).
 */
import { abandonedAfterMs, missingBatch, PassageSealer } from "../../formats/sealed-passages.js";
import type { NewFilePassage } from "../../store.js";
import type { Connection } from "../database/connection.js";

/** The table of staged passages. */
export class StagingTable {
  readonly #connection: Connection;
  readonly #sealer = new PassageSealer();
  /** Number of batches staged by this process, by staging id. */
  readonly #batches = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(stagingId: string, passages: readonly NewFilePassage[], at: number): void {
    this.#connection
      .statement("insert into asides (aside, at, sealed) values (?, ?, ?)")
      .run(stagingId, at, this.#sealer.seal(passages));
    this.#batches.set(stagingId, (this.#batches.get(stagingId) ?? 0) + 1);
  }

  /**
   * Removes and returns the staged passages in order, batch by batch, so that SQLite can reuse
   * their pages. @throws {MemoryError} `busy`
   */
  *take(stagingId: string): Generator<NewFilePassage> {
    const next = this.#connection.statement<[string], { id: number; sealed: Buffer }>(
      "delete from asides where id = (select min(id) from asides where aside = ?) returning id, sealed",
    );
    const expected = this.#batches.get(stagingId) ?? 0;
    for (let taken = 0; taken < expected; taken += 1) {
      const row = next.get(stagingId);
      if (row === undefined) throw missingBatch();
      yield* this.#sealer.open(row.sealed);
    }
  }

  drop(stagingId: string): void {
    this.#connection.statement("delete from asides where aside = ?").run(stagingId);
  }

  /** Forgets the number of batches. Call it after the transaction that took or dropped them. */
  finished(stagingId: string): void {
    this.#batches.delete(stagingId);
  }

  has(stagingId: string): boolean {
    return this.#batches.has(stagingId);
  }

  /** Returns true if a killed process left something behind. */
  hasAbandoned(now: number): boolean {
    return (
      this.#connection
        .column<[number], number>("select 1 from asides where at < ? limit 1")
        .get(now - abandonedAfterMs) !== undefined
    );
  }

  removeAbandoned(now: number): void {
    this.#connection
      .statement(
        "delete from asides where aside in (select aside from asides group by aside having max(at) < ?)",
      )
      .run(now - abandonedAfterMs);
  }
}
