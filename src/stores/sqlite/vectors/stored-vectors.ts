/**
 * What the two layouts of vectors have in common: `vec0-vectors`, which anybody with SQLite and
 * sqlite-vec can query, and `plain-vectors`, which needs no extension. Vectors are signed bytes of
 * `strideOf(dimensions)`, as `toInt8` returns them.
 */
import type { Connection } from "../database/connection.js";

/** A passage's number with its vector. */
export type PassageVector = readonly [passage: number, vector: Int8Array];

/** The vectors of one corpus in one layout. */
export interface StoredVectors {
  /** Stores the vector of a passage that is newer than all before. */
  add(passage: number, vector: Int8Array): void;
  /** Stores vectors of any passages that have none in this layout. */
  addOlder(vectors: readonly PassageVector[]): void;
  /** Overwrites the vectors of passages. @returns how many had one */
  remove(passages: readonly number[]): number;
  has(passage: number): boolean;
  /** Counts the passages that have a vector. */
  count(): number;
  /** A number: no passage below it has a vector. `undefined` if there is no vector. */
  first(): number | undefined;
  /** A number: no passage above it has a vector. 0 if there is no vector. */
  last(): number;
  /** Returns the vectors of a range of passages, inclusive and in order. */
  between(from: number, to: number): Generator<PassageVector>;
  /** Returns the numbers of the segments in a range that have a vector; `before` is excluded. */
  segments(from: number, before: number): number[];
  /** Deletes and overwrites all vectors. */
  clear(): void;
}

/** What a layout needs to create and read its tables. */
export interface StoredVectorsOptions {
  readonly connection: Connection;
  readonly dimensions: number;
  /** Prefix of the table names: see `vector-layout`. */
  readonly prefix: string;
}
