/** Overwriting what was erased: the port of the two ways to do it. */

/** How far a look at the whole file has come. */
export interface Look {
  readonly looked: number;
  readonly pages: number;
  /** Pages, of those looked at since the last report, of which some byte that belongs to no row is not zero. */
  readonly dirty: readonly number[];
}

/** Removes copies of rows that SQLite left in a store's file and log. */
export interface Sweep {
  /**
   * Overwrites every copy of what was erased, writes the log back and cuts it.
   *
   * @param patiently Whether to wait for readers and writers up to the busy timeout, or to try once.
   * @returns whether no copy is left; false where others were in the way
   */
  run(patiently: boolean): Promise<boolean>;
  /** Looks at the whole file, without a lock: what is written meanwhile may or may not be found. Nothing where the file is encrypted. */
  look(): AsyncGenerator<Look>;
}
