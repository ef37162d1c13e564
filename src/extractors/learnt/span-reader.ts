/**
 * Classifies a value: its property, who it is about, what it changes, and whether it is a fact at
 * all. It sums rows for the words around the value (Joulin et al. 2017, "Bag of Tricks for
 * Efficient Text Classification") and rows of their word pieces, with one hidden layer. Only the
 * certainty also uses the network's states. With them, the property was right for only one more
 * value in a hundred on held-out dialogs, which does not justify their weights.
 */
import type { TaggerInput } from "./input.js";
import { Layers } from "./layers.js";
import type { Int8Table, TaggerModel } from "./model-file.js";
import { type Multiplier, makeMultiplier } from "./multiply.js";
import type { TokenRun } from "./network.js";
import { logistic, softmax } from "./probability.js";
import { addRow, rectify } from "./rows.js";

/** What a fact changes, in the model's order. */
export const changes = ["none", "replaces", "ends", "corrects", "adds"] as const;
/**
 * Who a fact is about, in the model's order: the speaker, somebody named in the passage, or
 * somebody mentioned before.
 */
export const abouts = ["speaker", "named", "implied"] as const;

/**
 * The classification of a value: the probability that it is a fact, and its kind, which is computed
 * on demand.
 */
export interface ValueClass {
  readonly certainty: number;
  readonly kind: () => ClassProbabilities;
}

/** The probabilities of the classes, in the model's order. */
export interface ClassProbabilities {
  readonly properties: Float64Array;
  readonly abouts: Float64Array;
  readonly changes: Float64Array;
}

/** Classifies the values that the network marked. */
export class SpanReader {
  readonly #clues: Int8Table;
  readonly #pieces: Int8Table;
  readonly #layers: Layers;

  constructor(model: TaggerModel, multiplier: Multiplier = makeMultiplier()) {
    this.#clues = model.table("clues");
    this.#pieces = model.table("pieces");
    this.#layers = new Layers(multiplier);
    for (const name of ["around", "hidden", "sure", "states", "properties", "abouts", "changes", "accepts"])
      this.#layers.load(model, `reader.${name}`, name);
  }

  /**
   * Classifies the values of a passage together. @param states the states of each value, from
   * {@link NetworkOutput.spans}
   */
  read(input: TaggerInput, runs: readonly TokenRun[], states: readonly Float32Array[]): ValueClass[] {
    if (runs.length === 0) return [];
    const width = this.#clues.columns;
    const sums = this.#dense(
      "around",
      runs.map((run) => this.#around(input, run)),
    );
    const first = runs.map((run, row) => {
      const sum = new Float32Array(width);
      for (const clue of cluesOf(input, run, this.#clues.scales.length)) addRow(sum, this.#clues, clue, 1);
      addTo(sum, sums[row]!);
      return rectified(sum);
    });
    const ofStates = this.#dense("states", states);
    const sure = this.#dense("sure", first).map((sum, row) => {
      addTo(sum, ofStates[row]!);
      return rectified(sum);
    });
    return this.#dense("accepts", sure).map(([logit], row) => ({
      certainty: logistic(logit!),
      kind: () => this.#kind(first[row]!),
    }));
  }

  #kind(first: Float32Array): ClassProbabilities {
    const state = rectified(this.#dense("hidden", [first])[0]!);
    addTo(state, first);
    const probabilities = (name: string) => softmax(this.#dense(name, [state])[0]!);
    return {
      properties: probabilities("properties"),
      abouts: probabilities("abouts"),
      changes: probabilities("changes"),
    };
  }

  /** A layer's outputs for inputs of the same length. */
  #dense(name: string, inputs: readonly Float32Array[]): Float32Array[] {
    const out = this.#layers.applyTo(name, inputs, { x: this.#layers.end });
    const width = out.length / inputs.length;
    return inputs.map((_, row) => out.subarray(row * width, (row + 1) * width));
  }

  /**
   * Means of the word pieces' rows over the value, the four tokens before it and the three after
   * it, concatenated.
   */
  #around(input: TaggerInput, { from, to }: TokenRun): Float32Array {
    const width = this.#pieces.columns;
    const means = new Float32Array(3 * width);
    const parts = [
      [from, to + 1],
      [Math.max(0, from - 4), from],
      [to + 1, Math.min(input.tokens.length, to + 4)],
    ] as const;
    parts.forEach(([start, end], part) => {
      const mean = means.subarray(part * width, (part + 1) * width);
      for (let token = start; token < end; token++) {
        const { pieces } = input.features[input.contextLength + token]!;
        for (const piece of pieces) addRow(mean, this.#pieces, piece, pieces.length * (end - start));
      }
    });
    return means;
  }
}

/** The verb classes of `features.ts`, and the class of pronouns. */
const verbs = new Set([9, 11, 12, 13, 14, 15, 16, 17]);
const pronoun = 1;
const stops = /^(?:[.!?;]|\n+)$/;

/** Rows for the words in and around a value: each is a hash of a position and the word there. */
function cluesOf(
  { tokens, features, contextLength }: TaggerInput,
  { from, to }: TokenRun,
  rows: number,
): number[] {
  const at = (token: number) => features[contextLength + token]!;
  const clues: number[] = [];
  const add = (place: number, what: number) => clues.push(mixed(place, what) & (rows - 1));
  for (let k = from; k < Math.min(to + 1, from + 8); k++) {
    add(1, at(k).word);
    add(2, at(k).ending);
  }
  add(3, at(to).word);
  add(4, at(from).word);
  add(5, Math.min(to - from, 6));
  for (let k = from; k < Math.min(to + 1, from + 6); k++) add(6, at(k).part);
  for (let k = 1; k < 6; k++) {
    add(10 + k, from - k >= 0 ? at(from - k).word : 0);
    if (from - k < 0) continue;
    add(16, at(from - k).word);
    add(20 + k, at(from - k).part);
  }
  if (from > 1) add(50, joined(at(from - 2).word, at(from - 1).word));
  if (from > 2) add(51, joined(joined(at(from - 3).word, at(from - 2).word), at(from - 1).word));
  for (let k = 1; k < 5; k++) {
    add(30 + k, to + k < tokens.length ? at(to + k).word : 0);
    if (to + k >= tokens.length) continue;
    add(36, at(to + k).word);
    add(40 + k, at(to + k).part);
  }
  const lastBefore = (reach: number, is: (part: number) => boolean) => {
    for (let k = from - 1; k >= 0 && k > from - reach; k--) {
      if (stops.test(tokens[k]!.text)) return undefined;
      if (is(at(k).part)) return at(k).word;
    }
    return undefined;
  };
  const verb = lastBefore(12, (part) => verbs.has(part));
  if (verb !== undefined) add(52, verb);
  const person = lastBefore(14, (part) => part === pronoun);
  if (person !== undefined) add(53, person);
  add(54, at(0).place);
  for (let k = Math.max(0, from - 12); k < from; k++) add(55, at(k).word);
  return clues;
}

function joined(one: number, other: number): number {
  return (Math.imul(one, 31) + other) >>> 0;
}

/** The final mix of Murmur3 (Appleby 2011), 32 bits. */
function mixed(place: number, what: number): number {
  let hash = Math.imul(what ^ Math.imul(place, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function addTo(sum: Float32Array, more: Float32Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + more[at]!;
}

function rectified(values: Float32Array): Float32Array {
  const positive = new Float32Array(values.length);
  for (let at = 0; at < values.length; at++) positive[at] = rectify(values[at]!);
  return positive;
}
