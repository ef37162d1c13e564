/** The embedder port: text to vectors. */

export interface EmbedOptions {
  /** Models that treat questions and passages differently need to know which it is. */
  readonly kind: "query" | "passage";
  readonly signal?: AbortSignal;
}

/**
 * Turns text into vectors of unit length. Deterministic for one `id`: a store written with one embedder cannot be read with another, so
 * the `id` is written to each store and compared when it is opened.
 */
export interface Embedder {
  /** Names the model, its version and its settings, for instance `keepsake-static-en@1/256`. */
  readonly id: string;
  readonly dimensions: number;
  /** Mean of ordinary vectors, `Float32Array` of `dimensions`; taken off before signs are taken for a 1-bit code. Absent: zero. */
  readonly mean?: () => Float32Array;
  /**
   * One vector a text, in order: `Float32Array` of `dimensions`, unit norm, or all zeros where the text holds nothing that the model
   * knows, as white space never does. A zero vector means "no vector" and never matches. Embedding no text makes the model ready. Once the
   * signal fires the call rejects with its reason, and no other call is touched.
   *
   * @throws {MemoryError} `embedder_failed`, `missing_dependency`
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** Tokens of a text, by the embedder's own tokenizer. Asked only after an `embed` has resolved. */
  countTokens(text: string): number;
}
