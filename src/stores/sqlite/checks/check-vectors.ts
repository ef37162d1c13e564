/**
 * Checks each vector: it has the embedder's dimensions, its largest component is 127 or -127 (see
 * `quantise`), its passage exists, and its code is right. Returns the passages without a vector:
 * most of them should have one, but a text may have a zero vector.
 */

import { codeBytes, strideOf, toCode, toInt8 } from "../../formats/quantise.js";
import { isSameEmbedder } from "../../shared/embedders.js";
import type { Corpus, StoredVectors, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { segmentLength } from "../filters/passage-set.js";
import { currentEmbedder } from "../reembedding/store-embedder.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { CodeSegment } from "../vectors/code-table.js";
import { vectorTable } from "../vectors/vector-layout.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { Finding } from "./finding.js";

/** The table that names the embedder. */
export interface VectorTables {
  readonly meta: MetaTable;
}

/** The parts that the check uses. */
export interface VectorParts {
  readonly connection: Connection;
  readonly tables: VectorTables;
  /** The embedder of the caller. */
  readonly embedder: VectorSpace;
}

/** The results of the check. */
export interface CheckedVectors {
  readonly finding: Finding;
  /** Passages without a vector, ascending. */
  readonly without: readonly number[];
  readonly vectors: StoredVectors;
}

/** Number of vectors to check in one step. */
const vectorsPerStep = 1024;
const largest = 127;

/** Checks the vectors of both corpora. Run each step inside a read transaction. */
export function* checkVectors(parts: VectorParts): Generator<undefined, CheckedVectors> {
  const finding = new Finding("vectors");
  const without: number[] = [];
  const hashes = new Map<number, number>();
  for (const corpus of ["said", "files"] as const)
    without.push(...(yield* checkCorpus(parts, { corpus, finding, hashes })));
  return { finding, without: without.sort((one, other) => one - other), vectors: storedVectors(hashes) };
}

/** Four bytes for each vector instead of its components: a million vectors must fit into memory. */
function storedVectors(hashes: ReadonlyMap<number, number>): StoredVectors {
  return {
    passages: [...hashes.keys()].sort((one, other) => one - other),
    isOf: (passage, vector) => {
      const bytes = toInt8(vector);
      return bytes !== undefined && hashes.get(passage) === hashOf(bytes);
    },
  };
}

/** FNV-1a: detects every change of one byte. */
function hashOf(bytes: Int8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ (byte & 0xff), 0x01000193) >>> 0;
  return hash;
}

interface CheckedCorpus {
  readonly corpus: Corpus;
  readonly finding: Finding;
  /** Receives a hash of each vector. */
  readonly hashes: Map<number, number>;
}

function* checkCorpus(
  { connection, tables, embedder }: VectorParts,
  { corpus, finding, hashes }: CheckedCorpus,
): Generator<undefined, number[]> {
  const current = currentEmbedder(tables.meta);
  const mean = isSameEmbedder(current, embedder) ? embedder.mean?.bind(embedder) : undefined;
  const space = { dimensions: current.dimensions, ...(mean === undefined ? {} : { mean }) };
  const table = vectorTable({ connection, meta: tables.meta }, corpus, { embedder: space });
  const isFiled = corpus === "files" ? "not null" : "null";
  const without = new Set(
    connection.column<[], number>(`select id from passages where file is ${isFiled}`).all(),
  );
  if (table.vec0?.isConsistent() === false) finding.add("places in the table of sqlite-vec");
  const codes = isSameEmbedder(current, embedder) ? new Codes(table, space) : undefined;
  for (const [passage, vector] of table.between(0, table.last())) {
    finding.looked += 1;
    if (finding.looked % vectorsPerStep === 0) yield;
    if (!without.delete(passage)) finding.add(`vector ${passage} of no passage`);
    else if (!isWhole(vector, current.dimensions)) finding.add(`vector of passage ${passage}`);
    else if (codes?.isOf(passage, vector) === false) finding.add(`code of passage ${passage}`);
    else hashes.set(passage, hashOf(vector));
  }
  return [...without];
}

function isWhole(vector: Int8Array, dimensions: number): boolean {
  if (vector.length !== strideOf(dimensions)) return false;
  let most = 0;
  for (let at = 0; at < dimensions; at += 1) most = Math.max(most, Math.abs(vector[at]!));
  for (let at = dimensions; at < vector.length; at += 1) if (vector[at] !== 0) return false;
  return most === largest;
}

/** The codes of the sealed segments, one segment at a time. */
class Codes {
  readonly #table: VectorTable;
  readonly #space: { readonly dimensions: number; readonly mean?: () => Float32Array | undefined };
  #segment: CodeSegment | undefined;
  #number = -1;

  constructor(
    table: VectorTable,
    space: { readonly dimensions: number; readonly mean?: () => Float32Array | undefined },
  ) {
    this.#table = table;
    this.#space = space;
  }

  /** Returns true if a passage's code matches its vector, or if its segment has no codes yet. */
  isOf(passage: number, vector: Int8Array): boolean {
    const number = Math.floor(passage / segmentLength);
    if (number !== this.#number) this.#segment = this.#table.codes.segment(number);
    this.#number = number;
    if (this.#segment === undefined) return true;
    const slot = passage % segmentLength;
    const { dimensions, mean } = this.#space;
    const length = codeBytes(dimensions);
    const isPresent = (this.#segment.present[slot >> 3]! & (1 << (slot & 7))) !== 0;
    const code = this.#segment.codes.subarray(slot * length, (slot + 1) * length);
    return isPresent && code.equals(toCode(vector, { dimensions, mean: mean?.() }));
  }
}
