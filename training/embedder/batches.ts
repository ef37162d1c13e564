/** Samples pairs of texts for one training step. */
import { type Corpus, type PairKind, tokenShares } from "./corpus.js";
import { IntList } from "./int-list.js";
import type { Random } from "./random.js";

/**
 * Texts as lists of token ids in one array. Text `t` is `tokens[starts[t]]` up to `tokens[starts[t
 * + 1]]`.
 */
export interface Bags {
  readonly tokens: Int32Array;
  /** One more entry than there are texts. */
  readonly starts: Int32Array;
}

/** Pairs of texts: text `i` of one side belongs to text `i` of the other. */
export interface Batch {
  readonly left: Bags;
  readonly right: Bags;
}

/**
 * Relative frequency of each kind of pair. Questions with answers are most like what recall is used
 * for.
 */
const kindWeights: Readonly<Record<PairKind, number>> = { adjacent: 0.4, answer: 0.3, given: 0.3 };
const maxTextTokens = 80;
/**
 * Share of the tokens of a left side that are kept, fewer of the frequent ones: a question contains
 * little of what its answer says.
 */
const keptShare = 0.5;
const frequentShare = 2e-4;
const leastKept = 0.02;

/** Samples batches from a corpus. */
export class BatchSource {
  readonly #corpus: Corpus;
  readonly #random: Random;
  readonly #kept: Float64Array;
  readonly #kinds: readonly PairKind[];

  constructor(corpus: Corpus, options: { readonly vocabularySize: number; readonly random: Random }) {
    this.#corpus = corpus;
    this.#random = options.random;
    this.#kept = tokenShares(corpus, options.vocabularySize).map((share) =>
      Math.max(leastKept, (keptShare * frequentShare) / (frequentShare + share)),
    );
    this.#kinds = (["adjacent", "answer", "given"] as const).filter((kind) => corpus.pairs[kind].length > 0);
    if (this.#kinds.length === 0)
      throw new Error(
        "Cannot train: the text must hold documents of two sentences or more, or pairs, got none",
      );
  }

  /**
   * Returns pairs of one kind. Half of the batches drop tokens on the left, half keep whole
   * sentences.
   */
  next(size: number): Batch {
    const pairs = this.#corpus.pairs[this.#drawKind()];
    const thinned = this.#random.next() < 0.5;
    const left = new BagList();
    const right = new BagList();
    for (let count = 0; count < size; count++) {
      const pair = this.#random.below(pairs.length / 2);
      left.add(this.#leftSide(pairs[2 * pair]!, thinned));
      right.add(this.#sentence(pairs[2 * pair + 1]!));
    }
    return { left: left.bags(), right: right.bags() };
  }

  #drawKind(): PairKind {
    const total = this.#kinds.reduce((sum, kind) => sum + kindWeights[kind], 0);
    let left = this.#random.next() * total;
    for (const kind of this.#kinds) {
      left -= kindWeights[kind];
      if (left < 0) return kind;
    }
    return this.#kinds[0]!;
  }

  #leftSide(sentence: number, thinned: boolean): Int32Array {
    const tokens = this.#sentence(sentence);
    if (!thinned) return tokens;
    const kept = tokens.filter((token) => this.#random.next() < this.#kept[token]!);
    return kept.length > 0 ? kept : tokens;
  }

  #sentence(sentence: number): Int32Array {
    const { tokens, starts } = this.#corpus;
    const start = starts[sentence]!;
    return tokens.subarray(start, Math.min(starts[sentence + 1]!, start + maxTextTokens));
  }
}

class BagList {
  readonly #tokens = new IntList();
  readonly #starts = new IntList();

  add(tokens: Int32Array): void {
    this.#starts.push(this.#tokens.length);
    for (const token of tokens) this.#tokens.push(token);
  }

  bags(): Bags {
    this.#starts.push(this.#tokens.length);
    return { tokens: this.#tokens.view(), starts: this.#starts.view() };
  }
}
