/**
 * Caches the vectors of a store, so that a search computes all cosines without reading vectors
 * again. In a store of 10,000 passages, reading them took three quarters of a recall. The SQLite
 * store's kernel computes 100,000 cosines in some 5 ms.
 *
 * Cost: 265 bytes per passage of 256 dimensions, for stores of at most {@link maxCached} passages,
 * and {@link budgetBytes} for all stores of a process together; above that, the least recently used
 * stores lose theirs. Vectors of a passage never change, so later passages are added, and an
 * erasure or another embedder drops them all.
 */
import { lengthOf, strideOf, toInt16 } from "../../../formats/quantise.js";
import type { Kernel } from "../../../sqlite/kernel/kernel.js";
import { makeKernel } from "../../../sqlite/kernel/make-kernel.js";
import { PlainKernel } from "../../../sqlite/kernel/plain-kernel.js";
import type { Corpus } from "../../../store.js";
import type { StoreRow } from "../../database/store-row.js";
import { Bound, type Transaction } from "../../database/transaction.js";
import type { VisibleScopes } from "../criteria.js";
import { laterThan } from "../passages/visible-passages.js";

/** In larger stores, PostgreSQL finds candidates by their codes, as the SQLite store does. */
const maxCached = 131_072;
const budgetBytes = 256 * 1024 * 1024;
/**
 * The fewest vectors for which the fast kernel is used. It takes some address space for each store;
 * the plain kernel takes 1 ms for 1,000 vectors of 256 dimensions, so smaller stores use that.
 */
const minFast = 128;
/** Number of vectors per call of the kernel. */
const batchSize = 1024;
/** Number of passages per row that is read. */
const chunkBits = 9;

/** Which vectors a search compares with. */
export interface Wanted {
  readonly corpus: Corpus;
  readonly scopes: VisibleScopes;
}

/** Cosines of passages, in ascending order of their ids. */
export interface Cosines {
  readonly ids: readonly number[];
  /** -1 to 1. */
  readonly values: Float64Array;
}

/** Vectors in the memory of a kernel, in ascending order of their passages. */
class Vectors {
  /** What they are valid for. */
  readonly of: string;
  /** The highest passage that was read. */
  through = 0;
  readonly ids: number[] = [];
  readonly scopes: number[] = [];
  readonly filed: boolean[] = [];
  readonly #kernel: Kernel;
  readonly #stride: number;
  readonly #query: number;
  readonly #addresses: number;
  readonly #out: number;
  readonly #first: number;
  #capacity = 0;

  constructor(of: string, dimensions: number, isLarge: boolean) {
    this.of = of;
    this.#kernel = isLarge ? makeKernel() : new PlainKernel();
    this.#stride = strideOf(dimensions);
    this.#query = this.#kernel.allocate(this.#stride * 2);
    this.#addresses = this.#kernel.allocate(batchSize * 4);
    this.#out = this.#kernel.allocate(batchSize * 8);
    this.#first = this.#kernel.allocate(0);
  }

  get bytes(): number {
    return this.#capacity * this.#stride;
  }

