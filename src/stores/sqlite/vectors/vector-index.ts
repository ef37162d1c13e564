/**
 * Vectors: kept by `vector-table`, searched here. 1-bit codes are scanned in memory, the best of them weighed, and the best of these scored exactly; in a store of
 * less than 4,096 passages all are. What is in memory is read at the first search: the codes of runs that are over as they are kept; those of the run that is
 * still open, up to 8,192 passages, are made of its vectors as searches come. `PRAGMA data_version` shows when another process has written since, and a counter of erasures when
 * something must be dropped.
 */
import { highestOf } from "../../../numbers/highest.js";
import type { Corpus, Neighbour, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { type CriteriaSql, criteriaSql, type SeenCriteria } from "../filters/criteria.js";
import { PassageSet, runLength, runOf } from "../filters/passage-set.js";
import type { Picked } from "../filters/picked-passages.js";
import { makeKernel } from "../kernel/make-kernel.js";
import type { PassageReader } from "../passages/passage-reader.js";
import { fewUpTo, type SeenPassages } from "../passages/seen-passages.js";
import type { MetaTable } from "../tables/meta-table.js";
import { type Asked, CodeRuns, type Within } from "./code-runs.js";
import { bytesOfVector, type CodeSpace, codeBytes, fromBlob, toCode, toInt8 } from "./quantise.js";
import { isServing, servingEmbedder } from "./serving.js";
import { pageOf, VectorPages } from "./vector-pages.js";
import { setPrefix, VectorTable } from "./vector-table.js";

export interface VectorIndexOptions {
  readonly connection: Connection;
  readonly meta: MetaTable;
  readonly reader: PassageReader;
  /** Whose vectors come in here. */
  readonly embedder: VectorSpace;
  /** What was said and what stands in files are kept and searched apart. */
  readonly corpus: Corpus;
}

/**
 * How many codes are weighed, and how many vectors then scored exactly. Of 400 real questions to the bundled embedder over overlapping stretches of real talk, this
 * found .986, .986 and .983 of the true ten among 10,000, 100,000 and a million; all vectors scored would give .987, .992 and .992, as a
 * byte for each number rounds the rest away. By bits alone, a million would have to score 16,384 for as much.
 */
const weighed = { least: 8192, most: 32_768, oneIn: 8 };
const scored = 2048;

/** What a glance looks at: the newest 16,384 passages and the run that is still open, of which few are weighed and scored. */
const glanced = { runs: 3, weighed: 2048, scored: 256 };

/** Numbers of passages from which codes are scanned: below, scoring every vector takes about as long. */
const codedFrom = 4096;
/** Passages whose codes are made at a search. */
const codedAtOnce = 256;

/** More than is asked for is taken, in place of those whose records are all superseded or expired. */
const spare = 1.25;

/** Passages that are asked for before those are picked first that have a record which counts. */
const mostAsked = 4096;

/** Passages that a search is kept to: few as a list. Absent: all. */
type Among = PassageSet | readonly number[] | undefined;

export interface NearestOptions {
  readonly limit: number;
  readonly scope: SeenCriteria;
  /** Those that narrow criteria leave. */
  readonly picked?: Picked | undefined;
  /** Those that the call sees; absent: all. */
  readonly among?: SeenPassages | undefined;
}

export class VectorIndex {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #reader: PassageReader;
  readonly #embedder: VectorSpace;
  readonly #corpus: Corpus;
  readonly #table: VectorTable;
  #held: VectorPages | undefined;
  #codes: CodeRuns | undefined;
  /** The highest passage that is known of. */
  #last = 0;
  /** The highest passage whose code is held. */
  #coded = 0;
  /** Number of the first run that is not over. */
  #sealed = 0;
  #space: CodeSpace | undefined;
  #seenVersion = -1;
  #seenErasures: string | undefined;
  #stale = true;

  constructor({ connection, meta, reader, embedder, corpus }: VectorIndexOptions) {
    this.#connection = connection;
    this.#meta = meta;
    this.#reader = reader;
    this.#embedder = embedder;
    this.#corpus = corpus;
    this.#table = new VectorTable(connection, { embedder, prefix: setPrefix(corpus) });
  }

  /** Made when the first vector is asked for: most stores never ask for those of files. */
  get #pages(): VectorPages {
    this.#held ??= new VectorPages(makeKernel(), this.#embedder.dimensions, (page) => this.#table.page(page));
    return this.#held;
  }

  /** The highest passage that was known of at the last search. */
  get last(): number {
    return this.#last;
  }

  /** Bytes that a vector is kept in; 0 for a zero vector, and one of an embedder that the store is still moving to: these are not kept. */
  bytes(vector: Float32Array): number {
    const isKept = vector.some((component) => component !== 0) && this.#isServing("save");
    return isKept ? bytesOfVector(this.#embedder.dimensions) : 0;
  }

  /** Of the vectors that are kept now. */
  get bytesEach(): number {
    return bytesOfVector(servingEmbedder(this.#meta).dimensions);
  }

  /** How many passages have a vector. */
  count(): number {
    return this.#kept.count();
  }

  /** Keeps a passage's vector; one of an embedder that the store is still moving to is made again on the way there. */
  add(passage: number, vector: Float32Array): void {
    const bytes = this.#isServing("save") ? toInt8(vector) : undefined;
    if (bytes === undefined) return;
    this.#table.add(passage, bytes);
    this.#stale = true;
  }

  /** @returns how many had a vector */
  remove(passages: readonly number[]): number {
    this.#stale = true;
    return this.#kept.remove(passages);
  }

  /** Overwrites what memory holds of passages that this process has erased. */
  forget(passages: readonly number[]): void {
    for (const passage of passages) {
      this.#held?.put(passage);
      this.#codes?.forget(passage);
    }
    const seen = Number(this.#seenErasures ?? Number.NaN) + 1;
    if (this.#meta.get("erasures") === String(seen)) this.#seenErasures = String(seen);
  }

  /** How many places still hold something of a passage. */
  residue(passages: readonly number[]): number {
    return passages.reduce((sum, passage) => sum + this.#kept.residue(passage), 0);
  }

  /** Gives back memory that all stores share. */
  close(): void {
    this.#held?.close();
    this.#codes?.close();
  }

  /** As the port says, among the passages that are seen, and of those that narrow criteria have `picked`. Runs inside a read. */
  nearest(vector: Float32Array, { limit, scope, picked, among }: NearestOptions): Neighbour[] {
    if (limit < 1 || !this.#aim(vector)) return [];
    if (picked?.few !== undefined) return this.#best(picked.few, limit);
    return this.#counting(vector, { limit, scope, among: picked?.set ?? among?.few ?? among?.set() });
  }

  /** As the port says; which of them have a record that is current is seen by whoever reads them. Runs inside a read. */
  glance(vector: Float32Array, limit: number, among?: SeenPassages): Neighbour[] {
    if (!this.#aim(vector)) return [];
    if (among !== undefined) return this.#best(among.few ?? newestOf(among), limit);
    return this.#best(this.#promising(vector, Math.max(limit, glanced.scored), glanced), limit);
  }

  /** Cosines of each vector with each passage's, in order; `NaN` where one has none here. Runs inside a read. */
  similarities(vectors: readonly Float32Array[], passages: readonly number[]): Float32Array[] {
    if (!this.#isServing("compare"))
      return vectors.map(() => new Float32Array(passages.length).fill(Number.NaN));
    this.#refresh();
    return vectors.map((vector) => {
      this.#pages.aim(vector);
      return Float32Array.from(this.#pages.cosines(passages));
    });
  }

  get #codeSpace(): CodeSpace {
    this.#space ??= { dimensions: this.#embedder.dimensions, mean: this.#embedder.mean?.() };
    return this.#space;
  }

  #isServing(action: string): boolean {
    return isServing(this.#meta, this.#embedder, action);
  }

  /** What is kept, whichever embedder it is of by now. */
  get #kept(): VectorTable {
    const embedder = servingEmbedder(this.#meta);
    return new VectorTable(this.#connection, { embedder, prefix: setPrefix(this.#corpus) });
  }

  /** Reads what was written meanwhile and turns to a vector. @returns whether anything can be near to it */
  #aim(vector: Float32Array): boolean {
    if (!this.#isServing("search") || toInt8(vector) === undefined) return false;
    this.#refresh();
    this.#codeSome();
    this.#pages.aim(vector);
    return true;
  }

  /** Most passages have a record that counts, so those that have none are left out last; where too few have, the others are left out first. */
  #counting(
    vector: Float32Array,
    { limit, scope, among }: Pick<NearestOptions, "limit" | "scope"> & { readonly among: Among },
  ): Neighbour[] {
    for (let wanted = limit; wanted <= mostAsked; wanted *= 4) {
      const taken = Math.ceil(spare * wanted);
      const found = this.#nearest(vector, taken, among);
      const counted = this.#thatCount(found, scope);
      // Fewer than were to be taken are all that there are.
      if (counted.length >= limit || found.length < taken) return counted.slice(0, limit);
    }
    return this.#nearest(vector, limit, this.#allowed(criteriaSql({ ...scope, corpus: this.#corpus })));
  }

  #thatCount(found: readonly Neighbour[], scope: SeenCriteria): Neighbour[] {
    const counting = this.#reader.counting(
      found.map(({ passage }) => passage),
      scope,
    );
    return found.filter((_, at) => counting[at]);
  }

  /** The nearest of all passages, or of some. */
  #nearest(vector: Float32Array, wanted: number, among: Among): Neighbour[] {
    if (among !== undefined && !(among instanceof PassageSet)) return this.#best(among, wanted);
    const allowed = among;
    const size = this.#codes?.size ?? 0;
    const share = Math.ceil(Math.min(size, allowed?.size ?? size) / weighed.oneIn);
    const within = { weighed: Math.min(weighed.most, Math.max(weighed.least, share)), allowed };
    return this.#best(this.#promising(vector, Math.max(wanted, scored), within), wanted);
  }

  /** The passages whose codes promise most, and all that have none yet. */
  #promising(vector: Float32Array, count: number, within: Within): number[] {
    const promising = this.#codes?.closest(this.#asked(vector), count, within) ?? [];
    for (let passage = this.#coded + 1; passage <= this.#last; passage += 1)
      if (within.allowed === undefined || within.allowed.has(passage)) promising.push(passage);
    return promising;
  }

  #asked(vector: Float32Array): Asked {
    return { vector, code: toCode(toInt8(vector)!, this.#codeSpace) };
  }

  /** The nearest of some passages, best first. */
  #best(passages: readonly number[], count: number): Neighbour[] {
    const cosines = this.#pages.cosines(passages);
    const { above, at } = highestOf(cosines, count);
    return above
      .concat(at)
      .map((at) => ({ passage: passages[at]!, similarity: cosines[at]! }))
      .sort((one, other) => other.similarity - one.similarity || one.passage - other.passage)
      .slice(0, count);
  }

  #allowed({ counts, parameters }: CriteriaSql): PassageSet {
    const set = new PassageSet(this.#last);
    const rows = this.#connection
      .column<[object], number>(`select r.passage from records r where ${counts}`)
      .iterate(parameters);
    for (const passage of rows) set.add(passage);
    return set;
  }

  /** Reads what was written since the last search, by whichever process, and drops what another one erased meanwhile. */
  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (!this.#stale && version === this.#seenVersion) return;
    const erasures = this.#meta.get("erasures") ?? "0";
    if (this.#seenErasures !== undefined && erasures !== this.#seenErasures) this.#forgetGone();
    this.#readTail();
    if (this.#last >= codedFrom) this.#readRuns();
    this.#seenVersion = version;
    this.#seenErasures = erasures;
    this.#stale = false;
  }

  /** A run is sealed when a later one begins. */
  #readRuns(): void {
    this.#codes ??= new CodeRuns(makeKernel(), codeBytes(this.#embedder.dimensions));
    if (runOf(this.#last) <= this.#sealed) return;
    for (const { id, held, codes } of this.#table.runsFrom(this.#sealed)) {
      this.#codes.set(id, { held, codes });
      this.#sealed = id + 1;
    }
    this.#coded = Math.max(this.#coded, this.#sealed * runLength - 1);
  }

  /** Makes codes of the run that is still open, some at each search: those of thousands would keep the first one after opening. */
  #codeSome(): void {
    if (this.#codes === undefined || this.#coded >= this.#last) return;
    let left = codedAtOnce;
    for (const [passage, vector] of this.#table.after(this.#coded)) {
      this.#coded = passage - 1;
      if (left === 0) return;
      this.#codes.put(passage, toCode(vector, this.#codeSpace));
      left -= 1;
    }
    this.#coded = this.#last;
  }

  #readTail(): void {
    const last = this.#table.last();
    const rows = this.#table.rowsAfter(this.#last);
    // What another process packed since may lie in a page that is held with less.
    const packed = Math.min(pageOf(last), rows[0] === undefined ? pageOf(last) : pageOf(rows[0].id) - 1);
    for (let page = pageOf(this.#last + 1); page <= packed; page += 1) this.#held?.drop(page);
    for (const { id, embedding } of rows) this.#held?.put(id, embedding);
    // Where all that is new are rows, what has just been kept is coded without being read again.
    const isCoded = this.#coded >= this.#last && packed < pageOf(this.#last + 1);
    this.#last = Math.max(last, this.#last);
    if (this.#codes === undefined || !isCoded) return;
    for (const { id, embedding } of rows) this.#codes.put(id, toCode(fromBlob(embedding), this.#codeSpace));
    this.#coded = this.#last;
  }

  /** Another process has erased: what it left is compared with what is held. */
  #forgetGone(): void {
    this.#held?.clear();
    this.#codes?.dropFrom(this.#sealed);
    this.#coded = 0;
    const held = this.#table.held();
    for (const run of this.#codes?.numbers() ?? []) {
      const before = this.#codes!.held(run)!;
      const now = held.get(run);
      for (let slot = 0; slot < runLength; slot += 1) {
        const bit = 1 << (slot & 7);
        if ((before[slot >> 3]! & ~(now?.[slot >> 3] ?? 0) & bit) !== 0)
          this.#codes!.forget(run * runLength + slot);
      }
    }
  }
}

/** The newest of many passages, as many as count as few. */
function newestOf(seen: SeenPassages): number[] {
  return Array.from({ length: fewUpTo }, (_, at) => seen.at(seen.size - fewUpTo + 1 + at)!);
}
