/** The embedder port: text to vectors. */

/** Options of {@link Embedder.embed}. */
export interface EmbedOptions {
  /** What the texts are, for models that treat questions and passages differently. */
  readonly kind: "query" | "passage";
  /** Stops the call. */
  readonly signal?: AbortSignal;
}

/**
 * Turns texts into vectors of unit length. Deterministic for one `id`: a store that was written
 * with one embedder cannot be read with another, so the `id` is stored and compared when a store is
 * opened.
 */
export interface Embedder {
  /**
   * Identifies the model, its version and its settings, for instance `keepsake-static-en@1/256`.
   */
  readonly id: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /**
   * Whether the same text gives the same bits in every process and on every machine, at no cost.
   * Then `check` embeds every passage again and compares. Absent: false.
   */
  readonly reproducible?: boolean;
  /**
   * Mean of ordinary vectors, a `Float32Array` of `dimensions`, which is subtracted before the
   * signs become a 1-bit code. Absent: zero.
   */
  readonly mean?: () => Float32Array;
  /**
   * Returns one vector per text, in order: a `Float32Array` of `dimensions` with unit norm, or all
   * zeros if the text contains nothing that the model knows, such as only white space. A zero
   * vector means "no vector" and never matches. A call without texts loads the model. When the
   * signal fires, the call rejects with its reason; other calls continue.
   *
   * @throws {MemoryError} `embedder_failed`, `missing_dependency`
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /**
   * Number of tokens of a text, by the embedder's own tokenizer. Only called after an `embed` has
   * resolved.
   */
  countTokens(text: string): number;
}
