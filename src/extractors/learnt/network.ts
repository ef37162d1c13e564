/**
 * The network: a dilated convolution over tokens (Strubell et al. 2017, "Fast and Accurate Entity
 * Recognition with Iterated Dilated Convolutions") with linear heads.
 *
 *   state  = relu(mean of the word pieces' rows
 *                 + rows of word, ending, shape, place and part of speech)
 *   state += relu(state[t - d] · Wl + state[t] · Wm + state[t + d] · Wr + b), for each dilation
 *   marks  = state · W + b: the logits of outside, begins and goes on for each kind of span (value,
 *            rule, trigger, former)
 *   asks   = relu([first, last, mean of a span's states] · W + b) · Wa + ba
 *
 * Four inner products of a span's `asks` with a token's `answers` = state · Wb + bb say how well
 * the token begins or ends the span's subject, and the noun of its property.
 *
 * It uses only sums, products and maxima of 32-bit floats in a fixed order, so that every machine
 * has the same results.
 */
import { type TokenFeatures, tableRows, type WordFeatures } from "./features.js";
import { Layers } from "./layers.js";
import type { Int8Table, TaggerModel } from "./model-file.js";
import { type Multiplier, makeMultiplier } from "./multiply.js";
import { addRow, rectify, scaledRows } from "./rows.js";

/** Logits of a token for one kind of span. */
export const markLabels = ["outside", "begins", "goes on"] as const;
/** Kinds of spans that tokens are marked for, in the model's order. */
export const spanKinds = ["value", "rule", "trigger", "former"] as const;
/** The tokens that a value points to, in the model's order. */
export const pointers = ["subject start", "subject end", "property start", "property end"] as const;

const pointerWidth = 32;
/**
 * Inner products are divided by about the square root of their width (Vaswani et al. 2017, section
 * 3.2.1), as in training.
 */
const pointerScale = 5.6;

/** The first and the last token of a span, both included. */
export interface TokenRun {
  readonly from: number;
  readonly to: number;
}

/** The output of the network for one input. It is valid until the next `read`. */
export interface NetworkOutput {
  /** The logit of one of {@link markLabels} for a token of the passage and a kind of span. */
  mark(token: number, kind: number, label: (typeof markLabels)[number]): number;
  /** The logit of whether the passage is worth keeping. */
  readonly keep: number;
  /**
   * For each span, the states of its first token, of its last token, and the mean of its states,
   * concatenated.
   */
  spans(runs: readonly TokenRun[]): readonly Float32Array[];
  /**
   * Returns a score for every token of the passage, for each span (given by its states) and each of
   * {@link pointers}.
   */
  pointers(spans: readonly Float32Array[]): readonly (readonly Float32Array[])[];
}

/** The network. An instance must not be shared between threads. */
export class Network {
  readonly #model: TaggerModel;
  readonly #layers: Layers;
  readonly #pieces: Int8Table;
  readonly #tables: readonly Int8Table[];
  readonly #places: Float64Array;
  readonly #parts: Float64Array;
  /** Sums of rows for words whose features are cached. */
  readonly #words = new WeakMap<WordFeatures, Float32Array>();

  constructor(model: TaggerModel, multiplier: Multiplier = makeMultiplier()) {
    this.#model = model;
    this.#layers = new Layers(multiplier);
    this.#pieces = model.table("pieces");
    this.#tables = ["words", "endings", "shapes"].map((name) => model.table(name));
    this.#places = scaledRows(model.table("places"));
    this.#parts = scaledRows(model.table("parts"));
    const convolutions = model.dilations.map((_, layer) => `layer${layer}`);
    for (const name of [...convolutions, "marks", "keep", "span", "asks", "answers"])
      this.#layers.load(model, name);
  }

