/**
 * The vectors of one corpus, as the file stores them, with their 1-bit codes. New vectors are
 * stored in the layout that the file has (`vector-layout`); older ones may still be in the other
 * layout. They are read there, and moved a block at a time, the oldest first.
 *
 *   plain  ░░░░░░░░░░▓▓▓▓▓▓▓▓▓▓▓▓░░░░░     first ▓ = everything below has been moved
 *   vec0   ▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░░░▓▓▓▓▓                ▓ vectors
 */
import type { VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { segmentLength, segmentOf } from "../filters/passage-set.js";
import { blockLength, blockOf } from "../kernel/vector-block-cache.js";
import { CodeTable } from "./code-table.js";
import { PlainVectors } from "./plain-vectors.js";
import type { PassageVector, StoredVectors } from "./stored-vectors.js";
import { Vec0Vectors } from "./vec0-vectors.js";

/** Where vectors are stored: in a `vec0` table of sqlite-vec, or in plain tables. */
export type VectorLayout = "vec0" | "pages";

/** What a table of vectors is opened with. */
export interface VectorTableOptions {
  /** The embedder of the vectors. Its mean is needed when the first segment is sealed. */
  readonly embedder: Pick<VectorSpace, "dimensions" | "mean">;
  /** Prefix of the table names: see `vector-layout`. */
  readonly prefix: string;
  /** Where new vectors are stored. */
  readonly layout: VectorLayout;
}

/** Number of blocks of older vectors that are moved for each vector that is added: some 0.3 ms. */
const movedPerVector = 1;

/** The vectors of one corpus in the file. */
export class VectorTable {
  readonly codes: CodeTable;
  readonly plain: PlainVectors;
  /** Absent: the file has no such table. */
  readonly vec0: Vec0Vectors | undefined;
  readonly #embedder: VectorTableOptions["embedder"];
  readonly #target: StoredVectors;
  /** The other layout, if it may have vectors that are to be moved. */
  #source: StoredVectors | undefined;

  constructor(connection: Connection, { embedder, prefix, layout }: VectorTableOptions) {
    const parts = { connection, dimensions: embedder.dimensions, prefix };
    const vec0 = new Vec0Vectors(parts);
    this.codes = new CodeTable(connection, prefix);
    this.plain = new PlainVectors(parts);
    this.vec0 = layout === "vec0" || vec0.exists ? vec0 : undefined;
    this.#embedder = embedder;
    this.#target = layout === "vec0" ? vec0 : this.plain;
    this.#source = layout === "vec0" ? this.plain : this.vec0;
    if (this.#source?.first() === undefined) this.#source = undefined;
  }

  /**
   * Stores a passage's vector, as `toInt8` returns it. Passages must be added in ascending order.
   */
  add(passage: number, vector: Int8Array): void {
    if (segmentOf(this.last()) < segmentOf(passage)) this.#sealBefore(segmentOf(passage));
    this.#target.add(passage, vector);
    this.move(movedPerVector);
  }

  /** Moves blocks of the oldest vectors that are still in the other layout. */
  move(blocks: number): void {
    for (let moved = 0; moved < blocks && this.#source !== undefined; moved += 1) {
      const first = this.#source.first();
      const last = (blockOf(first ?? 0) + 1) * blockLength - 1;
      const vectors = first === undefined ? [] : [...this.#source.between(first, last)];
      this.#target.addOlder(vectors);
      this.#source.remove(vectors.map(([passage]) => passage));
      if (vectors.length === 0) this.#source = undefined;
    }
  }

  /** All vectors below this passage have been moved; infinite if none is left to move. */
  firstToMove(): number {
    return this.#source?.first() ?? Number.POSITIVE_INFINITY;
  }

  /** No passage below this one has a vector in plain tables; infinite if none has. */
  firstPlain(): number {
    return this.#target === this.plain ? 0 : this.firstToMove();
  }

  /** Overwrites the vectors and codes of passages. @returns how many passages had a vector */
  remove(passages: readonly number[]): number {
    const removed = this.plain.remove(passages) + (this.vec0?.remove(passages) ?? 0);
    this.codes.remove(passages, this.#embedder.dimensions);
    return removed;
  }

  has(passage: number): boolean {
    return this.vec0?.has(passage) === true || this.plain.has(passage);
  }

  /** Counts what is still stored of a passage: its vector, its code. */
  residue(passage: number): number {
    const places = [this.vec0?.has(passage) === true, this.plain.has(passage), this.codes.has(passage)];
    return places.filter((has) => has).length;
  }

  /** Counts the passages that have a vector. */
  count(): number {
    return this.plain.count() + (this.vec0?.count() ?? 0);
  }

  /** Returns a number that no passage with a vector exceeds; 0 if there is none. */
  last(): number {
    return Math.max(this.#target.last(), this.#source?.last() ?? 0);
  }

  /** Returns the vectors of a range of passages, inclusive and in order. */
  between(from: number, to: number): Generator<PassageVector> {
    const vectors = this.#target.between(from, to);
    return this.#source === undefined ? vectors : merged(vectors, this.#source.between(from, to));
  }

  /** Deletes and overwrites all vectors and codes. */
  clear(): void {
    this.plain.clear();
    this.vec0?.clear();
    this.codes.clear();
  }

  /**
   * Seals the segments that are complete. There is at most one, unless a whole segment of passages
   * came without vectors.
   */
  #sealBefore(segment: number): void {
    const from = this.codes.last + 1;
    const ofTarget = this.#target.segments(from, segment);
    const complete = new Set(ofTarget.concat(this.#source?.segments(from, segment) ?? []));
    for (const one of [...complete].sort((one, other) => one - other)) {
      const first = one * segmentLength;
      this.codes.seal(one, this.#embedder, this.between(first, first + segmentLength - 1));
    }
  }
}

/** Merges two ascending series. */
function* merged(one: Generator<PassageVector>, other: Generator<PassageVector>): Generator<PassageVector> {
  let [first, second] = [one.next(), other.next()];
  for (;;) {
    if (first.done === true && second.done === true) return;
    if (second.done === true || (first.done !== true && first.value[0] < second.value[0])) {
      yield first.value as PassageVector;
      first = one.next();
    } else {
      yield second.value;
      second = other.next();
    }
  }
}
