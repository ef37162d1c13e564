/** A table of features: one row per passage of the pool, one column per feature. */

/**
 * Number of columns that are allocated together: allocating each one took longer than filling it.
 */
const columnsPerBlock = 32;

/** A feature that is a multiple of another one. */
interface Multiple {
  readonly of: string;
  readonly times: number;
}

/** The features of a pool, stored by column. */
export class FeatureTable {
  /** Number of passages. */
  readonly rows: number;
  readonly #columns = new Map<string, Float64Array>();
  readonly #multiples = new Map<string, Multiple>();
  readonly #later = new Map<string, () => Float64Array>();
  readonly #zeros: Float64Array;
  #block = new Float64Array(0);
  #used = 0;

  constructor(rows: number) {
    this.rows = rows;
    this.#zeros = new Float64Array(rows);
  }

  /** Names of the features. */
  get names(): string[] {
    return [...this.#columns.keys(), ...this.#multiples.keys(), ...this.#later.keys()];
  }

  /**
   * Adds a feature with a value for each row, or 0 for all rows if `valueAt` is absent. The
   * returned column must not be changed.
   */
  add(name: string, valueAt?: (row: number) => number): Float64Array {
    const values = valueAt === undefined ? this.#zeros : this.#filled(valueAt);
    this.#columns.set(name, values);
    return values;
  }

  /**
   * Adds a feature that is a multiple of an existing one. In a sum, its weight is added to the
   * weight of the existing feature, so it needs no column.
   */
  addMultiple(name: string, of: string, times: number): void {
    this.#multiples.set(name, { of, times });
  }

  /**
   * Adds a feature whose column is computed when it is read first, for features that cost more than
   * others and that most rankings give no weight. It must not depend on the order of reading.
   */
  addLater(name: string, compute: () => (row: number) => number): void {
    this.#later.set(name, () => this.#filled(compute()));
  }

  /** Returns a feature by name; 0 for all rows if there is none of that name. */
  column(name: string): Float64Array {
    this.#compute(name);
    const multiple = this.#multiples.get(name);
    if (multiple !== undefined) return this.#columns.get(multiple.of)!.map((value) => value * multiple.times);
    return this.#columns.get(name) ?? this.#zeros;
  }

  #compute(name: string): void {
    const compute = this.#later.get(name);
    if (compute === undefined) return;
    this.#later.delete(name);
    this.#columns.set(name, compute());
  }

  /** Returns a feature of one passage. */
  value(name: string, row: number): number {
    const multiple = this.#multiples.get(name);
    if (multiple !== undefined) return this.#columns.get(multiple.of)![row]! * multiple.times;
    return this.column(name)[row]!;
  }

  /** Returns the weighted sum of each row's features. */
  weightedSum(weightOf: (name: string) => number): Float64Array {
    for (const name of [...this.#later.keys()]) if (weightOf(name) !== 0) this.#compute(name);
    const weights = new Map(Array.from(this.#columns.keys(), (name) => [name, weightOf(name)]));
    for (const [name, { of, times }] of this.#multiples)
      weights.set(of, weights.get(of)! + times * weightOf(name));
    const sums = new Float64Array(this.rows);
    for (const [name, values] of this.#columns) {
      const weight = weights.get(name)!;
      if (weight === 0 || values === this.#zeros) continue;
      for (let row = 0; row < sums.length; row += 1) sums[row]! += values[row]! * weight;
    }
    return sums;
  }

  #filled(valueAt: (row: number) => number): Float64Array {
    const values = this.#empty();
    for (let row = 0; row < this.rows; row += 1) values[row] = valueAt(row);
    return values;
  }

  #empty(): Float64Array {
    const place = this.#used % columnsPerBlock;
    if (place === 0) this.#block = new Float64Array(columnsPerBlock * this.rows);
    this.#used += 1;
    const { buffer, BYTES_PER_ELEMENT } = this.#block;
    return new Float64Array(buffer, place * this.rows * BYTES_PER_ELEMENT, this.rows);
  }
}
