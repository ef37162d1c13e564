/** What a library must do to be measured: keep texts with their vectors, find the nearest, close, and open again. */

/** A text with its vector, as every library is handed it. */
export interface Item {
  /** Its number, from 0; libraries that want text ids get it as text. */
  readonly id: number;
  readonly text: string;
  /** `Float32Array` of `dimensions`, unit norm. */
  readonly vector: Float32Array;
}

export interface Query {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface OpenOptions {
  /** An empty folder of its own. */
  readonly folder: string;
  readonly dimensions: number;
  /** Embeds for libraries that embed by themselves: the text's vector is looked up where it is known, so that no model's time counts. */
  readonly vectorOf: (text: string) => Promise<Float32Array>;
}

export interface Opened {
  /** Keeps many, in the library's own bulk way. */
  fill(items: readonly Item[]): Promise<void>;
  /** After the last `fill`: builds what the library builds. */
  finish?(): Promise<void>;
  /** Keeps one, as an application does between two questions. */
  add(item: Item): Promise<void>;
  /**
   * Numbers of the nearest, best first. Empty where the library answers in prose.
   *
   * @param effort How many times as many candidates are looked at as by default, where the library lets one say so: 1, 2, 4, …
   */
  search(query: Query, k: number, effort: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

export interface Peer {
  readonly name: string;
  /** What a search of it does, for the table: "exact scan, float32". */
  readonly searches: string;
  /** The npm package whose version is told; absent for what needs none. */
  readonly packageName?: string;
  /** More than this are not tried, and why: told in the table. */
  readonly limit?: { readonly records: number; readonly because: string };
  /** Whether a folder that was closed can be opened again. */
  readonly durable: boolean;
  /** Whether more effort finds more of the true nearest. */
  readonly approximate?: boolean;
  open(options: OpenOptions): Promise<Opened>;
}
