/**
 * Vectors in a `vec0` table of sqlite-vec: signed bytes, one row per passage, in chunks of 32. Its
 * shadow tables are read directly, which needs no extension: the search reads whole chunks, and
 * sqlite-vec reads rows.
 *
 *   embeddings                   passage ← vector         the table that sqlite-vec serves
 *   embeddings_rowids            passage ← chunk, offset
 *   embeddings_chunks            chunk   ← which offsets are taken, passage of each
 *   embeddings_vector_chunks00   chunk   ← 32 × vector
 *
 * sqlite-vec fills a freed offset of its newest chunk again, so a passage's place is looked up, not
 * computed. It refuses to update signed bytes, and its tables cannot be renamed. Where it is
 * loaded, SQLite refuses direct writes to the shadow tables; if it is not, they are ordinary
 * tables, and vectors can be removed from them, but not added.
 */

import { fromBlob, strideOf, toBlob } from "../../formats/quantise.js";
import type { Connection } from "../database/connection.js";
import { segmentLength } from "../filters/passage-set.js";
import { blockLength } from "../kernel/vector-block-cache.js";
import type { PassageVector, StoredVectors, StoredVectorsOptions } from "./stored-vectors.js";

/** Where a vector is. */
export type Vec0Place = [passage: number, chunk: number, offset: number];

/** Maximum number of dimensions of a `vec0` column (sqlite-vec 0.1.9). */
export const maxVec0Dimensions = 8192;

/** Number of rows that are read in one query. */
const rowsPerQuery = 1024;
/**
 * Number of bytes of a row id in a chunk, and how many of them are read: passage numbers are below
 * 2^48.
 */
const idBytes = 8;
const readIdBytes = 6;
/** A prime. Two different sums of places also differ modulo it, with a high probability. */
const checksumPrime = 1_000_003;

/** Vectors in a `vec0` table. */
export class Vec0Vectors implements StoredVectors {
  readonly #connection: Connection;
  readonly #dimensions: number;
  readonly #name: string;

  constructor({ connection, dimensions, prefix }: StoredVectorsOptions) {
    this.#connection = connection;
    this.#dimensions = dimensions;
    this.#name = `${prefix}embeddings`;
  }

  /** Returns true if the file has this table. */
  get exists(): boolean {
    const sql = "select 1 from sqlite_schema where type = 'table' and name = ?";
    return this.#connection.column<[string], number>(sql).get(`${this.#name}_rowids`) === 1;
  }

