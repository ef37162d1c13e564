/** What embedders behind a wire share: which texts are asked for, and what may count as a vector. */
import { MemoryError } from "../contract/errors.js";
import { cleanError } from "../models/endpoints/failures.js";

/** What is checked of a vector that came back. */
export interface Expected {
  /** The model's name, for messages. */
  readonly model: string;
  readonly dimensions: number;
}

/** One vector a text, of unit length; zeros, and nothing asked, for a text of white space. */
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

/** A text as it is sent: behind its prefix, cut to what a model reads, and nothing in it that UTF-8 does not have. */
export function asSent(text: string, { prefix, maxChars }: { prefix: string; maxChars: number }): string {
  return (prefix + text.slice(0, maxChars)).toWellFormed();
}

/** A list cut in runs of `size`. */
export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, batch) =>
    items.slice(batch * size, (batch + 1) * size),
  );
}

/** As many vectors as were asked for. @throws {MemoryError} `embedder_failed` */
export function mustBeAll(given: number, asked: number, { model }: Expected): void {
  if (given !== asked)
    throw embedderFailed(`${model} must give one vector a text, got ${given} for ${asked} texts`);
}

/** Numbers as a vector of unit length; zeros stay zeros. @throws {MemoryError} `embedder_failed` */
export function unitVector(
  numbers: readonly number[] | Float32Array,
  { model, dimensions }: Expected,
): Float32Array {
  if (numbers.length !== dimensions)
    throw embedderFailed(
      `${model} must give vectors of ${dimensions} dimensions, got ${numbers.length}; say dimensions: ${numbers.length}, or ask the model for fewer`,
    );
  const squares = Float64Array.from(numbers).reduce((sum, value) => sum + value * value, 0);
  if (!Number.isFinite(squares))
    throw embedderFailed(`${model} must give finite numbers, got others among them`);
  const norm = Math.sqrt(squares);
  return norm === 0 ? new Float32Array(dimensions) : Float32Array.from(numbers, (value) => value / norm);
}

/** @param rule What should have been and what was. */
export function embedderFailed(rule: string, cause?: unknown): MemoryError<"embedder_failed"> {
  return new MemoryError("embedder_failed", `Cannot embed: ${rule}`, cause === undefined ? {} : { cause });
}

/** Whatever asking a model failed with, as an error of ours that tells no key. */
export function asEmbedderError(error: unknown, model: string): MemoryError {
  if (error instanceof MemoryError) return error;
  const cause = cleanError(error);
  return embedderFailed(`${model} must answer with vectors, got: ${cause.message}`, cause);
}

/**
 * Names a model with what changes its vectors. Where it runs does not: a store moves with its model from one server to another. Say an `id` of
 * your own where the same name means another model.
 */
export function embedderId(
  kind: string,
  { model, dimensions, queryPrefix, passagePrefix }: Expected & Prefixes,
): string {
  const prefixes =
    queryPrefix + passagePrefix === "" ? "" : `+${JSON.stringify([queryPrefix, passagePrefix])}`;
  return `${kind}:${model}/${dimensions}${prefixes}`;
}

/** What models that treat questions and passages differently want before each. */
export interface Prefixes {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}