  /**
   * Runs the network. @param features one row for each token; those of the passage begin at `from`
   */
  read(features: readonly TokenFeatures[], from: number): NetworkOutput {
    const tokens = features.length;
    const d = this.#model.dimensions;
    const states = this.#layers.end;
    const scratch = states + tokens * d;
    this.#layers.multiplier.reserve(scratch + (tokens + 1) * this.#layers.widest);
    this.#embed(features, states);
    const last = this.#model.dilations.length - 1;
    this.#model.dilations.forEach((reach, at) => {
      const { weights: w, bias: b } = this.#layers.layer(`layer${at}`);
      const first = at === last ? from : 0;
      const [free, rows, width] = [scratch, tokens, d];
      this.#layers.multiplier.convolve({ states, w, b, free, rows, from: first, width, reach });
    });
    const passage = { x: states + from * d, y: scratch, rows: tokens - from };
    const marks = this.#layers.apply("marks", passage);
    const keep = this.#layers.apply("keep", {
      x: this.#pool(states, from, tokens, scratch),
      y: scratch + 2 * d,
      rows: 1,
    });
    const width = marks.length / passage.rows;
    return {
      keep: keep[0]!,
      mark: (token, kind, label) =>
        marks[token * width + kind * markLabels.length + markLabels.indexOf(label)]!,
      spans: (runs) => runs.map((run) => this.#span(run, { states, from })),
      pointers: (spans) =>
        spans.length === 0 ? [] : this.#pointers(spans, scratch, this.#layers.apply("answers", passage)),
    };
  }

  #embed(features: readonly TokenFeatures[], states: number): void {
    const { floats } = this.#layers.multiplier;
    const d = this.#model.dimensions;
    const [places, parts] = [this.#places, this.#parts];
    for (let token = 0; token < features.length; token++) {
      const { of, place, part } = features[token]!;
      const word = this.#wordState(of);
      const to = states + token * d;
      for (let at = 0, ofPlace = place * d, ofPart = part * d; at < d; at++, ofPlace++, ofPart++) {
        // Each sum is rounded to 32 bits, as if the rows were added to the state one after the
        // other.
        const state = Math.fround(word[at]! + places[ofPlace]!) + parts[ofPart]!;
        floats[to + at] = rectify(state);
      }
    }
  }

  /** The sum of a word's rows, before its place and its part of speech are added. */
  #wordState(word: WordFeatures): Float32Array {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const state = new Float32Array(this.#model.dimensions);
    for (const piece of word.pieces) addRow(state, this.#pieces, piece, word.pieces.length);
    [word.word % tableRows.words, word.ending, word.shape].forEach((row, table) => {
      addRow(state, this.#tables[table]!, row, 1);
    });
    this.#words.set(word, state);
    return state;
  }

  /** Maximum and mean of the passage's states, concatenated. */
  #pool(states: number, from: number, tokens: number, scratch: number): number {
    const { floats } = this.#layers.multiplier;
    const d = this.#model.dimensions;
    for (let at = 0; at < d; at++) {
      let highest = 0;
      let sum = 0;
      for (let token = from; token < tokens; token++) {
        const value = floats[states + token * d + at]!;
        if (value > highest) highest = value;
        sum += value;
      }
      floats[scratch + at] = highest;
      floats[scratch + d + at] = sum / Math.max(1, tokens - from);
    }
    return scratch;
  }

  #span(run: TokenRun, { states, from }: { states: number; from: number }): Float32Array {
    const { floats } = this.#layers.multiplier;
    const d = this.#model.dimensions;
    const [first, last] = [from + run.from, from + run.to];
    const span = new Float32Array(3 * d);
    span.set(floats.subarray(states + first * d, states + (first + 1) * d));
    span.set(floats.subarray(states + last * d, states + (last + 1) * d), d);
    for (let column = 0; column < d; column++) {
      let sum = 0;
      for (let token = first; token <= last; token++) sum += floats[states + token * d + column]!;
      span[2 * d + column] = sum / (last - first + 1);
    }
    return span;
  }

  #pointers(spans: readonly Float32Array[], scratch: number, answers: Float32Array): Float32Array[][] {
    const rows = spans.length;
    const reduced = this.#layers.applyTo("span", spans, { x: scratch });
    for (let at = 0; at < reduced.length; at++) reduced[at] = rectify(reduced[at]!);
    const asks = this.#layers.applyTo("asks", [reduced], { x: scratch, rows });
    const width = pointers.length * pointerWidth;
    return spans.map((_, row) => {
      const ask = asks.subarray(row * width, (row + 1) * width);
      return scoresOf(ask, answers);
    });
  }
}

/**
 * For each pointer, the inner product of its question with each token's answer, summed in a fixed
 * order.
 */
function scoresOf(asks: Float32Array, answers: Float32Array): Float32Array[] {
  const width = pointerWidth;
  const tokens = answers.length / (pointers.length * width);
  const scores = pointers.map(() => new Float32Array(tokens));
  for (let token = 0, at = 0; token < tokens; token++, at += pointers.length * width) {
    let [one, two, three, four] = [0, 0, 0, 0];
    for (let k = 0; k < width; k++) {
      one += asks[k]! * answers[at + k]!;
      two += asks[width + k]! * answers[at + width + k]!;
      three += asks[2 * width + k]! * answers[at + 2 * width + k]!;
      four += asks[3 * width + k]! * answers[at + 3 * width + k]!;
    }
    scores[0]![token] = one / pointerScale;
    scores[1]![token] = two / pointerScale;
    scores[2]![token] = three / pointerScale;
    scores[3]![token] = four / pointerScale;
  }
  return scores;
}