  /** Creates the table; replaces an empty one of other dimensions. Needs the extension. */
  create(): void {
    const sql = `CREATE VIRTUAL TABLE ${this.#name} using vec0(embedding int8[${this.#dimensions}] distance_metric=cosine, chunk_size=${blockLength})`;
    const before = this.#connection
      .column<[string], string>("select sql from sqlite_schema where name = ?")
      .get(this.#name);
    if (before === sql) return;
    if (before !== undefined) this.clear();
    this.#connection.database.exec(sql);
  }

  add(passage: number, vector: Int8Array): void {
    // sqlite-vec requires integers as row ids, and better-sqlite3 binds numbers as reals.
    this.#connection
      .statement(`insert into ${this.#name} (rowid, embedding) values (?, vec_int8(?))`)
      .run(BigInt(passage), toBlob(vector.subarray(0, this.#dimensions)));
  }

  addOlder(vectors: readonly PassageVector[]): void {
    for (const [passage, vector] of vectors) this.add(passage, vector);
  }

  remove(passages: readonly number[]): number {
    let removed = 0;
    for (const passage of passages) {
      const [place] = this.places(passage, passage);
      if (place === undefined) continue;
      if (this.#connection.hasVec0) this.#remove(place);
      else this.#removeDirectly(place);
      removed += 1;
    }
    return removed;
  }

  has(passage: number): boolean {
    return this.places(passage, passage).length > 0;
  }

  count(): number {
    return this.#column<number>(`select count(*) from ${this.#name}_rowids`).get() ?? 0;
  }

  first(): number | undefined {
    return this.#column<number | null>(`select min(rowid) from ${this.#name}_rowids`).get() ?? undefined;
  }

  last(): number {
    return this.#column<number | null>(`select max(rowid) from ${this.#name}_rowids`).get() ?? 0;
  }

  *between(from: number, to: number): Generator<PassageVector> {
    let [last, block] = [0, undefined as Uint8Array | undefined];
    const stride = strideOf(this.#dimensions);
    for (let next = from; next <= to; ) {
      const places = this.places(next, to, rowsPerQuery);
      for (const [passage, chunk, offset] of places) {
        if (chunk !== last) block = this.chunk(chunk);
        last = chunk;
        if (block !== undefined)
          yield [passage, fromBlob(block.subarray(offset * stride, (offset + 1) * stride))];
      }
      next = places.length < rowsPerQuery ? to + 1 : places.at(-1)![0] + 1;
    }
  }

  segments(from: number, before: number): number[] {
    return this.#column<number>(
      `select distinct rowid / ${segmentLength} from ${this.#name}_rowids where rowid >= ? and rowid < ?`,
    ).all(from * segmentLength, before * segmentLength);
  }

  clear(): void {
    if (this.#connection.hasVec0) this.#connection.database.exec(`drop table ${this.#name}`);
    else
      for (const table of ["rowids", "chunks", "vector_chunks00"])
        this.#connection.statement(`delete from ${this.#name}_${table}`).run();
  }

  /** Returns where the vectors of a range of passages are, in the order of the passages. */
  places(from: number, to: number, limit = -1): Vec0Place[] {
    return this.#connection
      .tuples<number[], Vec0Place>(
        `select rowid, chunk_id, chunk_offset from ${this.#name}_rowids
         where rowid between ? and ? order by rowid limit cast(? as integer)`,
      )
      .all(from, to, limit);
  }

  /** Returns where all vectors are, in the order of the chunks: a tenth of the cost of `places`. */
  *allPlaces(): Generator<Vec0Place> {
    const chunks = this.#connection
      .tuples<[], [number, Buffer, Buffer]>(`select chunk_id, validity, rowids from ${this.#name}_chunks`)
      .iterate();
    for (const [chunk, taken, ids] of chunks)
      for (let offset = 0; offset < blockLength; offset += 1)
        if (((taken[offset >> 3]! >> (offset & 7)) & 1) === 1)
          yield [ids.readUIntLE(offset * idBytes, readIdBytes), chunk, offset];
  }

  /** Returns true if rows and chunks name the same place for each passage. */
  isConsistent(): boolean {
    const [count, sum] = this.#connection
      .tuples<[number], [number, number]>(
        `select count(*), coalesce(sum(rowid * (chunk_id * ${blockLength} + chunk_offset) % ?), 0) from ${this.#name}_rowids`,
      )
      .get(checksumPrime)!;
    let [counted, summed] = [0, 0];
    for (const [passage, chunk, offset] of this.allPlaces()) {
      counted += 1;
      summed += (passage * (chunk * blockLength + offset)) % checksumPrime;
    }
    return counted === count && summed === sum;
  }

  /** Returns the vectors of a chunk, each padded to the stride; `undefined` if it was emptied. */
  chunk(chunk: number): Uint8Array | undefined {
    const bytes = this.#bytesOf(chunk);
    const stride = strideOf(this.#dimensions);
    if (bytes === undefined || stride === this.#dimensions) return bytes;
    const padded = new Uint8Array(blockLength * stride);
    for (let offset = 0; offset < blockLength; offset += 1)
      padded.set(bytes.subarray(offset * this.#dimensions, (offset + 1) * this.#dimensions), offset * stride);
    return padded;
  }

  #bytesOf(chunk: number): Buffer | undefined {
    // By `_rowid_`: the table's own column `rowid` has an index of its own, which takes longer.
    return this.#column<Buffer>(`select vectors from ${this.#name}_vector_chunks00 where _rowid_ = ?`).get(
      chunk,
    );
  }

  #remove([passage, chunk, offset]: Vec0Place): void {
    this.#connection.statement(`delete from ${this.#name} where rowid = ?`).run(BigInt(passage));
    const left = this.#bytesOf(chunk)?.subarray(offset * this.#dimensions, (offset + 1) * this.#dimensions);
    // sqlite-vec zeroes what it deletes, but does not document it. An erasure depends on it.
    if (left?.some((byte) => byte !== 0) === true)
      throw new Error(`Cannot erase: sqlite-vec must zero the vector of passage ${passage}, and kept it`);
  }

  /** Removes a vector without the extension, as sqlite-vec does it. */
  #removeDirectly([passage, chunk, offset]: Vec0Place): void {
    const parts = this.#connection
      .tuples<[number], [Buffer, Buffer]>(
        `select validity, rowids from ${this.#name}_chunks where chunk_id = ?`,
      )
      .get(chunk);
    const vectors = this.#bytesOf(chunk);
    this.#run(`delete from ${this.#name}_rowids where rowid = ?`, passage);
    if (parts === undefined || vectors === undefined) return;
    const [taken, ids] = parts;
    taken[offset >> 3]! &= ~(1 << (offset & 7));
    if (taken.every((byte) => byte === 0)) {
      this.#run(`delete from ${this.#name}_chunks where chunk_id = ?`, chunk);
      this.#run(`delete from ${this.#name}_vector_chunks00 where _rowid_ = ?`, chunk);
      return;
    }
    ids.fill(0, offset * idBytes, (offset + 1) * idBytes);
    vectors.fill(0, offset * this.#dimensions, (offset + 1) * this.#dimensions);
    this.#run(
      `update ${this.#name}_chunks set validity = ?, rowids = ? where chunk_id = ?`,
      taken,
      ids,
      chunk,
    );
    this.#run(`update ${this.#name}_vector_chunks00 set vectors = ? where _rowid_ = ?`, vectors, chunk);
  }

  #run(sql: string, ...parameters: (number | Buffer)[]): void {
    this.#connection.statement(sql).run(...parameters);
  }

  #column<Value>(sql: string) {
    return this.#connection.column<number[], Value>(sql);
  }
}
