/** Key-value pairs about the store itself: its id, its embedder, the number of erasures. */
import type { Connection } from "../database/connection.js";

/** A key of the table `meta`. */
export type MetaKey =
  | "store_id"
  | "name"
  | "created_at"
  | "embedder_id"
  | "dimensions"
  /** The re-embedding in progress: see `store-embedder`. */
  | "reembedding"
  /** Where new vectors are stored, and which set of tables is in use: see `vector-layout`. */
  | "vector_tables"
  /** The tokenizer that made the index words: see `words-identity`. */
  | "words"
  /**
   * The number of erasures: when it changes, other processes know that they may have cached erased
   * passages.
   */
  | "erasures"
  /** The erasure that is not fully overwritten yet, and who requested it. */
  | "erasure_pending"
  /**
   * Counts sweeps of the bytes outside rows, so that other connections read pages again: see
   * `slack-sweep`.
   */
  | "sweeps"
  /** The revision of the store that this one is an unfinished copy of: see `copying`. */
  | "copying"
  | "audit_seq"
  | "audit_hash"
  /** The checkpoint of the audit rows that were removed, JSON: see `audit-pruning`. */
  | "audit_checkpoint";

/** The table `meta`. */
export class MetaTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get(key: MetaKey): string | undefined {
    return this.#connection.once(`meta ${key}`, () =>
      this.#connection.column<[string], string>("select value from meta where key = ?").get(key),
    );
  }

  set(key: MetaKey, value: string): void {
    this.#connection
      .statement(
        "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
      )
      .run(key, value);
  }

  remove(key: MetaKey): void {
    this.#connection.statement("delete from meta where key = ?").run(key);
  }
}