  /** Adds later passages. Vectors are contiguous, because nothing else is allocated after them. */
  add(chunk: Chunk): void {
    const [from, count] = [this.ids.length, chunk.ids.length];
    const missing = from + count - this.#capacity;
    if (missing > 0) {
      const added = Math.max(missing, Math.ceil(this.#capacity / 4));
      this.#kernel.allocate(added * this.#stride);
      this.#capacity += added;
    }
    this.#kernel.bytes.set(chunk.vectors, this.#first + from * this.#stride);
    for (let at = 0; at < count; at += 1) {
      this.ids.push(chunk.ids[at]!);
      this.scopes.push(chunk.scopes[at]!);
      this.filed.push(chunk.filed[at] === 1);
    }
  }

  /** Returns the cosine of a query with the vectors at some places, in order. */
  cosines(vector: Float32Array, places: readonly number[]): Float64Array {
    const [query, out] = [this.#query, this.#out];
    const [numbers, stride] = [toInt16(vector), this.#stride];
    this.#kernel.bytes.set(new Uint8Array(numbers.buffer), query);
    const length = lengthOf(numbers);
    const cosines = new Float64Array(places.length);
    const { ints } = this.#kernel;
    for (let from = 0; from < places.length; from += batchSize) {
      const count = Math.min(batchSize, places.length - from);
      const addresses = this.#addresses;
      for (let at = 0; at < count; at += 1)
        ints[addresses / 4 + at] = this.#first + places[from + at]! * stride;
      this.#kernel.products({ addresses, count, stride, query, out });
      for (let at = 0; at < count; at += 1) {
        const lengths = Math.sqrt(ints[out / 4 + 2 * at + 1]!) * length;
        const product = ints[out / 4 + 2 * at]!;
        cosines[from + at] = lengths > 0 ? Math.max(-1, Math.min(1, product / lengths)) : 0;
      }
    }
    return cosines;
  }
}

/** Vectors of one state of a store. */
export class CachedVectors {
  readonly #vectors: Vectors;
  /** How many of them this state has. */
  readonly #count: number;

  constructor(vectors: Vectors, last: number) {
    this.#vectors = vectors;
    const { ids } = vectors;
    let count = ids.length;
    while (count > 0 && ids[count - 1]! > last) count -= 1;
    this.#count = count;
  }

  /**
   * Returns the cosine of each wanted passage with a vector.
   *
   * @param most only this many of the newest
   */
  ofAll(vector: Float32Array, { corpus, scopes }: Wanted, most = this.#count): Cosines {
    const { ids, filed, scopes: scopeOf } = this.#vectors;
    const [visible, isFiled] = [scopes && new Set(scopes), corpus === "files"];
    const places: number[] = [];
    for (let at = this.#count - 1; at >= 0 && places.length < most; at -= 1)
      if (filed[at] === isFiled && visible?.has(scopeOf[at]!) !== false) places.push(at);
    places.reverse();
    return { ids: places.map((at) => ids[at]!), values: this.#vectors.cosines(vector, places) };
  }

  /**
   * Returns the cosine of each of the given passages; 0 for a passage without a vector, or one that
   * is not visible.
   */
  of(vector: Float32Array, passages: readonly number[], scopes: VisibleScopes): Float32Array {
    const found = passages.map((id) => this.#placeOf(id, scopes));
    const cosines = this.#vectors.cosines(
      vector,
      found.filter((place) => place !== undefined),
    );
    let next = 0;
    return Float32Array.from(found, (place) => (place === undefined ? 0 : cosines[next++]!));
  }

  #placeOf(id: number, scopes: VisibleScopes): number | undefined {
    const { ids, scopes: scopeOf } = this.#vectors;
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (ids[middle] === id)
        return scopes === undefined || scopes.includes(scopeOf[middle]!) ? middle : undefined;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }
}

/** The vector of a new passage. */
export interface SavedVector {
  readonly id: number;
  readonly scope: number;
  readonly isFiled: boolean;
  /** The vector's bytes, as they are stored. */
  readonly bytes: Buffer;
}

/** Vectors of up to 512 passages with consecutive numbers. */
interface Chunk {
  readonly ids: readonly number[];
  readonly scopes: readonly number[];
  /** 1 in a file. */
  readonly filed: readonly number[];
  readonly vectors: Buffer;
}

/** The cached vectors of all stores of this process, least recently used first. */
const inMemory = new Map<VectorCache, number>();

/** The vectors of one store. */
export class VectorCache {
  readonly #maxPassages: number;
  #vectors: Vectors | undefined;

  constructor(maxPassages = maxCached) {
    this.#maxPassages = maxPassages;
  }

  /**
   * Returns the vectors of a state of the store; `undefined` if it is too large or was replaced.
   */
  async read(tx: Transaction, row: StoreRow): Promise<CachedVectors | undefined> {
    if (row.last_passage > this.#maxPassages) return undefined;
    const { of, isLarge } = validity(row);
    for (;;) {
      const known = this.#vectors;
      const vectors = known?.of === of ? known : new Vectors(of, row.dimensions, isLarge);
      const from = vectors.through;
      if (from < row.last_passage) {
        const chunks = await readChunks(tx, from, row.last_passage);
        // Another call may have read the same passages, or newer ones, meanwhile.
        if (this.#vectors !== known || vectors.through !== from) continue;
        for (const chunk of chunks) vectors.add(chunk);
        vectors.through = row.last_passage;
      }
      this.#vectors = vectors;
      this.#touch();
      return new CachedVectors(vectors, row.last_passage);
    }
  }

  /**
   * Adds the vectors that this process has just saved, if it has cached all earlier ones, so that
   * no search needs to read them.
   *
   * @param row before the save
   * @param last the highest passage after it
   */
  adopt(row: StoreRow, last: number, saved: readonly SavedVector[]): void {
    const vectors = this.#vectors;
    if (vectors?.of !== validity(row).of || vectors.through !== row.last_passage) return;
    vectors.add({
      ids: saved.map(({ id }) => id),
      scopes: saved.map(({ scope }) => scope),
      filed: saved.map(({ isFiled }) => (isFiled ? 1 : 0)),
      vectors: Buffer.concat(saved.map(({ bytes }) => bytes)),
    });
    vectors.through = last;
  }

  /** Drops the vectors, after an erasure and when the store is closed. */
  clear(): void {
    this.#vectors = undefined;
    inMemory.delete(this);
  }

  #touch(): void {
    inMemory.delete(this);
    inMemory.set(this, this.#vectors?.bytes ?? 0);
    let total = [...inMemory.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [cache, bytes] of inMemory) {
      if (total <= budgetBytes || cache === this) return;
      total -= bytes;
      inMemory.delete(cache);
      // A search that is using them keeps its own reference.
      cache.#vectors = undefined;
    }
  }
}

/**
 * Returns a key that changes when the cached vectors are no longer valid, and whether they need the
 * fast kernel.
 */
function validity({ salt, erasures, dimensions, embedder_id, last_passage }: StoreRow) {
  const isLarge = last_passage >= minFast;
  // A store that was deleted and made again under the same id has another salt.
  return { of: `${salt} ${erasures} ${dimensions} ${embedder_id} ${isLarge}`, isLarge };
}

/**
 * Reads the vectors of later passages, many in a row: one row per passage would take twice as long.
 */
function readChunks(tx: Transaction, from: number, last: number): Promise<Chunk[]> {
  const bound = new Bound();
  const { passages, condition } = laterThan(bound, from, last);
  return tx.rows<Chunk>(
    `select array_agg(id order by id) as ids, array_agg(scope order by id) as scopes,
       array_agg(case when file is null then 0 else 1 end order by id) as filed,
       string_agg(embedding, ''::bytea order by id) as vectors
     from ${passages} where p.store_id = $1 and ${condition} and embedding is not null
     group by id >> ${chunkBits} order by id >> ${chunkBits}`,
    bound.values,
  );
}
