/** Copying a store to another place, or to another engine. */

/** The result of a copy, which was compared with the store row by row. */
export interface CopyResult {
  /**
   * The id of the copy. A file takes over the id of the store; in PostgreSQL it is the given one.
   */
  readonly id: string;
  readonly name: string;
  readonly sources: number;
  readonly passages: number;
  readonly records: number;
  /** Rows of the audit trail, whose hash chain is the store's. */
  readonly audit_rows: number;
  /** True if an interrupted copy was finished. */
  readonly resumed: boolean;
}
