/** Shared parts of remote embedders: which texts are sent, and the validation of vectors. */
import { MemoryError } from "../contract/errors.js";
import { cleanError } from "../models/endpoints/failures.js";

/** What a returned vector must match. */
export interface Expected {
  /** The model's name, for messages. */
  readonly model: string;
  readonly dimensions: number;
}

/** One vector of unit length per text. A text of white space is not sent and gets zeros. */
export async function embedFilled(
  texts: readonly string[],
  dimensions: number,
  ask: (filled: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<Float32Array[]> {
  const filled = texts.filter(isFilled);
  const vectors = filled.length === 0 ? [] : await ask(filled);
  let next = 0;
  return texts.map((text) => (isFilled(text) ? vectors[next++]! : new Float32Array(dimensions)));
}

function isFilled(text: string): boolean {
  return text.trim() !== "";
}

/** A text as it is sent: with its prefix, truncated, and well-formed. */
export function asSent(text: string, { prefix, maxChars }: { prefix: string; maxChars: number }): string {
  return (prefix + text.slice(0, maxChars)).toWellFormed();
}

/** Splits a list into batches of `size`. */
export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, batch) =>
    items.slice(batch * size, (batch + 1) * size),
  );
}

/**
 * Checks the number of vectors.
 *
 * @throws {MemoryError} `embedder_failed`
 */
export function assertComplete(given: number, asked: number, { model }: Expected): void {
  if (given !== asked)
    throw embedderFailed(`${model} must give one vector per text, got ${given} for ${asked} texts`);
}

/**
 * A vector of unit length; zeros stay zeros.
 *
 * @throws {MemoryError} `embedder_failed`
 */
export function unitVector(
  numbers: readonly number[] | Float32Array,
  { model, dimensions }: Expected,
): Float32Array {
  if (numbers.length !== dimensions)
    throw embedderFailed(
      `${model} must give vectors of ${dimensions} dimensions, got ${numbers.length}; set dimensions: ${numbers.length}, or request fewer from the model`,
    );
  const squares = Float64Array.from(numbers).reduce((sum, value) => sum + value * value, 0);
  if (!Number.isFinite(squares)) throw embedderFailed(`${model} must give finite numbers, got others`);
  const norm = Math.sqrt(squares);
  return norm === 0 ? new Float32Array(dimensions) : Float32Array.from(numbers, (value) => value / norm);
}

/**
 * Makes the error of a failed call.
 *
 * @param rule The expectation and the actual state.
 */
export function embedderFailed(rule: string, cause?: unknown): MemoryError<"embedder_failed"> {
  return new MemoryError("embedder_failed", `Cannot embed: ${rule}`, cause === undefined ? {} : { cause });
}

/** Converts an error of a request into one without keys. */
export function asEmbedderError(error: unknown, model: string): MemoryError {
  if (error instanceof MemoryError) return error;
  const cause = cleanError(error);
  return embedderFailed(`${model} must answer with vectors, got: ${cause.message}`, cause);
}

/**
 * The id of a model with everything that changes its vectors. The server's address is not part of
 * it, so a store can move with its model to another server. Set an `id` of your own if the same
 * name means another model.
 */
export function embedderId(
  kind: string,
  { model, dimensions, queryPrefix, passagePrefix }: Expected & Prefixes,
): string {
  const prefixes =
    queryPrefix + passagePrefix === "" ? "" : `+${JSON.stringify([queryPrefix, passagePrefix])}`;
  return `${kind}:${model}/${dimensions}${prefixes}`;
}

/** Texts before questions and passages, for models that treat them differently. */
export interface Prefixes {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}
