/**
 * The vector index: `vector-table` stores the vectors, `cached-vectors` caches them, and this class
 * searches them. It scans the 1-bit codes in memory, rescores the best of them, and computes exact
 * cosines for the best of those. In a store of fewer than 4,096 passages it computes all cosines.
 * The KNN search of sqlite-vec finds the same, and takes 7 ms for 10,000 vectors and 56 ms for
 * 100,000.
 */

import { highestOf } from "../../../numbers/highest.js";
import { bytesOfVector, toCode, toInt8 } from "../../formats/quantise.js";
import { acceptsVectors } from "../../shared/embedders.js";
import type { Corpus, Neighbour, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { type CriteriaSql, criteriaSql, type VisibleCriteria } from "../filters/criteria.js";
import { PassageSet } from "../filters/passage-set.js";
import type { Prefiltered } from "../filters/prefilter.js";
import type { Query, ScanOptions } from "../kernel/code-segments.js";
import type { PassageReader } from "../passages/passage-reader.js";
import { maxShortList, type VisiblePassages } from "../passages/visible-passages.js";
import { currentEmbedder, storeEmbedders } from "../reembedding/store-embedder.js";
import type { MetaTable } from "../tables/meta-table.js";
import { CachedVectors } from "./cached-vectors.js";
import type { PassageVector } from "./stored-vectors.js";
import { chooseWritable, createTables, vectorTable } from "./vector-layout.js";
import type { VectorTable } from "./vector-table.js";

/** The parts that a vector index uses. */
export interface VectorIndexOptions {
  readonly connection: Connection;
  readonly meta: MetaTable;
  readonly reader: PassageReader;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: VectorSpace;
  /** Vectors of conversations and of files are stored and searched separately. */
  readonly corpus: Corpus;
}

/**
 * How many codes are rescored, and how many cosines then computed. Measured with the bundled
 * embedder and 400 real questions over overlapping segments of real conversations. Of the true
 * nearest ten, this finds .986 at 10,000 passages, .986 at 100,000 and .983 at a million. Computing
 * every cosine would find .987, .992 and .992, because vectors are stored as bytes. Without
 * rescoring, a million passages would need 16,384 cosines for the same recall.
 */
const rescoredCodes = { min: 8192, max: 32_768, oneIn: 8 };
const exactlyScored = 2048;

/** A search of recent passages: the newest 16,384 and the open segment. */
const recentSearch = { segments: 3, rescored: 2048, exactlyScored: 256 };

/** Extra results to fetch, to replace those whose records are all superseded or expired. */
const oversampling = 1.25;

/**
 * If at least this many results are wanted, the passages with a matching record are found before
 * the search.
 */
const maxWanted = 4096;

/** Passages that a search is limited to; a list if they are few. Absent: all. */
type Subset = PassageSet | readonly number[] | undefined;

/** Limits of a search for the nearest passages. */
export interface NearestOptions {
  readonly limit: number;
  readonly criteria: VisibleCriteria;
  /** The passages that remain with narrow criteria. */
  readonly prefiltered?: Prefiltered | undefined;
  /** The passages that the call sees; absent: all. */
  readonly subset?: VisiblePassages | undefined;
}

/** Searches the vectors of one corpus. */
export class VectorIndex {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #reader: PassageReader;
  readonly #embedder: VectorSpace;
  readonly #corpus: Corpus;
  readonly #cached: CachedVectors;

  constructor({ connection, meta, reader, embedder, corpus }: VectorIndexOptions) {
    this.#connection = connection;
    this.#meta = meta;
    this.#reader = reader;
    this.#embedder = embedder;
    this.#corpus = corpus;
    const openTable = () => this.#openTable(embedder);
    this.#cached = new CachedVectors({ connection, meta, embedder, openTable });
  }

  /** The highest passage at the time of the last search. */
  get last(): number {
    return this.#cached.last;
  }

  /**
   * Returns the bytes that storing a vector takes: 0 for a zero vector, and for a vector of an
   * embedder that the store is still moving to, because these are not stored.
   */
  bytes(vector: Float32Array): number {
    const isStored = vector.some((component) => component !== 0) && this.#acceptsVectors("save");
    return isStored ? bytesOfVector(this.#embedder.dimensions) : 0;
  }

  /** Bytes that each stored vector takes. */
  get bytesEach(): number {
    return bytesOfVector(currentEmbedder(this.#meta).dimensions);
  }

  /** Counts the passages that have a vector. */
  count(): number {
    return this.#storedTable.count();
  }

  /**
   * Stores a passage's vector, unless it is of an embedder that the store is still moving to: the
   * move will embed the passage again.
   */
  add(passage: number, vector: Float32Array): void {
    const bytes = this.#acceptsVectors("save") ? toInt8(vector) : undefined;
    if (bytes === undefined) return;
    chooseWritable({ connection: this.#connection, meta: this.#meta }, this.#embedder);
    this.#openTable(this.#embedder).add(passage, bytes);
    this.#cached.written();
  }

  /** Stores a passage's vector as another store had it, quantised by the same embedder. */
  addStored(passage: number, bytes: Int8Array): void {
    chooseWritable({ connection: this.#connection, meta: this.#meta }, this.#embedder);
    this.#openTable(this.#embedder).add(passage, bytes);
    this.#cached.written();
  }

  /** Returns the stored vectors of a range of passages, inclusive and in order. */
  stored(from: number, to: number): Generator<PassageVector> {
    return this.#storedTable.between(from, to);
  }

  /** Deletes and overwrites all vectors. */
  clear(): void {
    this.#cached.written();
    this.#storedTable.clear();
    createTables({ connection: this.#connection, meta: this.#meta }, "current");
  }

  /** @returns how many passages had a vector */
  remove(passages: readonly number[]): number {
    this.#cached.written();
    return this.#storedTable.remove(passages);
  }

  /** Overwrites in memory what belongs to passages that this process has erased. */
  forget(passages: readonly number[]): void {
    this.#cached.forget(passages);
  }

  /** Counts the places where something of erased passages is still found. */
  residue(passages: readonly number[]): number {
    return passages.reduce((sum, passage) => sum + this.#storedTable.residue(passage), 0);
  }

  /** Releases memory that all stores share. */
  close(): void {
    this.#cached.close();
  }

  /** Returns the nearest passages, as the port specifies. Call it inside a read transaction. */
  nearest(vector: Float32Array, { limit, criteria, prefiltered, subset }: NearestOptions): Neighbour[] {
    if (limit < 1 || !this.#prepare(vector)) return [];
    if (prefiltered?.shortList !== undefined) return this.#best(prefiltered.shortList, limit);
    return this.#nearestMatching(vector, {
      limit,
      criteria,
      subset: prefiltered?.set ?? subset?.shortList ?? subset?.set(),
    });
  }

  /**
   * Returns the nearest recent passages, as the port specifies. It does not check whether they have
   * a current record. Call it inside a read transaction.
   */
  nearestRecent(vector: Float32Array, limit: number, subset?: VisiblePassages): Neighbour[] {
    if (!this.#prepare(vector)) return [];
    if (subset !== undefined) return this.#best(subset.shortList ?? newestOf(subset), limit);
    return this.#best(
      this.#candidates(vector, Math.max(limit, recentSearch.exactlyScored), recentSearch),
      limit,
    );
  }

  /**
   * Returns the cosine of each vector with each passage, in order; `NaN` for a passage without a
   * vector in this index. Call it inside a read transaction.
   */
  similarities(vectors: readonly Float32Array[], passages: readonly number[]): Float32Array[] {
    if (!this.#acceptsVectors("compare"))
      return vectors.map(() => new Float32Array(passages.length).fill(Number.NaN));
    this.#cached.refresh();
    return vectors.map((vector) => {
      this.#cached.setQuery(vector);
      return Float32Array.from(this.#cached.cosines(passages));
    });
  }

  #acceptsVectors(action: string): boolean {
    return acceptsVectors(storeEmbedders(this.#meta), this.#embedder, action);
  }

  /** The stored vectors, even if they are of another embedder by now. */
  get #storedTable(): VectorTable {
    return this.#openTable(currentEmbedder(this.#meta));
  }

  #openTable(embedder: Pick<VectorSpace, "dimensions" | "mean">): VectorTable {
    return vectorTable({ connection: this.#connection, meta: this.#meta }, this.#corpus, { embedder });
  }

  /**
   * Reads what was written since the last search, and sets the query. @returns false if nothing can
   * be found
   */
  #prepare(vector: Float32Array): boolean {
    if (!this.#acceptsVectors("search") || toInt8(vector) === undefined) return false;
    this.#cached.refresh();
    this.#cached.computeSomeCodes();
    this.#cached.setQuery(vector);
    return true;
  }

  /**
   * Most passages have a matching record, so the search first finds passages and then checks their
   * records. If too few match, it finds all matching passages first and searches among them.
   */
  #nearestMatching(
    vector: Float32Array,
    { limit, criteria, subset }: Pick<NearestOptions, "limit" | "criteria"> & { readonly subset: Subset },
  ): Neighbour[] {
    for (let wanted = limit; wanted <= maxWanted; wanted *= 4) {
      const taken = Math.ceil(oversampling * wanted);
      const found = this.#nearest(vector, taken, subset);
      const matching = this.#matching(found, criteria);
      // Fewer results than wanted means that these are all.
      if (matching.length >= limit || found.length < taken) return matching.slice(0, limit);
    }
    return this.#nearest(
      vector,
      limit,
      this.#matchingSet(criteriaSql({ ...criteria, corpus: this.#corpus })),
    );
  }

  #matching(found: readonly Neighbour[], criteria: VisibleCriteria): Neighbour[] {
    const haveMatch = this.#reader.haveMatch(
      found.map(({ passage }) => passage),
      criteria,
    );
    return found.filter((_, at) => haveMatch[at]);
  }

  /** Returns the nearest of all passages, or of a subset. */
  #nearest(vector: Float32Array, wanted: number, subset: Subset): Neighbour[] {
    if (subset !== undefined && !(subset instanceof PassageSet)) return this.#best(subset, wanted);
    const allowed = subset;
    const size = this.#cached.codes?.size ?? 0;
    const share = Math.ceil(Math.min(size, allowed?.size ?? size) / rescoredCodes.oneIn);
    const within = { rescored: Math.min(rescoredCodes.max, Math.max(rescoredCodes.min, share)), allowed };
    return this.#best(this.#candidates(vector, Math.max(wanted, exactlyScored), within), wanted);
  }

  /** Returns the passages with the best codes, and all passages without a code. */
  #candidates(vector: Float32Array, count: number, within: ScanOptions): number[] {
    const candidates = this.#cached.codes?.closest(this.#queryOf(vector), count, within) ?? [];
    for (let passage = this.#cached.codedUpTo + 1; passage <= this.#cached.last; passage += 1)
      if (within.allowed === undefined || within.allowed.has(passage)) candidates.push(passage);
    return candidates;
  }

  #queryOf(vector: Float32Array): Query {
    return { vector, code: toCode(toInt8(vector)!, this.#cached.codeSpace) };
  }

  /** Returns the nearest of the given passages, best first. */
  #best(passages: readonly number[], count: number): Neighbour[] {
    const cosines = this.#cached.cosines(passages);
    const { above, at } = highestOf(cosines, count);
    return above
      .concat(at)
      .map((at) => ({ passage: passages[at]!, similarity: cosines[at]! }))
      .sort((one, other) => other.similarity - one.similarity || one.passage - other.passage)
      .slice(0, count);
  }

  #matchingSet({ matches, parameters }: CriteriaSql): PassageSet {
    const set = new PassageSet(this.#cached.last);
    const rows = this.#connection
      .column<[object], number>(`select r.passage from records r where ${matches}`)
      .iterate(parameters);
    for (const passage of rows) set.add(passage);
    return set;
  }
}

/** Returns the newest passages, as many as a short list may have. */
function newestOf(visible: VisiblePassages): number[] {
  return Array.from(
    { length: maxShortList },
    (_, at) => visible.passageAt(visible.size - maxShortList + 1 + at)!,
  );
}
