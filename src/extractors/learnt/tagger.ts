/**
 * The bundled tagger. It marks the values of facts in a passage, and classifies each value: its
 * property, who it is about, and what it changes. `training/extractor` trained it on conversations
 * written for this project. The model also marks rules, their triggers and former values, which are
 * not read: the last two have no spans in any passage of the talk, and rules have a model of their
 * own (`rules/recognised`).
 */
import { readFileSync } from "node:fs";
import { findAsset, howToShipAssets } from "../../assets/find-asset.js";
import { MemoryError } from "../../contract/errors.js";
import type { Span } from "../../text/sentences.js";
import { WordPiece } from "../../text/word-piece.js";
import { type WordsOf, wordsOf } from "./features.js";
import { type TaggerContext, type TaggerInput, taggerInput } from "./input.js";
import { readModel, type TaggerModel } from "./model-file.js";
import { Network, type NetworkOutput, pointers, spanKinds } from "./network.js";
import { highestAt, logistic, probabilityAt } from "./probability.js";
import { abouts, changes, SpanReader, type ValueClass } from "./span-reader.js";
import type { Token } from "./tokens.js";
import { isUnusualName } from "./unusual-name.js";

/**
 * Minimum probability of a token that is part of a span. The caller decides by certainty what to
 * do with the span.
 */
const lowestProbability = 0.2;
/** Minimum probability that a value is a fact. */
const lowestCertainty = 0.4;
/** Minimum probability of a likely property. */
const leastProperty = 0.05;
/**
 * A span continues while the probability of the next token is at least this part of the highest so
 * far.
 */
const steadiness = 0.5;
/**
 * Maximum number of values of one passage. A passage has some 400 characters: more values are a
 * pasted list, and each takes the time of a short passage.
 */
const mostValues = 24;
/** Maximum number of tokens of a subject and of a property's noun. */
const longestSubject = 6;
const longestNoun = 5;

/** A value of a fact, with its probability. */
export interface TaggedFact extends Span {
  readonly certainty: number;
  /**
   * The property, if the tagger was trained on it; `null` for every other property, which {@link
   * noun} may name.
   */
  readonly property: string | null;
  readonly propertyCertainty: number;
  /**
   * The likeliest of the properties that the tagger was trained on, even if "other" is likelier.
   */
  readonly secondProperty: string;
  /** The likely properties, likeliest first. */
  readonly likelyProperties: readonly string[];
  /** The words of the passage that name the property best. */
  readonly noun: Span & { readonly certainty: number };
  readonly about: (typeof abouts)[number];
  readonly aboutCertainty: number;
  /** Where `about` is "named": the words that name it best. */
  readonly subject: Span;
  readonly change: (typeof changes)[number];
  readonly changeCertainty: number;
  /** Whether the value is surely a proper name, by its spelling. */
  readonly isName: boolean;
}

/** What the tagger finds in a passage. Values do not overlap. */
export interface Tags {
  /** Probability that the passage is worth keeping. */
  readonly keep: number;
  readonly facts: readonly TaggedFact[];
}

/** Tags passages. The same passage has the same tags on every machine. */
export class Tagger {
  readonly #network: Network;
  readonly #reader: SpanReader;
  readonly #properties: readonly string[];
  readonly #wordsOf: WordsOf;
  readonly #isWord: (word: string) => boolean;

