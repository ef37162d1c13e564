/**
 * Counts how often two tokens are near each other in a document, and computes how much more often
 * than by chance: positive pointwise mutual information with smoothed contexts (Levy, Goldberg and
 * Dagan, 2015, section 3.1), as a sparse matrix.
 */
import type { Corpus } from "./corpus.js";

/**
 * Compressed sparse rows: row `r` contains `columns[i]` and `values[i]` for `i` from `rowStarts[r]`
 * to `rowStarts[r + 1]`.
 */
export interface SparseMatrix {
  readonly size: number;
  readonly rowStarts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

/** Number of tokens to the left that count as near. */
const windowTokens = 8;
/** Fewest occurrences of a pair: the mutual information of rarer pairs is high by chance. */
const minWeight = 1;
/**
 * Exponent on context counts: it reduces the effect of rare contexts (Levy et al., section 3.1).
 */
const contextExponent = 0.75;
/**
 * Most pairs in memory: 1 GiB of keys and weights. When the table is full, the rarest are removed.
 */
const maxPairs = 2 ** 26;

/**
 * Counts symmetric weights of pairs of tokens: a neighbour at distance d counts 1 / max(2, d),
 * across sentences within a document.
 */
export function countNeighbours(corpus: Corpus, vocabularySize: number): SparseMatrix {
  const counts = new PairCounts(vocabularySize);
  const { tokens, starts, documents } = corpus;
  let documentStart = 0;
  for (let sentence = 0; sentence < documents.length; sentence++) {
    if (sentence > 0 && documents[sentence] !== documents[sentence - 1]) documentStart = starts[sentence]!;
    for (let at = starts[sentence]!; at < starts[sentence + 1]!; at++)
      for (let before = Math.max(documentStart, at - windowTokens); before < at; before++)
        counts.add(tokens[before]!, tokens[at]!, 1 / Math.max(2, at - before));
  }
  return counts.toMatrix();
}

/** Turns weights into positive pointwise mutual information. */
export function positiveInformation(counts: SparseMatrix): SparseMatrix {
  const totals = rowTotals(counts);
  const smoothed = totals.map((total) => total ** contextExponent);
  const all = smoothed.reduce((sum, value) => sum + value, 0);
  const values = new Float32Array(counts.values.length);
  for (let row = 0; row < counts.size; row++)
    for (let at = counts.rowStarts[row]!; at < counts.rowStarts[row + 1]!; at++) {
      const ratio = (counts.values[at]! / totals[row]!) * (all / smoothed[counts.columns[at]!]!);
      values[at] = Math.max(0, Math.log(ratio));
    }
  return { ...counts, values };
}

function rowTotals(matrix: SparseMatrix): Float64Array {
  const totals = new Float64Array(matrix.size);
  for (let row = 0; row < matrix.size; row++)
    for (let at = matrix.rowStarts[row]!; at < matrix.rowStarts[row + 1]!; at++)
      totals[row]! += matrix.values[at]!;
  return totals;
}

/**
 * An open-addressed table from a pair of tokens to its weight. The key is `lower · size + higher`,
 * below 2^32.
 */
class PairCounts {
  readonly #size: number;
  #keys = new Uint32Array(2 ** 16);
  #weights = new Float32Array(2 ** 16);
  #count = 0;
  #floor = 0;

  constructor(size: number) {
    if (size > 65_535)
      throw new Error(`Cannot count neighbours: a vocabulary must be at most 65,535 tokens, got ${size}`);
    this.#size = size;
  }

  add(first: number, second: number, weight: number): void {
    const key = Math.min(first, second) * this.#size + Math.max(first, second);
    const slot = this.#slotOf(key);
    if (this.#weights[slot] === 0) {
      this.#keys[slot] = key;
      this.#count++;
    }
    this.#weights[slot]! += weight;
    if (this.#count > this.#keys.length * 0.7) this.#makeRoom();
  }

  toMatrix(): SparseMatrix {
    const degrees = new Int32Array(this.#size + 1);
    this.#each((row) => {
      degrees[row + 1]!++;
    });
    for (let row = 0; row < this.#size; row++) degrees[row + 1]! += degrees[row]!;
    const next = degrees.slice();
    const columns = new Int32Array(degrees[this.#size]!);
    const values = new Float32Array(columns.length);
    this.#each((row, column, weight) => {
      const at = next[row]!++;
      columns[at] = column;
      values[at] = weight;
    });
    return { size: this.#size, rowStarts: degrees, columns, values };
  }

  /**
   * Every pair with enough weight, in both orders; a token with itself once, with twice the weight.
   */
  #each(visit: (row: number, column: number, weight: number) => void): void {
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const weight = this.#weights[slot]!;
      if (weight < minWeight) continue;
      const row = Math.floor(this.#keys[slot]! / this.#size);
      const column = this.#keys[slot]! % this.#size;
      visit(row, column, row === column ? 2 * weight : weight);
      if (row !== column) visit(column, row, weight);
    }
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    const mixed = Math.imul(key ^ (key >>> 16), 0x45d9f3b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (this.#weights[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #makeRoom(): void {
    const keys = this.#keys;
    const weights = this.#weights;
    if (keys.length >= maxPairs) this.#floor += 0.5;
    const length = Math.min(maxPairs, keys.length * 2);
    this.#keys = new Uint32Array(length);
    this.#weights = new Float32Array(length);
    this.#count = 0;
    for (let slot = 0; slot < keys.length; slot++) {
      if (weights[slot]! <= this.#floor) continue;
      const moved = this.#slotOf(keys[slot]!);
      this.#keys[moved] = keys[slot]!;
      this.#weights[moved] = weights[slot]!;
      this.#count++;
    }
  }
}
