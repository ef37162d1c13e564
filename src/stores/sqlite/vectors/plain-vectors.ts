/**
 * Vectors in plain tables: used if sqlite-vec has no binary for the platform. A passage's number
 * gives the position of its vector. The newest vectors are one row each. When a block of 32
 * passages is complete, it is packed into one row: scoring a thousand scattered vectors then reads
 * a thousand small BLOBs. Passages without a vector have zeros. A block is either rows or packed,
 * never both.
 *
 *   vectors       passage ← signed bytes                        the open block
 *   vector_pages  block   ← 32 × signed bytes                   every complete block
 */

import { fromBlob, strideOf, toBlob } from "../../formats/quantise.js";
import type { Connection } from "../database/connection.js";
import { segmentLength } from "../filters/passage-set.js";
import { blockLength, blockOf } from "../kernel/vector-block-cache.js";
import type { PassageVector, StoredVectors, StoredVectorsOptions } from "./stored-vectors.js";

const blocksPerSegment = segmentLength / blockLength;

/** Vectors in plain tables. */
export class PlainVectors implements StoredVectors {
  readonly #connection: Connection;
  readonly #stride: number;
  readonly #rows: string;
  readonly #blocks: string;

  constructor({ connection, dimensions, prefix }: StoredVectorsOptions) {
    this.#connection = connection;
    this.#stride = strideOf(dimensions);
    this.#rows = `${prefix}vectors`;
    this.#blocks = `${prefix}vector_pages`;
  }

  add(passage: number, vector: Int8Array): void {
    const open = this.#openBlock();
    if (open === undefined) this.#unpack(blockOf(passage));
    else if (open < blockOf(passage)) this.#pack(open);
    this.#addRow(passage, vector);
  }

  addOlder(vectors: readonly PassageVector[]): void {
    const open = this.#openBlock();
    for (const [block, some] of groupBy(vectors, ([passage]) => blockOf(passage))) {
      if (block === open) for (const [passage, vector] of some) this.#addRow(passage, vector);
      else this.#putBlock(block, some);
    }
  }

