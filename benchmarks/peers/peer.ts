/**
 * What a library must do to be measured: store texts with their vectors, find the nearest, close,
 * and open again.
 */

/** A text with its vector, as every library receives it. */
export interface Item {
  /** Its number, from 0; libraries that need text ids get it as text. */
  readonly id: number;
  readonly text: string;
  /** `Float32Array` of `dimensions`, unit norm. */
  readonly vector: Float32Array;
}

/** A question with its vector. */
export interface Query {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Options for opening a store of a library. */
export interface OpenOptions {
  /** An empty folder for this library. */
  readonly folder: string;
  readonly dimensions: number;
  /**
   * Embeds for libraries that embed by themselves. The vector of a known text is looked up, so that
   * no model's time counts.
   */
  readonly vectorOf: (text: string) => Promise<Float32Array>;
}

/** An open store of a library. */
export interface Opened {
  /** Stores many items, by the library's own bulk method. */
  fill(items: readonly Item[]): Promise<void>;
  /** Called after the last `fill`: builds the library's index. */
  finish?(): Promise<void>;
  /** Stores one item, as an application does between two questions. */
  add(item: Item): Promise<void>;
  /**
   * Numbers of the nearest, best first. Empty if the library answers in prose.
   *
   * @param effort Multiple of the default number of candidates, if the library has such a setting:
   * 1, 2, 4, …
   */
  search(query: Query, k: number, effort: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** A library that is measured. */
export interface Peer {
  readonly name: string;
  /** How it searches, for the table: "exact scan, float32". */
  readonly searches: string;
  /** The npm package whose version is reported; absent if there is none. */
  readonly packageName?: string;
  /** Larger sizes are not tried, and why; both are in the table. */
  readonly limit?: { readonly records: number; readonly because: string };
  /** Whether a folder that was closed can be opened again. */
  readonly durable: boolean;
  /** Whether more effort finds more of the true nearest. */
  readonly approximate?: boolean;
  open(options: OpenOptions): Promise<Opened>;
}
