/**
 * Adam (Kingma and Ba, 2015) that moves only the rows a batch touched: most of a vocabulary is
 * absent from any one batch.
 */

const meanDecay = 0.9;
/** Lower than the usual 0.999, because a rare row has few steps. */
const squareDecay = 0.99;
const epsilon = 1e-8;

/** The optimiser of the rows. */
export class RowAdam {
  readonly #rows: Float32Array;
  readonly #dimensions: number;
  readonly #means: Float32Array;
  readonly #squares: Float32Array;
  readonly #steps: Int32Array;

  /** @param rows The rows, one after the other; changed in place. */
  constructor(rows: Float32Array, dimensions: number) {
    this.#rows = rows;
    this.#dimensions = dimensions;
    this.#means = new Float32Array(rows.length);
    this.#squares = new Float32Array(rows.length);
    this.#steps = new Int32Array(rows.length / dimensions);
  }

  /** Moves one row against its gradient. */
  step(row: number, gradient: Float32Array, rate: number): void {
    const steps = ++this.#steps[row]!;
    const meanShare = 1 - meanDecay ** steps;
    const squareShare = 1 - squareDecay ** steps;
    const base = row * this.#dimensions;
    for (let at = 0; at < this.#dimensions; at++) {
      const slope = gradient[at]!;
      const mean = meanDecay * this.#means[base + at]! + (1 - meanDecay) * slope;
      const square = squareDecay * this.#squares[base + at]! + (1 - squareDecay) * slope * slope;
      this.#means[base + at] = mean;
      this.#squares[base + at] = square;
      this.#rows[base + at]! -= (rate * (mean / meanShare)) / (Math.sqrt(square / squareShare) + epsilon);
    }
  }
}
