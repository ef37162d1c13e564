/**
 * Vectors of the embedder that a store is moving to: a second set of vector tables, filled in the order of the passages while the first one serves, and
 * put in its place in one transaction. What is remembered meanwhile comes after all that was looked at, so that it is never missed; what is forgotten
 * meanwhile leaves this set with the other one.
 *
 *   passages   1 ██████████████ through ░░░░░░░░░ newest
 *                have a new vector       wait for one
 */
import type { Corpus, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import type { MetaTable } from "../tables/meta-table.js";
import { bytesOfVector, toInt8 } from "./quantise.js";
import { isSame, type Move, moveUnderWay, servingEmbedder, setMove, setServing } from "./serving.js";
import { setPrefix, VectorTable } from "./vector-table.js";

/** A passage's new vector. */
export interface NewVector {
  readonly passage: number;
  readonly vector: Float32Array;
}

const corpora: readonly Corpus[] = ["said", "files"];

export class NextVectors {
  readonly #connection: Connection;
  readonly #meta: MetaTable;

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
  }

  /** Goes on with a move to this embedder, or begins one; what was made for another is overwritten. */
  begin({ id, dimensions }: VectorSpace): Move {
    const move = moveUnderWay(this.#meta);
    if (move !== undefined && isSame(move.embedder, { id, dimensions })) return move;
    this.drop();
    const begun = { embedder: { id, dimensions }, through: 0, done: 0 };
    setMove(this.#meta, begun);
    return begun;
  }

  /** Gives up the move that is under way, if one is, and overwrites what was made for it. */
  drop(): void {
    if (moveUnderWay(this.#meta) === undefined) return;
    for (const corpus of corpora) this.#next(corpus, servingEmbedder(this.#meta)).clear();
    setMove(this.#meta, undefined);
  }

  /** Keeps vectors of the passages that come next; those that are gone by now, or were kept by another process, are left out. */
  keep(vectors: readonly NewVector[], embedder: VectorSpace): Move {
    const move = moveUnderWay(this.#meta)!;
    const fresh = vectors.filter(({ passage }) => passage > move.through);
    const corpusOf = this.#corpusOf(fresh.map(({ passage }) => passage));
    const present = fresh.filter(({ passage }) => corpusOf.has(passage));
    const tables = { said: this.#next("said", embedder), files: this.#next("files", embedder) };
    for (const { passage, vector } of present) {
      const bytes = toInt8(vector);
      if (bytes !== undefined) tables[corpusOf.get(passage)!].add(passage, bytes);
    }
    const through = fresh.at(-1)?.passage ?? move.through;
    const moved = { ...move, through, done: move.done + present.length };
    setMove(this.#meta, moved);
    return moved;
  }

  /** Takes what was erased out of the move. */
  remove(passages: readonly number[]): void {
    const move = moveUnderWay(this.#meta);
    if (move === undefined) return;
    for (const corpus of corpora) this.#next(corpus, move.embedder).remove(passages);
    const done = move.done - passages.filter((passage) => passage <= move.through).length;
    setMove(this.#meta, { ...move, done });
  }

  /** How many places still hold something of passages. */
  residue(passages: readonly number[]): number {
    const move = moveUnderWay(this.#meta);
    if (move === undefined) return 0;
    const tables = corpora.map((corpus) => this.#next(corpus, move.embedder));
    return passages.reduce(
      (sum, passage) => sum + tables.reduce((places, table) => places + table.residue(passage), 0),
      0,
    );
  }

  /** Bytes by which `storage_used` changes when the new vectors take the place of the old ones. */
  growth(): number {
    const move = moveUnderWay(this.#meta)!;
    const serving = servingEmbedder(this.#meta);
    const coming = corpora.reduce((sum, corpus) => sum + this.#next(corpus, move.embedder).count(), 0);
    return (
      coming * bytesOfVector(move.embedder.dimensions) - this.#served() * bytesOfVector(serving.dimensions)
    );
  }

  /** What the growth will be if the new embedder knows as many texts as the old one. */
  expectedGrowth({ dimensions }: VectorSpace): number {
    const serving = servingEmbedder(this.#meta);
    return this.#served() * (bytesOfVector(dimensions) - bytesOfVector(serving.dimensions));
  }

  /** Puts the new vectors in the place of the old ones, which are overwritten. */
  takeOver(embedder: VectorSpace): void {
    for (const corpus of corpora) {
      const next = this.#next(corpus, embedder);
      next.replace(this.#serving(corpus));
      next.make();
    }
    setServing(this.#meta, embedder);
    setMove(this.#meta, undefined);
  }

  #next(corpus: Corpus, embedder: Pick<VectorSpace, "dimensions" | "mean">): VectorTable {
    return new VectorTable(this.#connection, { embedder, prefix: `next_${setPrefix(corpus)}` });
  }

  #serving(corpus: Corpus): VectorTable {
    const embedder = servingEmbedder(this.#meta);
    return new VectorTable(this.#connection, { embedder, prefix: setPrefix(corpus) });
  }

  /** How many vectors serve. */
  #served(): number {
    return corpora.reduce((sum, corpus) => sum + this.#serving(corpus).count(), 0);
  }

  /** Which of some passages are there, and whether they were said or stand in a file. */
  #corpusOf(passages: readonly number[]): Map<number, Corpus> {
    const rows = this.#connection
      .statement<[string], { id: number; file: number | null }>(
        "select id, file from passages where id in (select value from json_each(?))",
      )
      .all(JSON.stringify(passages));
    return new Map(rows.map(({ id, file }) => [id, file === null ? "said" : "files"]));
  }
}
