/**
 * The vectors of the embedder that a store is moving to: the other set of vector tables. It is
 * filled in the order of the passages, while searches use the current set, and replaces that set
 * in one transaction. Passages that are saved during the move have higher numbers, so their turn
 * comes too. Passages that are erased during the move are removed from both sets.
 *
 *   passages   1 ██████████████ through ░░░░░░░░░ newest
 *                have a new vector       have none yet
 */

import { bytesOfVector, toInt8 } from "../../formats/quantise.js";
import { isSameEmbedder } from "../../shared/embedders.js";
import type { Corpus, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import type { MetaTable } from "../tables/meta-table.js";
import {
  chooseWritable,
  corpora,
  createTables,
  createView,
  type LayoutParts,
  switchSets,
  vectorTable,
} from "../vectors/vector-layout.js";
import type { VectorTable } from "../vectors/vector-table.js";
import {
  currentEmbedder,
  type ReembeddingState,
  reembeddingState,
  setCurrentEmbedder,
  setReembeddingState,
} from "./store-embedder.js";

/** The new vector of a passage. */
export interface NewVector {
  readonly passage: number;
  readonly vector: Float32Array;
}

/** The vectors of the embedder that the store is moving to. */
export class NextVectors {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #parts: LayoutParts;

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
    this.#parts = { connection, meta };
  }

  /**
   * Continues the move to this embedder, or begins it. Overwrites the vectors of a move to another
   * embedder.
   */
  begin({ id, dimensions }: VectorSpace): ReembeddingState {
    const existing = reembeddingState(this.#meta);
    if (existing !== undefined && isSameEmbedder(existing.embedder, { id, dimensions })) return existing;
    this.drop();
    const state = { embedder: { id, dimensions }, through: 0, done: 0 };
    setReembeddingState(this.#meta, state);
    chooseWritable(this.#parts, { dimensions });
    createTables(this.#parts, "next");
    return state;
  }

  /** Ends a move in progress, and overwrites its vectors. */
  drop(): void {
    if (reembeddingState(this.#meta) === undefined) return;
    for (const corpus of corpora) this.#nextTable(corpus, currentEmbedder(this.#meta)).clear();
    setReembeddingState(this.#meta, undefined);
  }

  /**
   * Stores vectors of the next passages, except passages that were erased meanwhile, or whose
   * vectors another process has stored.
   */
  keep(vectors: readonly NewVector[], embedder: VectorSpace): ReembeddingState {
    const state = reembeddingState(this.#meta)!;
    chooseWritable(this.#parts, embedder);
    const later = vectors.filter(({ passage }) => passage > state.through);
    const corpusOf = this.#corpusOf(later.map(({ passage }) => passage));
    const present = later.filter(({ passage }) => corpusOf.has(passage));
    const tables = { said: this.#nextTable("said", embedder), files: this.#nextTable("files", embedder) };
    for (const { passage, vector } of present) {
      const bytes = toInt8(vector);
      if (bytes !== undefined) tables[corpusOf.get(passage)!].add(passage, bytes);
    }
    const through = later.at(-1)?.passage ?? state.through;
    const updated = { ...state, through, done: state.done + present.length };
    setReembeddingState(this.#meta, updated);
    return updated;
  }

  /** Removes erased passages from the move. */
  remove(passages: readonly number[]): void {
    const state = reembeddingState(this.#meta);
    if (state === undefined) return;
    for (const corpus of corpora) this.#nextTable(corpus, state.embedder).remove(passages);
    const done = state.done - passages.filter((passage) => passage <= state.through).length;
    setReembeddingState(this.#meta, { ...state, done });
  }

  /** Counts the places that still have something of erased passages. */
  residue(passages: readonly number[]): number {
    const state = reembeddingState(this.#meta);
    if (state === undefined) return 0;
    const tables = corpora.map((corpus) => this.#nextTable(corpus, state.embedder));
    return passages.reduce(
      (sum, passage) => sum + tables.reduce((places, table) => places + table.residue(passage), 0),
      0,
    );
  }

  /**
   * Returns the bytes by which `storage_used` will change when the new vectors replace the old
   * ones.
   */
  growth(): number {
    const state = reembeddingState(this.#meta)!;
    const current = currentEmbedder(this.#meta);
    const coming = corpora.reduce((sum, corpus) => sum + this.#nextTable(corpus, state.embedder).count(), 0);
    return (
      coming * bytesOfVector(state.embedder.dimensions) -
      this.#currentCount() * bytesOfVector(current.dimensions)
    );
  }

  /** Estimates {@link growth} before the move: as many new vectors as there are old ones. */
  expectedGrowth({ dimensions }: VectorSpace): number {
    const current = currentEmbedder(this.#meta);
    return this.#currentCount() * (bytesOfVector(dimensions) - bytesOfVector(current.dimensions));
  }

  /** Replaces the old vectors by the new ones, and overwrites the old ones. */
  takeOver(embedder: VectorSpace): void {
    for (const corpus of corpora) this.#currentTable(corpus).clear();
    switchSets(this.#parts);
    setCurrentEmbedder(this.#meta, embedder);
    setReembeddingState(this.#meta, undefined);
    createView(this.#parts);
  }

  #nextTable(corpus: Corpus, embedder: Pick<VectorSpace, "dimensions" | "mean">): VectorTable {
    return vectorTable(this.#parts, corpus, { embedder, set: "next" });
  }

  #currentTable(corpus: Corpus): VectorTable {
    return vectorTable(this.#parts, corpus, { embedder: currentEmbedder(this.#meta) });
  }

  /** Counts the vectors that searches use. */
  #currentCount(): number {
    return corpora.reduce((sum, corpus) => sum + this.#currentTable(corpus).count(), 0);
  }

  /** Returns the corpus of each passage that still exists. */
  #corpusOf(passages: readonly number[]): Map<number, Corpus> {
    const rows = this.#connection
      .statement<[string], { id: number; file: number | null }>(
        "select id, file from passages where id in (select value from json_each(?))",
      )
      .all(JSON.stringify(passages));
    return new Map(rows.map(({ id, file }) => [id, file === null ? "said" : "files"]));
  }
}
