/**
 * Vectors as the file keeps them. The newest are a row each; once a page of 32 is over it is packed, so that scoring a thousand scattered vectors reads
 * a thousand small blobs and no rows; once a run of 8,192 is over its 1-bit codes are sealed as one blob, so that opening a store of a million
 * reads 122 blobs. What a passage's number says is where its vector lies: pages and runs hold zeros where there is none.
 *
 *   vectors       passage ← signed bytes                        the page that is still open
 *   vector_pages  page    ← 32 × signed bytes                   every earlier one
 *   code_runs     run     ← which are held, 8,192 × code        every run that is over
 *
 * There is a set of the three for what was said and one for what stands in files. A store that moves to other vectors fills further sets, of prefixes of
 * their own, while these serve; `replace` then puts them in their place.
 */
import type { Corpus, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { runLength, runOf } from "../filters/passage-set.js";
import { codeBytes, fromBlob, strideOf, toBlob, toCode } from "./quantise.js";
import { pageLength, pageOf } from "./vector-pages.js";

export interface VectorTableOptions {
  /** Whose vectors it keeps. Its mean is asked for when the first run is sealed. */
  readonly embedder: Pick<VectorSpace, "dimensions" | "mean">;
  /** Begins the names of the tables: see {@link setPrefix}. */
  readonly prefix: string;
}

export interface CodeRun {
  readonly id: number;
  /** A bit for each of 8,192 passages. */
  readonly held: Buffer;
  readonly codes: Buffer;
}

const pagesOfRun = runLength / pageLength;

/** Of the set that serves: none for what was said, `file_` for what stands in files. */
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

  /** Adds a passage's vector, as `toInt8` makes it. Passages must ascend. */
  add(passage: number, vector: Int8Array): void {
    const first = this.#rows<[], number | null>("select min(id) from vectors").get() ?? null;
    if (first !== null && pageOf(first) < pageOf(passage)) this.#pack(pageOf(first));
    if (first === null || runOf(first) < runOf(passage)) this.#sealBefore(runOf(passage));
    this.#run("insert into vectors (id, embedding) values (?, ?)", passage, toBlob(vector));
  }

  /** Overwrites passages' vectors and their codes. @returns how many had one */
  remove(passages: readonly number[]): number {
    let removed = 0;
    for (const [page, slots] of grouped(passages, pageLength)) removed += this.#removeFromPage(page, slots);
    for (const [run, slots] of grouped(passages, runLength)) this.#removeFromRun(run, slots);
    return removed;
  }

  has(passage: number): boolean {
    const page = this.page(pageOf(passage));
    return page !== undefined && isAnyIn(page, passage % pageLength, this.#stride);
  }

  /** How many places still hold something of a passage: its vector, its code. */
  residue(passage: number): number {
    const run = this.#rows<[number], Buffer>("select held from code_runs where id = ?").get(runOf(passage));
    const slot = passage % runLength;
    const isCoded = run !== undefined && (run[slot >> 3]! & (1 << (slot & 7))) !== 0;
    return Number(this.has(passage)) + Number(isCoded);
  }

  /** How many passages have a vector. */
  count(): number {
    let count = this.#rows<[], number>("select count(*) from vectors").get()!;
    let open = 0;
    for (const [run, held] of this.held()) {
      open = Math.max(open, run + 1);
      for (let byte of held) for (; byte !== 0; byte &= byte - 1) count += 1;
    }
    const pages = this.#rows<[number], number>("select id from vector_pages where id >= ?");
    for (const page of pages.all(open * pagesOfRun)) count += [...this.#vectorsOf(page)].length;
    return count;
  }

  /** The vectors of a page side by side, zeros where there is none; `undefined` for a page without any. */
  page(page: number): Uint8Array | undefined {
    const packed = this.#rows<[number], Buffer>("select embeddings from vector_pages where id = ?").get(page);
    return packed ?? this.#assembled(page);
  }

  /** The highest passage that a vector may be kept of; 0 where none is. */
  last(): number {
    const row = this.#rows<[], number | null>("select max(id) from vectors").get() ?? null;
    if (row !== null) return row;
    const page = this.#rows<[], number | null>("select max(id) from vector_pages").get() ?? null;
    return page === null ? 0 : (page + 1) * pageLength - 1;
  }

  /** Vectors that are rows still, after a passage. */
  rowsAfter(passage: number): { readonly id: number; readonly embedding: Buffer }[] {
    return this.#connection
      .statement<[number], { id: number; embedding: Buffer }>(
        this.#named("select id, embedding from vectors where id > ? order by id"),
      )
      .all(passage);
  }

  /** The vectors after a passage, with their numbers, in order: read a page at a time. */
  *after(passage: number): Generator<[passage: number, vector: Int8Array]> {
    const packed = this.#rows<[number], number>("select id from vector_pages where id >= ? order by id");
    for (const page of packed.all(pageOf(passage + 1)))
      for (const [slot, vector] of this.#vectorsOf(page)) {
        const number = runOf(page * pageLength) * runLength + slot;
        if (number > passage) yield [number, vector];
      }
    for (const { id, embedding } of this.rowsAfter(passage)) yield [id, fromBlob(embedding)];
  }

  /** The codes of a run that is over. */
  run(run: number): CodeRun | undefined {
    return this.#connection
      .statement<[number], CodeRun>(this.#named("select id, held, codes from code_runs where id = ?"))
      .get(run);
  }

  /** Sealed runs from a number on. */
  runsFrom(run: number): IterableIterator<CodeRun> {
    return this.#connection
      .statement<[number], CodeRun>(
        this.#named("select id, held, codes from code_runs where id >= ? order by id"),
      )
      .iterate(run);
  }

  /** Which passages each sealed run holds. */
  held(): Map<number, Buffer> {
    const rows = this.#connection
      .statement<[], { id: number; held: Buffer }>(this.#named("select id, held from code_runs"))
      .all();
    return new Map(rows.map(({ id, held }) => [id, held]));
  }

  /** Makes the tables of a set that begins with a prefix. */
  make(): void {
    this.#connection.database.exec(
      this.#named(`
        create table vectors (id integer primary key, embedding blob not null);
        create table vector_pages (id integer primary key, embeddings blob not null);
        create table code_runs (id integer primary key, held blob not null, codes blob not null);`),
    );
  }

  /** Empties the set and overwrites it. */
  clear(): void {
    for (const table of ["vectors", "vector_pages", "code_runs"]) this.#run(`delete from ${table}`);
  }

  /** Puts this set in the place of another, which is overwritten. Runs inside a write transaction. */
  replace(other: VectorTable): void {
    for (const table of ["vectors", "vector_pages", "code_runs"])
      this.#connection.database.exec(
        `drop table ${other.#named(table)}; alter table ${this.#named(table)} rename to ${other.#named(table)}`,
      );
  }

  get #stride(): number {
    return strideOf(this.#embedder.dimensions);
  }

  #assembled(page: number): Uint8Array | undefined {
    const rows = this.#connection
      .statement<[number, number], { id: number; embedding: Buffer }>(
        this.#named("select id, embedding from vectors where id between ? and ?"),
      )
      .all(page * pageLength, (page + 1) * pageLength - 1);
    if (rows.length === 0) return undefined;
    const bytes = new Uint8Array(pageLength * this.#stride);
    for (const { id, embedding } of rows) bytes.set(embedding, (id % pageLength) * this.#stride);
    return bytes;
  }

  #pack(page: number): void {
    this.#run(
      "insert into vector_pages (id, embeddings) values (?, ?)",
      page,
      toBlob(this.#assembled(page)!),
    );
    this.#run("delete from vectors where id < ?", (page + 1) * pageLength);
  }

  /** Seals the runs that are over: one at most, but where nothing was added since the last one was. */
  #sealBefore(run: number): void {
    const sealed = this.#rows<[], number | null>("select max(id) from code_runs").get() ?? -1;
    const over = this.#rows<[number, number], number>(
      `select distinct id / ${pagesOfRun} from vector_pages where id >= ? and id < ?`,
    ).all((sealed + 1) * pagesOfRun, run * pagesOfRun);
    for (const one of over) this.#seal(one);
  }

  #seal(run: number): void {
    const held = new Uint8Array(runLength / 8);
    const length = codeBytes(this.#embedder.dimensions);
    const codes = new Uint8Array(runLength * length);
    const of = { dimensions: this.#embedder.dimensions, mean: this.#embedder.mean?.() };
    for (let page = run * pagesOfRun; page < (run + 1) * pagesOfRun; page += 1)
      for (const [slot, vector] of this.#vectorsOf(page)) {
        held[slot >> 3]! |= 1 << (slot & 7);
        codes.set(toCode(vector, of), slot * length);
      }
    this.#run("insert into code_runs (id, held, codes) values (?, ?, ?)", run, toBlob(held), toBlob(codes));
  }

  /** The vectors of a page that are there, by their place in the run. */
  *#vectorsOf(page: number): Generator<[slot: number, vector: Int8Array]> {
    const bytes = this.page(page);
    if (bytes === undefined) return;
    for (let at = 0; at < pageLength; at += 1) {
      const vector = fromBlob(bytes.subarray(at * this.#stride, (at + 1) * this.#stride));
      if (vector.some((byte) => byte !== 0)) yield [(page * pageLength + at) % runLength, vector];
    }
  }

  #removeFromPage(page: number, slots: readonly number[]): number {
    const from = page * pageLength;
    const remove = this.#connection.statement(this.#named("delete from vectors where id = ?"));
    const rows = slots.reduce((sum, slot) => sum + remove.run(from + slot).changes, 0);
    const packed = this.#rows<[number], Buffer>("select embeddings from vector_pages where id = ?").get(page);
    if (packed === undefined) return rows;
    const removed = slots.filter((slot) => isAnyIn(packed, slot, this.#stride));
    for (const slot of removed) packed.fill(0, slot * this.#stride, (slot + 1) * this.#stride);
    if (packed.every((byte) => byte === 0)) this.#run("delete from vector_pages where id = ?", page);
    else this.#run("update vector_pages set embeddings = ? where id = ?", packed, page);
    return rows + removed.length;
  }

  #removeFromRun(run: number, slots: readonly number[]): void {
    const sealed = this.run(run);
    if (sealed === undefined) return;
    const { held, codes } = sealed;
    const length = codeBytes(this.#embedder.dimensions);
    for (const slot of slots) {
      held[slot >> 3]! &= ~(1 << (slot & 7));
      codes.fill(0, slot * length, (slot + 1) * length);
    }
    if (held.every((byte) => byte === 0)) this.#run("delete from code_runs where id = ?", run);
    else this.#run("update code_runs set held = ?, codes = ? where id = ?", held, codes, run);
  }

  #run(sql: string, ...parameters: (number | Buffer)[]): void {
    this.#connection.statement(this.#named(sql)).run(...parameters);
  }

  #rows<Parameters extends unknown[], Value>(sql: string) {
    return this.#connection.column<Parameters, Value>(this.#named(sql));
  }

  #named(sql: string): string {
    return this.#prefix === ""
      ? sql
      : sql.replace(/\b(?:vectors|vector_pages|code_runs)\b/g, `${this.#prefix}$&`);
  }
}

/** Places within their page or run, by its number. */
function grouped(passages: readonly number[], length: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const passage of passages) {
    const number = Math.floor(passage / length);
    const group = groups.get(number);
    if (group === undefined) groups.set(number, [passage % length]);
    else group.push(passage % length);
  }
  return groups;
}

function isAnyIn(page: Uint8Array, slot: number, stride: number): boolean {
  return page.subarray(slot * stride, (slot + 1) * stride).some((byte) => byte !== 0);
}
