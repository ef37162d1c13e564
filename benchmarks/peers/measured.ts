/** What is measured of one library at one size. Times are in milliseconds, sizes in bytes; `null` is what could not be measured. */

export interface Measured {
  readonly peer: string;
  readonly records: number;
  readonly fill_seconds: number;
  readonly records_per_second: number;
  readonly search: Times;
  /** Of a library that searches approximately: the least effort by which it finds {@link wantedRecall}, if any does. */
  readonly search_at_recall: (Times & { readonly effort: number; readonly recall_at_10: number }) | null;
  readonly add_one_p50_ms: number;
  /** Share of the true ten nearest that were found; null where the answer is prose. */
  readonly recall_at_10: number | null;
  /** What the process holds more than before it loaded the library: its code, its data, what it left to collect. */
  readonly rss_bytes: number;
  readonly file_bytes: number | null;
  /** Opening a folder that is there, to the first answer, in this process: code is loaded already. */
  readonly open_ms: number | null;
}

export interface Times {
  readonly p50_ms: number;
  readonly p95_ms: number;
}

/** Libraries are compared at a like share of the true ten too: an index can always be quick by finding less. */
export const wantedRecall = 0.95;
