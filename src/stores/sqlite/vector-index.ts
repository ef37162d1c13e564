/**
 * Vectors: an int8 row a passage for exact scores, and a 1-bit code a passage for picking whom to score. Codes are read into memory at the first
 * search; `PRAGMA data_version` shows when another process has written since, and a counter of erasures when codes must be dropped.
 */
import type { Corpus, Neighbour, Scope } from "../store.js";
import { CodeScan } from "./code-scan.js";
import type { Connection } from "./connection.js";
import { EmbeddingCache } from "./embedding-cache.js";
import type { MetaTable } from "./meta-table.js";
import type { PassageReader } from "./passage-reader.js";
import { codeWords, fromBlob, lengthOf, toBlob, toCode, toInt8 } from "./quantise.js";
import { type ScopeSql, scopeSql } from "./scope.js";

export interface VectorIndexOptions {
  readonly connection: Connection;
  readonly meta: MetaTable;
  readonly reader: PassageReader;
  readonly dimensions: number;
  /** Whose codes are scanned: what was said and what stands in files are searched apart. */
  readonly corpus: Corpus;
  /** Taken off before signs are taken; asked for at the first vector. */
  readonly mean?: (() => Float32Array) | undefined;
}

/**
 * How many codes are scored exactly: one in 250, at least 256 (recall's measurements: on skewed vectors the best 200 by Hamming distance hold
 * .977 of the true ten at a million, and a fixed number holds less the larger the store is), at most 4,000.
 */
const rescored = { least: 256, most: 4000, oneIn: 250 };

/** Passages in a narrow scope up to which every vector is scored in SQL (0.4 µs a row) instead of picking by codes first. */
const exactUpTo = 8192;

/** More than is asked for is taken from SQL, where the query is rounded to bytes too; the final order is by the unrounded one. */
const exactMargin = 16;

export class VectorIndex {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #reader: PassageReader;
  readonly #dimensions: number;
  readonly #mean: (() => Float32Array) | undefined;
  readonly #corpus: Corpus;
  readonly #codes: CodeScan;
  readonly #embeddings: EmbeddingCache;
  #seenVersion = -1;
  #seenErasures = "";
  #stale = true;

