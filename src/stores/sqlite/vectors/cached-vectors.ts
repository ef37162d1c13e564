/**
 * What is cached of the stored vectors of one corpus: the place of each passage, blocks of vectors,
 * and the 1-bit codes. `refresh` reads what any process has written since, so a search sees what
 * its transaction sees.
 *
 * The first search loads the codes of sealed segments. The codes of the open segment, up to 8,192
 * passages, are computed from its vectors, some in each search. `PRAGMA data_version` shows that
 * another process has written, and a counter of erasures shows that cached passages may be gone.
 */

import { type CodeSpace, codeBytes, toCode } from "../../formats/quantise.js";
import type { VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { segmentLength, segmentOf } from "../filters/passage-set.js";
import { CodeSegments } from "../kernel/code-segments.js";
import { makeKernel } from "../kernel/make-kernel.js";
import { VectorBlockCache } from "../kernel/vector-block-cache.js";
import type { MetaTable } from "../tables/meta-table.js";
import { Places, readBlock } from "./places.js";
import { tablesInUse } from "./vector-layout.js";
import type { VectorTable } from "./vector-table.js";

/**
 * From this many passages on, codes are scanned. In a smaller store, computing every cosine takes
 * about as long.
 */
const minCoded = 4096;
/** Number of codes to compute per search. */
const codesPerSearch = 256;
/** Up to this many new vectors get their codes at once. */
const fewVectors = 32;

/** What cached vectors are read from. */
export interface CachedVectorsOptions {
  readonly connection: Connection;
  readonly meta: MetaTable;
  readonly embedder: VectorSpace;
  /** Opens the tables with the vectors of the embedder. */
  readonly openTable: () => VectorTable;
}

/** Caches the vectors of one corpus. */
export class CachedVectors {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #embedder: VectorSpace;
  readonly #open: () => VectorTable;
  /** The tables that searches read, as of the last refresh. */
  #table: VectorTable | undefined;
  #tablesInUse: string | undefined;
  readonly #places = new Places();
  #cachedBlocks: VectorBlockCache | undefined;
  #codes: CodeSegments | undefined;
  /** The highest passage that was read. */
  #last = 0;
  /** The highest passage that has a code. */
  #codedUpTo = 0;
  /** Number of the first segment that is not sealed. */
  #openSegment = 0;
  #space: CodeSpace | undefined;
  #lastVersion = -1;
  #lastErasures: string | undefined;
  #stale = true;

  constructor({ connection, meta, embedder, openTable }: CachedVectorsOptions) {
    this.#connection = connection;
    this.#meta = meta;
    this.#embedder = embedder;
    this.#open = openTable;
  }

  /** The highest passage at the time of the last refresh. */
  get last(): number {
    return this.#last;
  }

  /** The highest passage that has a code; those after it have none. */
  get codedUpTo(): number {
    return this.#codedUpTo;
  }

  /** The codes; `undefined` in a store that is too small for them. */
  get codes(): CodeSegments | undefined {
    return this.#codes;
  }

  /** The parameters from which codes are computed. */
  get codeSpace(): CodeSpace {
    this.#space ??= { dimensions: this.#embedder.dimensions, mean: this.#embedder.mean?.() };
    return this.#space;
  }

  /** Sets the vector that {@link CachedVectors.cosines} compares with. */
  setQuery(vector: Float32Array): void {
    this.#blocks.setQuery(vector);
  }

  /** Returns the cosine of the query with each passage; `NaN` for one without a vector. */
  cosines(passages: ArrayLike<number>): ReturnType<VectorBlockCache["cosines"]> {
    const places = new Uint32Array(passages.length);
    for (let at = 0; at < places.length; at += 1) places[at] = this.#places.of(passages[at]!);
    return this.#blocks.cosines(places);
  }

  /** Call it after this process has written: the next refresh reads the tables. */
  written(): void {
    this.#stale = true;
  }

  /** Overwrites in memory what belongs to passages that this process has erased. */
  forget(passages: readonly number[]): void {
    for (const passage of passages) {
      this.#cachedBlocks?.forget(this.#places.of(passage));
      this.#places.remove(passage);
      this.#codes?.forget(passage);
    }
    const erasures = String(Number(this.#lastErasures ?? Number.NaN) + 1);
    if (this.#meta.get("erasures") === erasures) this.#lastErasures = erasures;
  }

  /** Releases memory that all stores share. */
  close(): void {
    this.#cachedBlocks?.close();
    this.#codes?.close();
  }

  /**
   * Reads what any process has written since the last search, and drops what another process has
   * erased.
   */
  refresh(): void {
    const version = this.#connection.dataVersion();
    if (!this.#stale && version === this.#lastVersion) return;
    const erasures = this.#meta.get("erasures") ?? "0";
    this.#followTables();
    if (this.#lastErasures !== undefined && erasures !== this.#lastErasures) this.#dropErased();
    this.#readTail();
    if (this.#last >= minCoded) this.#readSegments();
    this.#lastVersion = version;
    this.#lastErasures = erasures;
    this.#stale = false;
  }

  /**
   * Computes some codes of the open segment in each search, because computing all of them would
   * delay the first search by too much.
   */
  computeSomeCodes(): void {
    if (this.#codes === undefined || this.#codedUpTo >= this.#last) return;
    let left = codesPerSearch;
    for (const [passage, vector] of this.#table!.between(this.#codedUpTo + 1, this.#last)) {
      this.#codedUpTo = passage - 1;
      if (left === 0) return;
      this.#codes.putCode(passage, toCode(vector, this.codeSpace));
      left -= 1;
    }
    this.#codedUpTo = this.#last;
  }

  /** Created when the first vector is read: most stores never read a vector of a file. */
  get #blocks(): VectorBlockCache {
    this.#cachedBlocks ??= new VectorBlockCache(makeKernel(), this.#embedder.dimensions, (block) =>
      readBlock(this.#table!, block),
    );
    return this.#cachedBlocks;
  }

  /** Starts again if another process has changed which tables are in use. */
  #followTables(): void {
    const inUse = tablesInUse(this.#meta);
    this.#table = this.#open();
    if (inUse === this.#tablesInUse) return;
    this.#tablesInUse = inUse;
    this.#cachedBlocks?.clear();
    this.#codes?.dropFrom(0);
    [this.#last, this.#codedUpTo, this.#openSegment] = [0, 0, 0];
  }

  /** A segment is sealed when a later one begins. */
  #readSegments(): void {
    this.#codes ??= new CodeSegments(makeKernel(), codeBytes(this.#embedder.dimensions));
    if (segmentOf(this.#last) <= this.#openSegment) return;
    for (const { id, present, codes } of this.#table!.codes.segmentsFrom(this.#openSegment)) {
      this.#codes.putSegment(id, { present, codes });
      this.#openSegment = id + 1;
    }
    this.#codedUpTo = Math.max(this.#codedUpTo, this.#openSegment * segmentLength - 1);
  }

  #readTail(): void {
    const [table, before] = [this.#table!, this.#last];
    const last = Math.max(table.last(), before);
    if (before === 0) this.#places.load(table);
    else
      for (const block of this.#places.update(table, { after: before, last }))
        this.#cachedBlocks?.drop(block);
    this.#last = last;
    if (this.#codes === undefined || this.#codedUpTo < before || this.#last - before > fewVectors) return;
    for (const [passage, vector] of table.between(before + 1, this.#last))
      this.#codes.putCode(passage, toCode(vector, this.codeSpace));
    this.#codedUpTo = this.#last;
  }

  /** After an erasure by another process: removes every code that the file no longer has. */
  #dropErased(): void {
    this.#cachedBlocks?.clear();
    this.#places.load(this.#table!);
    this.#codes?.dropFrom(this.#openSegment);
    this.#codedUpTo = 0;
    const present = this.#table!.codes.present();
    for (const segment of this.#codes?.numbers() ?? []) {
      const before = this.#codes!.present(segment)!;
      const now = present.get(segment);
      for (let slot = 0; slot < segmentLength; slot += 1) {
        const bit = 1 << (slot & 7);
        if ((before[slot >> 3]! & ~(now?.[slot >> 3] ?? 0) & bit) !== 0)
          this.#codes!.forget(segment * segmentLength + slot);
      }
    }
  }
}
