/** A table of features: a row a passage of the pool, a column a feature. */

/** Columns that memory is taken for at once: each as an array of its own cost more than filling it. */
const columnsPerBlock = 32;

export class FeatureTable {
  /** Passages described. */
  readonly rows: number;
  readonly #columns = new Map<string, Float64Array>();
  #block = new Float64Array(0);

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Names of the features, in the order in which they were added. */
  get names(): string[] {
    return [...this.#columns.keys()];
  }

  /** Names with the feature of each passage. */
  get columns(): Iterable<readonly [name: string, values: Float64Array]> {
    return this.#columns;
  }

  /** Adds a feature: what it is for each row, or 0 for all where a question does not ask for it. */
  add(name: string, valueAt?: (row: number) => number): Float64Array {
    const values = this.#empty();
    this.#columns.set(name, values);
    if (valueAt !== undefined) for (let row = 0; row < this.rows; row += 1) values[row] = valueAt(row);
    return values;
  }

  /** A feature by name; 0 for all where there is none of that name. */
  column(name: string): Float64Array {
    return this.#columns.get(name) ?? new Float64Array(this.rows);
  }

  /** All features of one passage, in the order of the names. */
  row(row: number): Float64Array {
    return Float64Array.from(this.#columns.values(), (values) => values[row]!);
  }

  #empty(): Float64Array {
    const used = this.#columns.size % columnsPerBlock;
    if (used === 0) this.#block = new Float64Array(columnsPerBlock * this.rows);
    const { buffer, BYTES_PER_ELEMENT } = this.#block;
    return new Float64Array(buffer, used * this.rows * BYTES_PER_ELEMENT, this.rows);
  }
}
