/**
 * The true nearest neighbours of some questions among all texts that were added, computed exactly
 * with the embedder's own numbers.
 */
import type { Embedder } from "../../src/index.js";
import { staticEmbedder } from "../built.js";

/** Number of true neighbours that are kept for each question. */
export const depth = 10;

interface Near {
  readonly text: number;
  readonly cosine: number;
}

/** Collects the true nearest texts of each question. */
export class TrueNeighbours {
  readonly #embedder: Embedder = staticEmbedder();
  readonly #queries: readonly Float32Array[];
  readonly #nearest: Near[][];
  #count = 0;

  private constructor(queries: readonly Float32Array[]) {
    this.#queries = queries;
    this.#nearest = queries.map(() => []);
  }

  static async of(questions: readonly string[]): Promise<TrueNeighbours> {
    return new TrueNeighbours(await staticEmbedder().embed(questions, { kind: "query" }));
  }

  /** Vectors of the questions. */
  get queries(): readonly Float32Array[] {
    return this.#queries;
  }

  /** Compares the questions with further texts. */
  async add(texts: readonly string[]): Promise<void> {
    for (const vector of await this.#embedder.embed(texts, { kind: "passage" })) {
      this.#count += 1;
      for (const [index, query] of this.#queries.entries())
        this.#offer(this.#nearest[index]!, { text: this.#count, cosine: dot(query, vector) });
    }
  }

  /** Numbers of the nearest texts of a question, counted from 1. */
  nearest(question: number): ReadonlySet<number> {
    return new Set(this.#nearest[question]!.map(({ text }) => text));
  }

  #offer(nearest: Near[], near: Near): void {
    if (nearest.length === depth && nearest[depth - 1]!.cosine >= near.cosine) return;
    nearest.push(near);
    nearest.sort((one, other) => other.cosine - one.cosine);
    nearest.length = Math.min(nearest.length, depth);
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  let [a, b] = [0, 0];
  for (let at = 0; at < one.length; at += 2) {
    a += one[at]! * other[at]!;
    b += one[at + 1]! * other[at + 1]!;
  }
  return a + b;
}
