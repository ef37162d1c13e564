/** Named facts about the store itself: who it is, which embedder wrote it, how often something was erased. */
import type { Connection } from "../database/connection.js";

export type MetaKey =
  | "store_id"
  | "name"
  | "created_at"
  | "embedder_id"
  | "dimensions"
  /** The move to another embedder that is under way: see `serving`. */
  | "reembedding"
  /** Which tokenizer made the index words: see `words-identity`. */
  | "words"
  /** Counts erasures, so that another process knows that its codes name passages that are gone. */
  | "erasures"
  /** The erasure whose overwriting is not done yet, and who asked for it. */
  | "erasure_pending"
  /** Counts sweeps of what belongs to no row, so that other connections read pages anew: see `slack-sweep`. */
  | "sweeps"
  | "audit_seq"
  | "audit_hash";

export class MetaTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get(key: MetaKey): string | undefined {
    return this.#connection.column<[string], string>("select value from meta where key = ?").get(key);
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
