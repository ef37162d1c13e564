/**
 * Subtracts the common part of a model's vectors (Mu and Viswanath, 2018, "All-but-the-Top",
 * section 2). Many models give any two texts a cosine of 0.7 or more, because all their vectors
 * lean to one side. Recall was tuned for models where unrelated texts have a cosine of 0; otherwise
 * it returns too much.
 *
 *   vector of a text = mean vector of ordinary texts + what is specific to this text
 */
import { untilAborted } from "../async/deadline.js";
import { unitLength } from "../numbers/unit-length.js";
import type { Embedder, EmbedOptions } from "./embedder.js";

/**
 * Part of the id of a centred embedder. Incremented with each change of {@link ordinaryTexts},
 * which changes vectors.
 */
export const centringVersion = 1;

/**
 * The texts whose mean is measured: statements, questions and requests on many subjects, so that
 * they have nothing in common.
 */
const ordinaryTexts: readonly string[] = [
  "The meeting was moved to Thursday afternoon.",
  "She bought bread and two bottles of milk.",
  "My brother plays the guitar in a band.",
  "When does the train to the coast leave?",
  "He has been learning to paint since last winter.",
  "Please send me the report before Friday.",
  "Our garden needs more water in July.",
  "They adopted a small brown dog from the shelter.",
  "I prefer tea without sugar.",
  "The doctor said that the results were good.",
  "We watched a film about the first people on the moon.",
  "The shop on the corner is closed on Sundays.",
  "Which key opens the door of the cellar?",
  "The committee voted against the new budget.",
  "After the storm the harbour was full of broken masts.",
  "Install the update, then restart the server.",
  "Her grandmother grew up in a village near the border.",
  "The contract ends in March unless both sides renew it.",
  "Can you recommend a quiet place for dinner?",
  "A cold front brings snow to the mountains tonight.",
  "The third chapter explains how bees find their way home.",
  "He lost his phone on the way back from the match.",
  "Prices of copper have doubled within a year.",
  "Always write the date at the top of the page.",
];

type Kind = EmbedOptions["kind"];

/** Measures the mean of a model's vectors, once per kind of text, and subtracts it. */
export class Centring {
  readonly #embed: Embedder["embed"];
  readonly #means = new Map<Kind, Promise<Float32Array>>();

  /** @param embed Returns vectors of unit length. */
  constructor(embed: Embedder["embed"]) {
    this.#embed = embed;
  }

  /** As {@link Embedder.embed}. The first call of a kind also embeds some two dozen sentences. */
  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const vectors = await this.#embed(texts, options);
    if (!vectors.some(hasDirection)) return vectors;
    const mean = await untilAborted(this.#mean(options.kind), options.signal);
    return vectors.map((vector) => (hasDirection(vector) ? centred(vector, mean) : vector));
  }

  /** The mean, shared by concurrent calls; measured again after a failure. */
  #mean(kind: Kind): Promise<Float32Array> {
    const known = this.#means.get(kind);
    if (known !== undefined) return known;
    const measured = this.#embed(ordinaryTexts, { kind }).then(meanOf);
    this.#means.set(kind, measured);
    measured.catch(() => this.#means.delete(kind));
    return measured;
  }
}

/**
 * Centres the vectors of an embedder, for a model that finds all texts similar.
 * `transformersEmbedder` does so by itself.
 *
 * @example
 * const baseUrl = "https://api.openai.com/v1";
 * const model = "text-embedding-ada-002";
 * const ada = openAICompatibleEmbedder({ baseUrl, model, dimensions: 1536 });
 * const memory = new Memory({ embedder: centredEmbedder(ada) });
 */
export function centredEmbedder(embedder: Embedder): Embedder {
  const centring = new Centring((texts, options) => embedder.embed(texts, options));
  return {
    id: `${embedder.id}+centred@${centringVersion}`,
    dimensions: embedder.dimensions,
    embed: (texts, options) => centring.embed(texts, options),
    countTokens: (text) => embedder.countTokens(text),
  };
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of vectors)
    for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / vectors.length;
  return mean;
}

function centred(vector: Float32Array, mean: Float32Array): Float32Array {
  return unitLength(vector.map((value, at) => value - mean[at]!));
}

function hasDirection(vector: Float32Array): boolean {
  return vector.some((value) => value !== 0);
}
