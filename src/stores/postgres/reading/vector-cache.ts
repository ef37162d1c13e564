/**
 * Vectors of a store in memory, so that a search computes cosines without reading vectors again: in
 * a store of 10,000 passages reading them took three quarters of a recall.
 *
 * Cost: 290 bytes per passage of 256 dimensions, for stores of at most {@link maxCached} passages,
 * and {@link budgetBytes} for all stores of a process together; beyond, the stores that were used
 * longest ago lose theirs. Vectors of a passage never change, so later passages are added, and an
 * erasure or another embedder drops them all.
 */
import type { Corpus } from "../../store.js";
import type { StoreRow } from "../database/store-row.js";
import type { Transaction } from "../database/transaction.js";
import type { VisibleScopes } from "./criteria.js";

/** Computing so many cosines takes some 10 ms. In larger stores PostgreSQL finds candidates by codes. */
const maxCached = 32_768;
const budgetBytes = 256 * 1024 * 1024;

interface Vectors {
  /** What the vectors are valid for. */
  readonly of: string;
  /** Passages with a vector, ascending, with their scopes, and whether they are in a file. */
  readonly ids: number[];
  readonly scopes: number[];
  readonly filed: boolean[];
  /** Each vector has as many bytes as the first one. */
  bytes: Int8Array;
  stride: number;
  /** The highest passage that was read. */
  through: number;
}

/** The vectors that all stores of this process have in memory, used longest ago first. */
const inMemory = new Map<VectorCache, number>();

/** Which vectors a search compares with. */
export interface Wanted {
  readonly corpus: Corpus;
  readonly scopes: VisibleScopes;
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

  /** Returns the cosine of each wanted passage, best first. @param cosine with a stored vector */
  ranked(
    { corpus, scopes }: Wanted,
    cosine: (bytes: Int8Array) => number,
  ): { readonly id: number; readonly similarity: number }[] {
    const { ids, filed, scopes: scopeOf } = this.#vectors;
    const visible = scopes === undefined ? undefined : new Set(scopes);
    const found: { id: number; similarity: number }[] = [];
    for (let at = 0; at < this.#count; at += 1)
      if (filed[at] === (corpus === "files") && visible?.has(scopeOf[at]!) !== false)
        found.push({ id: ids[at]!, similarity: cosine(this.#at(at)) });
    return found.sort((one, other) => other.similarity - one.similarity || one.id - other.id);
  }

  /** Returns the vector of a passage, if it has one and is visible. */
  of(id: number, scopes: VisibleScopes): Int8Array | undefined {
    const { ids, scopes: scopeOf } = this.#vectors;
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (ids[middle] === id)
        return scopes === undefined || scopes.includes(scopeOf[middle]!) ? this.#at(middle) : undefined;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #at(index: number): Int8Array {
    const { bytes, stride } = this.#vectors;
    return bytes.subarray(index * stride, (index + 1) * stride);
  }
}

interface Row {
  readonly id: number;
  readonly scope: number;
  readonly filed: boolean;
  readonly embedding: Buffer;
}

/** The vectors of one store. */
export class VectorCache {
  readonly #maxPassages: number;
  #vectors: Vectors | undefined;

  constructor(maxPassages = maxCached) {
    this.#maxPassages = maxPassages;
  }

  /** Returns the vectors of a state of the store; `undefined` if it is too large or was replaced. */
  async read(tx: Transaction, row: StoreRow): Promise<CachedVectors | undefined> {
    if (row.last_passage > this.#maxPassages) return undefined;
    const of = `${row.erasures} ${row.dimensions} ${row.embedder_id}`;
    for (;;) {
      const known = this.#vectors;
      const vectors = known?.of === of ? known : emptyVectors(of);
      const from = vectors.through;
      if (from < row.last_passage) {
        const rows = await tx.rows<Row>(
          `select id, scope, file is not null as filed, embedding from passages
           where store_id = $1 and id > $2 and embedding is not null order by id`,
          [from],
        );
        // Another call may have read the same passages, or newer ones, meanwhile.
        if (this.#vectors !== known || vectors.through !== from) continue;
        append(vectors, rows, row.last_passage);
      }
      this.#vectors = vectors;
      this.#touch();
      return new CachedVectors(vectors, row.last_passage);
    }
  }

  /** Drops the vectors, after an erasure and when the store is closed. */
  clear(): void {
    this.#vectors = undefined;
    inMemory.delete(this);
  }

  #touch(): void {
    inMemory.delete(this);
    inMemory.set(this, this.#vectors?.bytes.length ?? 0);
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

function emptyVectors(of: string): Vectors {
  return { of, ids: [], scopes: [], filed: [], bytes: new Int8Array(), stride: 0, through: 0 };
}

function append(vectors: Vectors, rows: readonly Row[], through: number): void {
  vectors.stride ||= rows[0]?.embedding.length ?? 0;
  const needed = (vectors.ids.length + rows.length) * vectors.stride;
  if (needed > vectors.bytes.length) {
    const wider = new Int8Array(Math.max(needed, Math.ceil(1.5 * vectors.bytes.length)));
    wider.set(vectors.bytes);
    vectors.bytes = wider;
  }
  for (const { id, scope, filed, embedding } of rows) {
    vectors.bytes.set(embedding, vectors.ids.length * vectors.stride);
    vectors.ids.push(id);
    vectors.scopes.push(scope);
    vectors.filed.push(filed);
  }
  vectors.through = through;
}
