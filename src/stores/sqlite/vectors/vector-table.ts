/**
 * Vectors as the file stores them. A passage's number gives the position of its vector. The newest
 * vectors are one row each. When a block of 32 passages is complete, it is packed into one row:
 * scoring a thousand scattered vectors then reads a thousand small BLOBs. When a segment of 8,192
 * passages is complete, its 1-bit codes are sealed as one BLOB: opening a store of a million reads
 * 122 BLOBs. Passages without a vector have zeros.
 *
 *   vectors       passage ← signed bytes                        the open block
 *   vector_pages  block   ← 32 × signed bytes                   every complete block
 *   code_runs     segment ← bit mask, 8,192 × code              every complete segment
 *
 * There is one set of these tables for what was said and one for files. A store that moves to
 * another embedder fills further sets, whose names have a prefix; `replace` then puts them in the
 * place of these.
 */
import type { Corpus, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { segmentLength, segmentOf } from "../filters/passage-set.js";
import { codeBytes, fromBlob, strideOf, toBlob, toCode } from "./quantise.js";
import { blockLength, blockOf } from "./vector-block-cache.js";

export interface VectorTableOptions {
  /** The embedder of the vectors. Its mean is needed when the first segment is sealed. */
  readonly embedder: Pick<VectorSpace, "dimensions" | "mean">;
  /** Prefix of the table names: see {@link setPrefix}. */
  readonly prefix: string;
}

export interface CodeSegment {
  readonly id: number;
  /** One bit per passage: set if it has a code. */
  readonly present: Buffer;
  readonly codes: Buffer;
}

const blocksPerSegment = segmentLength / blockLength;

/** Prefix of the tables that searches use: none for what was said, `file_` for files. */
export function setPrefix(corpus: Corpus): string {
  return corpus === "files" ? "file_" : "";
}

export class VectorTable {
  readonly #connection: Connection;
  readonly #embedder: VectorTableOptions["embedder"];
  readonly #prefix: string;

  constructor(connection: Connection, { embedder, prefix }: VectorTableOptions) {
    this.#connection = connection;
    this.#embedder = embedder;
    this.#prefix = prefix;
  }

  /**
   * Stores a passage's vector, as `toInt8` returns it. Passages must be added in ascending order.
   */
  add(passage: number, vector: Int8Array): void {
    const first = this.#rows<[], number | null>("select min(id) from vectors").get() ?? null;
    if (first !== null && blockOf(first) < blockOf(passage)) this.#pack(blockOf(first));
    if (first === null || segmentOf(first) < segmentOf(passage)) this.#sealBefore(segmentOf(passage));
    this.#run("insert into vectors (id, embedding) values (?, ?)", passage, toBlob(vector));
  }

  /** Overwrites the vectors and codes of passages. @returns how many passages had a vector */
  remove(passages: readonly number[]): number {
    let removed = 0;
    for (const [block, slots] of slotsByGroup(passages, blockLength))
      removed += this.#removeFromBlock(block, slots);
    for (const [segment, slots] of slotsByGroup(passages, segmentLength))
      this.#removeFromSegment(segment, slots);
    return removed;
  }

  has(passage: number): boolean {
    const block = this.block(blockOf(passage));
    return block !== undefined && isVectorIn(block, passage % blockLength, this.#stride);
  }

  /** Counts the places that still have something of a passage: its vector, its code. */
  residue(passage: number): number {
    const segment = this.#rows<[number], Buffer>("select held from code_runs where id = ?").get(
      segmentOf(passage),
    );
    const slot = passage % segmentLength;
    const isCoded = segment !== undefined && (segment[slot >> 3]! & (1 << (slot & 7))) !== 0;
    return Number(this.has(passage)) + Number(isCoded);
  }

  /** Counts the passages that have a vector. */
  count(): number {
    let count = this.#rows<[], number>("select count(*) from vectors").get()!;
    let open = 0;
    for (const [segment, present] of this.present()) {
      open = Math.max(open, segment + 1);
      for (let byte of present) for (; byte !== 0; byte &= byte - 1) count += 1;
    }
    const blocks = this.#rows<[number], number>("select id from vector_pages where id >= ?");
    for (const block of blocks.all(open * blocksPerSegment)) count += [...this.#vectorsOf(block)].length;
    return count;
  }

  /**
   * Returns the vectors of a block, with zeros for passages without one; `undefined` for a block
   * without vectors.
   */
  block(block: number): Uint8Array | undefined {
    const packed = this.#rows<[number], Buffer>("select embeddings from vector_pages where id = ?").get(
      block,
    );
    return packed ?? this.#assembled(block);
  }

  /** Returns a number that no passage with a vector exceeds; 0 if there is none. */
  last(): number {
    const row = this.#rows<[], number | null>("select max(id) from vectors").get() ?? null;
    if (row !== null) return row;
    const block = this.#rows<[], number | null>("select max(id) from vector_pages").get() ?? null;
    return block === null ? 0 : (block + 1) * blockLength - 1;
  }

  /** Returns the vectors after a passage that are still rows. */
  rowsAfter(passage: number): { readonly id: number; readonly embedding: Buffer }[] {
    return this.#connection
      .statement<[number], { id: number; embedding: Buffer }>(
        this.#withPrefix("select id, embedding from vectors where id > ? order by id"),
      )
      .all(passage);
  }

  /**
   * Returns the vectors after a passage with their passage numbers, in order, reading one block at
   * a time.
   */
  *after(passage: number): Generator<[passage: number, vector: Int8Array]> {
    const packed = this.#rows<[number], number>("select id from vector_pages where id >= ? order by id");
    for (const block of packed.all(blockOf(passage + 1)))
      for (const [slot, vector] of this.#vectorsOf(block)) {
        const number = segmentOf(block * blockLength) * segmentLength + slot;
        if (number > passage) yield [number, vector];
      }
    for (const { id, embedding } of this.rowsAfter(passage)) yield [id, fromBlob(embedding)];
  }

  /** Returns a sealed segment; `undefined` if it is not sealed. */
  segment(segment: number): CodeSegment | undefined {
    return this.#connection
      .statement<[number], CodeSegment>(
        this.#withPrefix("select id, held as present, codes from code_runs where id = ?"),
      )
      .get(segment);
  }

  /** Returns the sealed segments from a number on. */
  segmentsFrom(segment: number): IterableIterator<CodeSegment> {
    return this.#connection
      .statement<[number], CodeSegment>(
        this.#withPrefix("select id, held as present, codes from code_runs where id >= ? order by id"),
      )
      .iterate(segment);
  }

  /** Returns the bit mask of each sealed segment. */
  present(): Map<number, Buffer> {
    const rows = this.#connection
      .statement<[], { id: number; present: Buffer }>(
        this.#withPrefix("select id, held as present from code_runs"),
      )
      .all();
    return new Map(rows.map(({ id, present }) => [id, present]));
  }

  /** Creates the tables of this set. */
  createTables(): void {
    this.#connection.database.exec(
      this.#withPrefix(`
        create table vectors (id integer primary key, embedding blob not null);
        create table vector_pages (id integer primary key, embeddings blob not null);
        create table code_runs (id integer primary key, held blob not null, codes blob not null);`),
    );
  }

  /** Deletes and overwrites all rows. */
  clear(): void {
    for (const table of ["vectors", "vector_pages", "code_runs"]) this.#run(`delete from ${table}`);
  }

  /**
   * Puts this set in the place of another one, which is overwritten. Call it inside a write
   * transaction.
   */
  replace(other: VectorTable): void {
    for (const table of ["vectors", "vector_pages", "code_runs"])
      this.#connection.database.exec(
        `drop table ${other.#withPrefix(table)}; alter table ${this.#withPrefix(table)} rename to ${other.#withPrefix(table)}`,
      );
  }

  get #stride(): number {
    return strideOf(this.#embedder.dimensions);
  }

  #assembled(block: number): Uint8Array | undefined {
    const rows = this.#connection
      .statement<[number, number], { id: number; embedding: Buffer }>(
        this.#withPrefix("select id, embedding from vectors where id between ? and ?"),
      )
      .all(block * blockLength, (block + 1) * blockLength - 1);
    if (rows.length === 0) return undefined;
    const bytes = new Uint8Array(blockLength * this.#stride);
    for (const { id, embedding } of rows) bytes.set(embedding, (id % blockLength) * this.#stride);
    return bytes;
  }

  #pack(block: number): void {
    this.#run(
      "insert into vector_pages (id, embeddings) values (?, ?)",
      block,
      toBlob(this.#assembled(block)!),
    );
    this.#run("delete from vectors where id < ?", (block + 1) * blockLength);
  }

  /**
   * Seals the segments that are complete. There is at most one, unless a whole segment of passages
   * came without vectors.
   */
  #sealBefore(segment: number): void {
    const sealed = this.#rows<[], number | null>("select max(id) from code_runs").get() ?? -1;
    const over = this.#rows<[number, number], number>(
      `select distinct id / ${blocksPerSegment} from vector_pages where id >= ? and id < ?`,
    ).all((sealed + 1) * blocksPerSegment, segment * blocksPerSegment);
    for (const one of over) this.#seal(one);
  }

  #seal(segment: number): void {
    const present = new Uint8Array(segmentLength / 8);
    const length = codeBytes(this.#embedder.dimensions);
    const codes = new Uint8Array(segmentLength * length);
    const of = { dimensions: this.#embedder.dimensions, mean: this.#embedder.mean?.() };
    for (let block = segment * blocksPerSegment; block < (segment + 1) * blocksPerSegment; block += 1)
      for (const [slot, vector] of this.#vectorsOf(block)) {
        present[slot >> 3]! |= 1 << (slot & 7);
        codes.set(toCode(vector, of), slot * length);
      }
    this.#run(
      "insert into code_runs (id, held, codes) values (?, ?, ?)",
      segment,
      toBlob(present),
      toBlob(codes),
    );
  }

  /** Returns the vectors of a block with their positions in the segment. */
  *#vectorsOf(block: number): Generator<[slot: number, vector: Int8Array]> {
    const bytes = this.block(block);
    if (bytes === undefined) return;
    for (let at = 0; at < blockLength; at += 1) {
      const vector = fromBlob(bytes.subarray(at * this.#stride, (at + 1) * this.#stride));
      if (vector.some((byte) => byte !== 0)) yield [(block * blockLength + at) % segmentLength, vector];
    }
  }

  #removeFromBlock(block: number, slots: readonly number[]): number {
    const from = block * blockLength;
    const remove = this.#connection.statement(this.#withPrefix("delete from vectors where id = ?"));
    const rows = slots.reduce((sum, slot) => sum + remove.run(from + slot).changes, 0);
    const packed = this.#rows<[number], Buffer>("select embeddings from vector_pages where id = ?").get(
      block,
    );
    if (packed === undefined) return rows;
    const removed = slots.filter((slot) => isVectorIn(packed, slot, this.#stride));
    for (const slot of removed) packed.fill(0, slot * this.#stride, (slot + 1) * this.#stride);
    if (packed.every((byte) => byte === 0)) this.#run("delete from vector_pages where id = ?", block);
    else this.#run("update vector_pages set embeddings = ? where id = ?", packed, block);
    return rows + removed.length;
  }

  #removeFromSegment(segment: number, slots: readonly number[]): void {
    const sealed = this.segment(segment);
    if (sealed === undefined) return;
    const { present, codes } = sealed;
    const length = codeBytes(this.#embedder.dimensions);
    for (const slot of slots) {
      present[slot >> 3]! &= ~(1 << (slot & 7));
      codes.fill(0, slot * length, (slot + 1) * length);
    }
    if (present.every((byte) => byte === 0)) this.#run("delete from code_runs where id = ?", segment);
    else this.#run("update code_runs set held = ?, codes = ? where id = ?", present, codes, segment);
  }

  #run(sql: string, ...parameters: (number | Buffer)[]): void {
    this.#connection.statement(this.#withPrefix(sql)).run(...parameters);
  }

  #rows<Parameters extends unknown[], Value>(sql: string) {
    return this.#connection.column<Parameters, Value>(this.#withPrefix(sql));
  }

  #withPrefix(sql: string): string {
    return this.#prefix === ""
      ? sql
      : sql.replace(/\b(?:vectors|vector_pages|code_runs)\b/g, `${this.#prefix}$&`);
  }
}

/** Groups passages by block or segment: returns their positions in it, by its number. */
function slotsByGroup(passages: readonly number[], length: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const passage of passages) {
    const number = Math.floor(passage / length);
    const group = groups.get(number);
    if (group === undefined) groups.set(number, [passage % length]);
    else group.push(passage % length);
  }
  return groups;
}

function isVectorIn(block: Uint8Array, slot: number, stride: number): boolean {
  return block.subarray(slot * stride, (slot + 1) * stride).some((byte) => byte !== 0);
}