  remove(passages: readonly number[]): number {
    let removed = 0;
    for (const [block, some] of groupBy(passages, blockOf))
      removed += this.#removeFrom(
        block,
        some.map((passage) => passage % blockLength),
      );
    return removed;
  }

  has(passage: number): boolean {
    const block = this.block(blockOf(passage));
    return block !== undefined && isVectorIn(block, passage % blockLength, this.#stride);
  }

  count(): number {
    let count = 0;
    for (const _ of this.between(0, this.last())) count += 1;
    return count;
  }

  first(): number | undefined {
    const row = this.#column<number | null>(`select min(id) from ${this.#rows}`).get();
    const block = this.#column<number | null>(`select min(id) from ${this.#blocks}`).get();
    if (typeof block !== "number") return row ?? undefined;
    return Math.min(block * blockLength, row ?? Number.POSITIVE_INFINITY);
  }

  last(): number {
    const row = this.#column<number | null>(`select max(id) from ${this.#rows}`).get() ?? 0;
    const block = this.#column<number | null>(`select max(id) from ${this.#blocks}`).get();
    return typeof block === "number" ? Math.max(row, (block + 1) * blockLength - 1) : row;
  }

  *between(from: number, to: number): Generator<PassageVector> {
    const blocks = this.#column<number>(
      `select id from ${this.#blocks} where id between ? and ?
       union select id / ${blockLength} from ${this.#rows} where id between ? and ? order by 1`,
    ).all(blockOf(from), blockOf(to), from, to);
    for (const block of blocks)
      for (const [slot, vector] of this.#vectorsOf(block)) {
        const passage = block * blockLength + slot;
        if (passage >= from && passage <= to) yield [passage, vector];
      }
  }

  segments(from: number, before: number): number[] {
    const [first, end] = [from * segmentLength, before * segmentLength];
    return this.#column<number>(
      `select distinct id / ${blocksPerSegment} from ${this.#blocks} where id >= ? and id < ?
       union select distinct id / ${segmentLength} from ${this.#rows} where id >= ? and id < ?`,
    ).all(blockOf(first), blockOf(end), first, end);
  }

  clear(): void {
    for (const table of [this.#rows, this.#blocks]) this.#run(`delete from ${table}`);
  }

  /**
   * Returns the vectors of a block, with zeros for passages without one; `undefined` for a block
   * without vectors.
   */
  block(block: number): Uint8Array | undefined {
    return this.#packed(block) ?? this.#assembled(block);
  }

  #openBlock(): number | undefined {
    const first = this.#column<number | null>(`select min(id) from ${this.#rows}`).get();
    return typeof first === "number" ? blockOf(first) : undefined;
  }

  #packed(block: number): Buffer | undefined {
    return this.#column<Buffer>(`select embeddings from ${this.#blocks} where id = ?`).get(block);
  }

  #assembled(block: number): Uint8Array | undefined {
    const rows = this.#connection
      .statement<[number, number], { id: number; embedding: Buffer }>(
        `select id, embedding from ${this.#rows} where id between ? and ?`,
      )
      .all(block * blockLength, (block + 1) * blockLength - 1);
    if (rows.length === 0) return undefined;
    const bytes = new Uint8Array(blockLength * this.#stride);
    for (const { id, embedding } of rows) bytes.set(embedding, (id % blockLength) * this.#stride);
    return bytes;
  }

  /** Packs the rows, which are all of one block. */
  #pack(block: number): void {
    this.#run(
      `insert into ${this.#blocks} (id, embeddings) values (?, ?)`,
      block,
      toBlob(this.#assembled(block)!),
    );
    this.#run(`delete from ${this.#rows}`);
  }

  /** Turns a packed block back into rows, so that vectors can be added to it. */
  #unpack(block: number): void {
    const vectors = this.#packed(block) === undefined ? [] : [...this.#vectorsOf(block)];
    for (const [slot, vector] of vectors) this.#addRow(block * blockLength + slot, vector);
    this.#run(`delete from ${this.#blocks} where id = ?`, block);
  }

  #addRow(passage: number, vector: Int8Array): void {
    this.#run(`insert into ${this.#rows} (id, embedding) values (?, ?)`, passage, toBlob(vector));
  }

  #putBlock(block: number, vectors: readonly PassageVector[]): void {
    const bytes = this.#packed(block) ?? Buffer.alloc(blockLength * this.#stride);
    for (const [passage, vector] of vectors)
      bytes.set(toBlob(vector), (passage % blockLength) * this.#stride);
    this.#run(
      `insert into ${this.#blocks} (id, embeddings) values (?, ?)
       on conflict (id) do update set embeddings = excluded.embeddings`,
      block,
      bytes,
    );
  }

  *#vectorsOf(block: number): Generator<[slot: number, vector: Int8Array]> {
    const bytes = this.block(block);
    if (bytes === undefined) return;
    for (let slot = 0; slot < blockLength; slot += 1)
      if (isVectorIn(bytes, slot, this.#stride))
        yield [slot, fromBlob(bytes.subarray(slot * this.#stride, (slot + 1) * this.#stride))];
  }

  #removeFrom(block: number, slots: readonly number[]): number {
    const packed = this.#packed(block);
    if (packed === undefined) {
      const remove = this.#connection.statement(`delete from ${this.#rows} where id = ?`);
      return slots.reduce((sum, slot) => sum + remove.run(block * blockLength + slot).changes, 0);
    }
    const removed = slots.filter((slot) => isVectorIn(packed, slot, this.#stride));
    for (const slot of removed) packed.fill(0, slot * this.#stride, (slot + 1) * this.#stride);
    if (packed.every((byte) => byte === 0)) this.#run(`delete from ${this.#blocks} where id = ?`, block);
    else this.#run(`update ${this.#blocks} set embeddings = ? where id = ?`, packed, block);
    return removed.length;
  }

  #run(sql: string, ...parameters: (number | Buffer)[]): void {
    this.#connection.statement(sql).run(...parameters);
  }

  #column<Value>(sql: string) {
    return this.#connection.column<number[], Value>(sql);
  }
}

/** Groups items by a number. */
export function groupBy<Item>(items: readonly Item[], numberOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(numberOf(item));
    if (group === undefined) groups.set(numberOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function isVectorIn(block: Uint8Array, slot: number, stride: number): boolean {
  return block.subarray(slot * stride, (slot + 1) * stride).some((byte) => byte !== 0);
}
