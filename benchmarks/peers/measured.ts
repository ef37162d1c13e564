/**
 * The measurements of one library at one size. Times are in milliseconds, sizes in bytes; `null`
 * means that it could not be measured.
 */

/** The measurements of a library at one size. */
export interface Measured {
  readonly peer: string;
  readonly records: number;
  readonly fill_seconds: number;
  readonly records_per_second: number;
  readonly search: Times;
  /**
   * For a library that searches approximately: the least effort with which it reaches {@link
   * wantedRecall}, if any does.
   */
  readonly search_at_recall: (Times & { readonly effort: number; readonly recall_at_10: number }) | null;
  readonly add_one_p50_ms: number;
  /** Share of the true ten nearest that were found; `null` if the answer is prose. */
  readonly recall_at_10: number | null;
  /**
   * Memory of the process minus its memory before it loaded the library: code, data and garbage.
   */
  readonly rss_bytes: number;
  readonly file_bytes: number | null;
  /**
   * Opening an existing folder until the first answer, in this process, where the code is loaded
   * already.
   */
  readonly open_ms: number | null;
}

/** Median and 95th percentile in milliseconds. */
export interface Times {
  readonly p50_ms: number;
  readonly p95_ms: number;
}

/**
 * Libraries are also compared at the same share of the true ten, because an index can always be
 * faster by finding less.
 */
export const wantedRecall = 0.95;
