/** The port of the two ways to overwrite what was erased. */

/** The progress of reading the whole file. */
export interface Look {
  readonly looked: number;
  readonly pages: number;
  /** Pages, among those read since the last report, with a byte outside rows that is not zero. */
  readonly dirty: readonly number[];
}

/** Removes copies of rows that SQLite left in a store's file and log. */
export interface Sweep {
  /**
   * Overwrites every copy of what was erased, writes the log back and truncates it.
   *
   * @param patiently true: wait for readers and writers up to the busy timeout; false: try once
   * @returns true if no copy is left; false if other connections prevented it
   */
  run(patiently: boolean): Promise<boolean>;
  /**
   * Reads the whole file without a lock, so what is written meanwhile may be missed. Yields nothing
   * if the file is encrypted.
   */
  look(): AsyncGenerator<Look>;
}