  constructor(model: TaggerModel, pieces: WordPiece) {
    this.#network = new Network(model);
    this.#reader = new SpanReader(model);
    this.#properties = model.properties;
    this.#isWord = (word) => pieces.encode(word).ids.length === 1;
    // The model has rows for the pieces that occurred in training; 0 means that it has none.
    const index = model.numbers("index");
    this.#wordsOf = wordsOf((text) =>
      Array.from(pieces.encode(text).ids, (id) => index[id]! - 1).filter((row) => row >= 0),
    );
  }

  /** Tags a passage. */
  tag(text: string, context: TaggerContext): Tags {
    const input = taggerInput(text, context, this.#wordsOf);
    const { tokens, contextLength, features } = input;
    if (tokens.length === 0) return { keep: 0, facts: [] };
    const reading = this.#network.read(features, contextLength);
    const values = runsOf(reading, spanKinds.indexOf("value"), tokens.length);
    return { keep: logistic(reading.keep), facts: this.#facts(likeliest(values), input, reading) };
  }

  /** The facts for marked values, without those that the span reader rejects. */
  #facts(runs: readonly Run[], input: TaggerInput, reading: NetworkOutput): TaggedFact[] {
    const states = reading.spans(runs);
    const values = this.#reader.read(input, runs, states);
    const isFact = (_: unknown, at: number) => values[at]!.certainty >= lowestCertainty;
    const scores = reading.pointers(states.filter(isFact));
    const accepted = values.filter(isFact);
    return runs
      .filter(isFact)
      .map((run, at) => this.#fact(run, input, { ...accepted[at]!, scores: scores[at]! }));
  }

  #fact(
    run: Run,
    { tokens }: TaggerInput,
    { certainty, kind, scores }: ValueClass & { readonly scores: readonly Float32Array[] },
  ): TaggedFact {
    const read = kind();
    const property = highestAt(read.properties);
    const about = highestAt(read.abouts);
    const change = highestAt(read.changes);
    const between = (start: (typeof pointers)[number], end: (typeof pointers)[number], longest: number) => {
      const starts = scores[pointers.indexOf(start)]!;
      const from = highestAt(starts);
      const to = highestAt(scores[pointers.indexOf(end)]!, from, Math.min(tokens.length, from + longest));
      const { start: first, end: last } = spanOf(tokens, { from, to });
      return { start: first, end: last, certainty: probabilityAt(starts, from) };
    };
    // Without a spread, after which V8 defines each property in its runtime.
    const { start, end } = spanOf(tokens, run);
    return {
      start,
      end,
      certainty,
      property: property === 0 ? null : this.#properties[property]!,
      propertyCertainty: read.properties[property]!,
      secondProperty: this.#properties[highestAt(read.properties, 1)]!,
      likelyProperties: this.#likely(read.properties),
      noun: between("property start", "property end", longestNoun),
      about: abouts[about]!,
      aboutCertainty: read.abouts[about]!,
      subject: between("subject start", "subject end", longestSubject),
      change: changes[change]!,
      changeCertainty: read.changes[change]!,
      isName: isUnusualName(tokens, run, this.#isWord),
    };
  }

  #likely(probabilities: Float64Array): string[] {
    const likely: number[] = [];
    for (let at = 1; at < probabilities.length; at++)
      if (probabilities[at]! >= leastProperty) likely.push(at);
    return likely
      .sort((one, other) => probabilities[other]! - probabilities[one]! || one - other)
      .map((at) => this.#properties[at]!);
  }
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly certainty: number;
}

/**
 * Consecutive tokens that are part of a span of a kind, split if a token more likely begins
 * another span.
 */
function runsOf(reading: NetworkOutput, kind: number, tokens: number): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < tokens; from++) {
    let highest = inside(reading, from, kind);
    if (highest < lowestProbability) continue;
    let to = from;
    for (; to + 1 < tokens; to++) {
      const next = inside(reading, to + 1, kind);
      const isAnother = reading.mark(to + 1, kind, "begins") >= reading.mark(to + 1, kind, "goes on");
      if (next < Math.max(lowestProbability, steadiness * highest) || isAnother) break;
      highest = Math.max(highest, next);
    }
    runs.push({ from, to, certainty: highest });
    from = to;
  }
  return runs;
}

/** The likeliest values, in the order of the passage. */
function likeliest(runs: readonly Run[]): readonly Run[] {
  if (runs.length <= mostValues) return runs;
  const least = runs.map(({ certainty }) => certainty).toSorted((one, other) => other - one)[mostValues - 1]!;
  return runs.filter(({ certainty }) => certainty >= least).slice(0, mostValues);
}

/**
 * Logits that differ by this much mean a probability under one in a hundred, which need not be
 * computed.
 */
const farApart = 5;

/**
 * Probability that a token is part of a span of a kind. Most tokens are in no span, as their logits
 * show.
 */
function inside(reading: NetworkOutput, token: number, kind: number): number {
  const outside = reading.mark(token, kind, "outside");
  const [begins, goesOn] = [reading.mark(token, kind, "begins"), reading.mark(token, kind, "goes on")];
  if (outside - Math.max(begins, goesOn) > farApart) return 0;
  return 1 - probabilityAt([outside, begins, goesOn], 0);
}

function spanOf(tokens: readonly Token[], { from, to }: { from: number; to: number }): Span {
  return { start: tokens[from]!.start, end: tokens[to]!.end };
}

let shared: Tagger | undefined;

/**
 * The bundled tagger, loaded at the first call in a process and then shared.
 *
 * @throws {MemoryError} `extractor_failed` if its files are missing or damaged
 */
export function loadTagger(): Tagger {
  shared ??= readTagger();
  return shared;
}

function readTagger(): Tagger {
  try {
    const model = readModel(readFileSync(findAsset("tagger.bin")));
    return new Tagger(model, new WordPiece(readFileSync(findAsset("vocab.txt"))));
  } catch (cause) {
    throw new MemoryError(
      "extractor_failed",
      `Cannot remember: the tagger's files must be readable (${cause instanceof Error ? cause.message : cause}). ${howToShipAssets}.`,
      { cause },
    );
  }
}
