/**
 * Where the vector of each passage is, in blocks of 32 that are read whole: a chunk of a `vec0`
 * table, or a block of plain tables. Four bytes per passage. Read from the file by the first search
 * (0.1 µs per vector), and brought up to date by the following ones.
 */
import { blockLength, blockOf } from "../kernel/vector-block-cache.js";
import type { Vec0Place } from "./vec0-vectors.js";
import type { VectorTable } from "./vector-table.js";

/** The places of the vectors of one corpus. */
export class Places {
  /** For each passage its place in a chunk; 0 if it has none. */
  #places = new Uint32Array(64);
  /** Passages below this number have no vector in plain tables. */
  #firstPlain = 0;
  #firstToMove = 0;

  /** Returns a passage's place, where block = place / 32; 0 for a passage without a vector. */
  of(passage: number): number {
    const place = this.#places[passage];
    if (place !== undefined && place !== 0) return place;
    return passage >= this.#firstPlain ? plainPlace(passage) : 0;
  }

  /** Reads all places. */
  load(table: VectorTable): void {
    this.#places.fill(0);
    for (const place of table.vec0?.allPlaces() ?? []) this.#put(place);
    this.#firstPlain = table.firstPlain();
    this.#firstToMove = table.firstToMove();
  }

  /**
   * Reads the places of passages that were saved since, and of those that were moved.
   *
   * @param known the highest passage that was read before, and the highest one there is now
   * @returns the blocks whose contents have changed
   */
  update(
    table: VectorTable,
    { after, last }: { readonly after: number; readonly last: number },
  ): Set<number> {
    const changed = new Set<number>();
    const firstToMove = table.firstToMove();
    const ranges = [[after + 1, last] as const];
    if (firstToMove > this.#firstToMove) ranges.push([this.#firstToMove, Math.min(firstToMove - 1, after)]);
    for (const [from, to] of ranges) {
      this.#places.fill(0, from, to + 1);
      for (const place of table.vec0?.places(from, to) ?? []) changed.add(blockOf(this.#put(place)));
      for (let block = blockOf(from); block <= blockOf(to); block += 1)
        changed.add(blockOf(plainPlace(block * blockLength)));
    }
    this.#firstPlain = table.firstPlain();
    this.#firstToMove = firstToMove;
    return changed;
  }

  /** Removes the place of a passage that was erased. */
  remove(passage: number): void {
    if (passage < this.#places.length) this.#places[passage] = 0;
  }

  /** @returns the place */
  #put([passage, chunk, offset]: Vec0Place): number {
    if (passage >= this.#places.length) this.#widen(passage);
    const place = 2 * chunk * blockLength + offset;
    this.#places[passage] = place;
    return place;
  }

  #widen(last: number): void {
    const wider = new Uint32Array(Math.max(2 * this.#places.length, last + 1));
    wider.set(this.#places);
    this.#places = wider;
  }
}

/** Returns the table's block of a place: a chunk of `vec0`, or a block of plain tables. */
export function readBlock(table: VectorTable, block: number): Uint8Array | undefined {
  const number = Math.floor(block / 2);
  return block % 2 === 0 ? table.vec0?.chunk(number) : table.plain.block(number);
}

/** Chunks have even block numbers, blocks of plain tables odd ones. */
function plainPlace(passage: number): number {
  return (2 * blockOf(passage) + 1) * blockLength + (passage % blockLength);
}
