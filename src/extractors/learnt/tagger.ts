/**
 * The bundled tagger: which stretches of a passage are values of facts, rules, conditions and
 * former values, and of each value which property it is, who it is about, and whether it changes
 * what was known. Learnt by `training/extractor` from talk that was written for this project.
 */
import { readFileSync } from "node:fs";
import { findAsset, howToShipAssets } from "../../assets/find-asset.js";
import { MemoryError } from "../../contract/errors.js";
import type { Span } from "../../text/sentences.js";
import { WordPiece } from "../../text/word-piece.js";
import { type WordsOf, wordsOf } from "./features.js";
import { type TaggerContext, type TaggerInput, taggerInput } from "./input.js";
import { readModel, type TaggerModel } from "./model-file.js";
import { Network, pointers, type Reading, spanKinds } from "./network.js";
import { highestAt, logistic, probabilityAt } from "./probability.js";
import { abouts, changes, SpanReader, type ValueReading } from "./span-reader.js";
import type { Token } from "./tokens.js";
import { isUnusualName } from "./unusual-name.js";

/**
 * A span whose tokens lie inside with at least this probability is looked at. What is done with it
 * depends on its certainty.
 */
const lowestProbability = 0.2;
/** A value that is a fact with less than this probability is left out. */
const lowestCertainty = 0.4;
/** A property less probable than this is unlikely. */
const leastProperty = 0.05;
/**
 * A span goes on while its tokens are at least this part as likely inside as the likeliest so far.
 */
const steadiness = 0.5;
/**
 * Values of one passage that are read. A passage is some 400 characters: more are a list that was
 * pasted, and each takes the time of a short passage.
 */
const mostValues = 24;
/** Tokens of a subject and of a property's noun, at most. */
const longestSubject = 6;
const longestNoun = 5;

/** A stretch of the passage: UTF-16 offsets, with the probability that it is one. */
export interface TaggedSpan extends Span {
  readonly certainty: number;
}

/** A value of a fact. */
export interface TaggedFact extends TaggedSpan {
  /**
   * The property, of those that the tagger was taught; `null` for every other, which {@link noun}
   * may name.
   */
  readonly property: string | null;
  readonly propertyCertainty: number;
  /** The likeliest of the properties that it was taught, also where another is likelier. */
  readonly secondProperty: string;
  /** The properties that it was taught and that are not unlikely, likeliest first. */
  readonly likelyProperties: readonly string[];
  /** The words of the passage that name the property best. */
  readonly noun: Span & { readonly certainty: number };
  readonly about: (typeof abouts)[number];
  readonly aboutCertainty: number;
  /** Where `about` is "named": the words that name it best. */
  readonly subject: Span;
  readonly change: (typeof changes)[number];
  readonly changeCertainty: number;
  /** The value is surely a proper name, by how it is written. */
  readonly isName: boolean;
}

/** What the tagger finds in a passage. Spans of one kind do not overlap. */
export interface Tags {
  /** Probability that the passage is worth keeping. */
  readonly keep: number;
  readonly facts: readonly TaggedFact[];
  readonly rules: readonly TaggedSpan[];
  readonly triggers: readonly TaggedSpan[];
  /** Values that the passage says are over. */
  readonly formers: readonly TaggedSpan[];
}

/** Reads passages. Deterministic: the same passage has the same tags on every machine. */
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
    // The model has rows for the pieces that its training met; 0 means that it has none.
    const index = model.numbers("index");
    this.#wordsOf = wordsOf((text) =>
      Array.from(pieces.encode(text).ids, (id) => index[id]! - 1).filter((row) => row >= 0),
    );
  }

  tag(text: string, context: TaggerContext): Tags {
    const input = taggerInput(text, context, this.#wordsOf);
    const { tokens, contextLength, features } = input;
    if (tokens.length === 0) return { keep: 0, facts: [], rules: [], triggers: [], formers: [] };
    const reading = this.#network.read(features, contextLength);
    const found = spanKinds.map((_, kind) => runsOf(reading, kind, tokens.length));
    const spans = (kind: (typeof spanKinds)[number]) =>
      found[spanKinds.indexOf(kind)]!.map((run) => ({ ...spanOf(tokens, run), certainty: run.certainty }));
    return {
      keep: logistic(reading.keep),
      facts: this.#facts(likeliest(found[0]!), input, reading),
      rules: spans("rule"),
      triggers: spans("trigger"),
      formers: spans("former"),
    };
  }

  /** The facts whose values runs are, without those that the reader finds to be none. */
  #facts(runs: readonly Run[], input: TaggerInput, reading: Reading): TaggedFact[] {
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
    { certainty, kind, scores }: ValueReading & { readonly scores: readonly Float32Array[] },
  ): TaggedFact {
    const read = kind();
    const property = highestAt(read.properties);
    const about = highestAt(read.abouts);
    const change = highestAt(read.changes);
    const between = (start: (typeof pointers)[number], end: (typeof pointers)[number], longest: number) => {
      const starts = scores[pointers.indexOf(start)]!;
      const from = highestAt(starts);
      const to = highestAt(scores[pointers.indexOf(end)]!, from, Math.min(tokens.length, from + longest));
      return { ...spanOf(tokens, { from, to }), certainty: probabilityAt(starts, from) };
    };
    return {
      ...spanOf(tokens, run),
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
    return this.#properties
      .map((name, at) => ({ name, at }))
      .filter(({ at }) => at > 0 && probabilities[at]! >= leastProperty)
      .sort((one, other) => probabilities[other.at]! - probabilities[one.at]! || one.at - other.at)
      .map(({ name }) => name);
  }
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly certainty: number;
}

/**
 * Tokens in a row that lie inside a span of a kind, cut where the next one rather begins another.
 */
function runsOf(reading: Reading, kind: number, tokens: number): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < tokens; from++) {
    let highest = inside(reading, from, kind);
    if (highest < lowestProbability) continue;
    let to = from;
    for (; to + 1 < tokens; to++) {
      const next = inside(reading, to + 1, kind);
      const [, begins, goesOn] = reading.mark(to + 1, kind);
      if (next < Math.max(lowestProbability, steadiness * highest) || begins >= goesOn) break;
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

/** Logits so far apart make a probability under one in a hundred: it need not be known closer. */
const farApart = 5;

/**
 * Probability that a token lies inside a span of a kind. Most lie outside of all, as their logits
 * show at once.
 */
function inside(reading: Reading, token: number, kind: number): number {
  const logits = reading.mark(token, kind);
  if (logits[0] - Math.max(logits[1], logits[2]) > farApart) return 0;
  return 1 - probabilityAt(logits, 0);
}

function spanOf(tokens: readonly Token[], { from, to }: { from: number; to: number }): Span {
  return { start: tokens[from]!.start, end: tokens[to]!.end };
}

let shared: Tagger | undefined;

/**
 * The bundled tagger, read at the first call of a process and then shared.
 *
 * @throws {MemoryError} `extractor_failed` where its files are missing or damaged
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