  constructor({ connection, meta, reader, dimensions, corpus, mean }: VectorIndexOptions) {
    this.#connection = connection;
    this.#meta = meta;
    this.#reader = reader;
    this.#dimensions = dimensions;
    this.#mean = mean;
    this.#corpus = corpus;
    this.#codes = new CodeScan(codeWords(dimensions));
    this.#embeddings = new EmbeddingCache(dimensions, (passage) => {
      const row = connection
        .column<[number], Buffer>("select embedding from vectors where passage = ?")
        .get(passage);
      return row === undefined ? undefined : fromBlob(row);
    });
  }

  /** Bytes that a vector is kept in; 0 for a zero vector, which is not kept. */
  bytes(vector: Float32Array): number {
    return vector.some((component) => component !== 0) ? this.bytesEach : 0;
  }

  get bytesEach(): number {
    return this.#dimensions + codeWords(this.#dimensions) * 4;
  }

  add(passage: number, vector: Float32Array): void {
    const bytes = toInt8(vector);
    if (bytes === undefined) return;
    this.#connection
      .statement("insert into vectors (passage, embedding) values (?, ?)")
      .run(passage, toBlob(bytes));
    const code = toCode(vector, this.#mean?.());
    this.#connection.statement("insert into codes (passage, code) values (?, ?)").run(passage, toBlob(code));
    this.#stale = true;
  }

  has(passage: number): boolean {
    return this.#connection.statement("select 1 from vectors where passage = ?").get(passage) !== undefined;
  }

  remove(passage: number): void {
    this.#connection.statement("delete from vectors where passage = ?").run(passage);
    this.#connection.statement("delete from codes where passage = ?").run(passage);
    this.#stale = true;
  }

  /** Drops what is held in memory, so that nothing of what was erased stays there. */
  dropHeld(): void {
    this.#codes.clear();
    this.#embeddings.clear();
    this.#seenErasures = "";
    this.#stale = true;
  }

  /** How many rows of a passage are still there. */
  residue(passages: readonly number[]): number {
    const found = this.#connection
      .statement<[object], { rows: number }>(
        `select (select count(*) from vectors where passage in (select value from json_each(@passages)))
            + (select count(*) from codes where passage in (select value from json_each(@passages))) as rows`,
      )
      .get({ passages: JSON.stringify(passages) });
    return found?.rows ?? 0;
  }

  /** As the port says. Runs inside a read. */
  nearest(vector: Float32Array, limit: number, scope: Scope): Neighbour[] {
    const query = toInt8(vector);
    if (query === undefined || limit < 1) return [];
    const sql = scopeSql({ ...scope, corpus: this.#corpus });
    if (!sql.narrow) return this.#openSearch(vector, limit, scope);
    const allowed = this.#allowed(sql);
    const candidates =
      allowed.size <= exactUpTo
        ? this.#exactInSql(query, limit + exactMargin, sql)
        : this.#candidates(vector, limit, allowed);
    return this.#ranked(vector, candidates).slice(0, limit);
  }

  /** Cosine with each passage's vector, in order; 0 where one has none. Runs inside a read. */
  similarities(vector: Float32Array, passages: readonly number[]): Float32Array {
    this.#refresh();
    const length = lengthOf(vector);
    return Float32Array.from(passages, (passage) => this.#embeddings.cosine(vector, length, passage) ?? 0);
  }

  /** Nearly every passage has a record that counts, so those that have none are left out last. */
  #openSearch(vector: Float32Array, limit: number, scope: Scope): Neighbour[] {
    for (let wanted = limit; ; wanted *= 4) {
      const candidates = this.#candidates(vector, wanted);
      const best = this.#ranked(vector, candidates).slice(0, wanted + exactMargin);
      const counting = this.#reader.counting(
        best.map(({ passage }) => passage),
        scope,
      );
      const found = best.filter(({ passage }) => counting.has(passage)).slice(0, limit);
      if (found.length === limit || candidates.length >= this.#codes.size) return found;
    }
  }

  #candidates(vector: Float32Array, limit: number, allowed?: ReadonlySet<number>): number[] {
    this.#refresh();
    const share = Math.ceil((allowed?.size ?? this.#codes.size) / rescored.oneIn);
    const count = Math.max(Math.ceil(1.25 * limit), Math.min(rescored.most, Math.max(rescored.least, share)));
    return this.#codes.closest(toCode(vector, this.#mean?.()), count, allowed);
  }

  #ranked(vector: Float32Array, candidates: readonly number[]): Neighbour[] {
    const length = lengthOf(vector);
    const found: Neighbour[] = [];
    for (const passage of candidates) {
      const similarity = this.#embeddings.cosine(vector, length, passage);
      if (similarity !== undefined) found.push({ passage, similarity });
    }
    return found.sort((one, other) => other.similarity - one.similarity || one.passage - other.passage);
  }

  #allowed({ counts, parameters }: ScopeSql): Set<number> {
    const passages = this.#connection
      .column<[object], number>(`select r.passage from records r where ${counts}`)
      .all(parameters);
    return new Set(passages);
  }

  #exactInSql(query: Int8Array, limit: number, { counts, parameters }: ScopeSql): number[] {
    return this.#connection
      .column<[object], number>(
        `select passage from vectors where passage in (select r.passage from records r where ${counts})
         order by vec_distance_cosine(vec_int8(embedding), vec_int8(@query)) limit @limit`,
      )
      .all({ ...parameters, query: toBlob(query), limit });
  }

  /** Reads the codes that were written since the last search, by whichever process, and drops what was erased meanwhile. */
  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (!this.#stale && version === this.#seenVersion) return;
    const erasures = this.#meta.get("erasures") ?? "0";
    if (erasures !== this.#seenErasures) this.dropHeld();
    const isIn = this.#corpus === "files" ? "in" : "not in";
    const rows = this.#connection
      .statement<[number], { passage: number; code: Buffer }>(
        `select passage, code from codes
         where passage > ? and passage ${isIn} (select id from passages where file is not null) order by passage`,
      )
      .all(this.#codes.lastId);
    for (const { passage, code } of rows) this.#codes.add(passage, code);
    this.#seenVersion = version;
    this.#seenErasures = erasures;
    this.#stale = false;
  }
}
