/**
 * Reads a folder of text into token ids. `.txt` and `.md` files contain documents separated by
 * blank lines, and are split into sentences at line ends and full stops; `.tsv` files contain
 * pairs, one per line, `left<TAB>right`: a question and its answer, or a title and its text.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { WordPiece } from "../../src/text/word-piece.js";
import { IntList } from "./int-list.js";

/**
 * Sentences as lists of token ids in one array. Sentence `s` is `tokens[starts[s]]` up to
 * `tokens[starts[s + 1]]`.
 */
export interface Corpus {
  readonly tokens: Int32Array;
  /** One more entry than there are sentences. */
  readonly starts: Int32Array;
  /** Document of each sentence. */
  readonly documents: Int32Array;
  /**
   * Pairs of sentences that belong together, as `[left, right, left, right, …]`, by where they come
   * from.
   */
  readonly pairs: Readonly<Record<PairKind, Int32Array>>;
}

/**
 * `adjacent`: neighbours in a document; `answer`: a question and the sentence after it; `given`:
 * from a `.tsv` file.
 */
export type PairKind = "adjacent" | "answer" | "given";

/** Fewest tokens of a sentence: shorter ones cannot be distinguished. */
const minPairTokens = 3;
const sentenceEnd = /(?<=[.!?]["”’)]?)\s+(?=["“‘(]?\p{Lu})/u;

/** Reads every `.txt`, `.md` and `.tsv` file below a folder, in the order of their names. */
export function readCorpus(folder: string, pieces: WordPiece): Corpus {
  const builder = new CorpusBuilder(pieces);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  for (const file of files) {
    if (/\.(?:txt|md)$/.test(file)) builder.addText(readFileSync(join(folder, file), "utf8"));
    if (file.endsWith(".tsv")) builder.addPairs(readFileSync(join(folder, file), "utf8"));
  }
  return builder.build();
}

class CorpusBuilder {
  readonly #pieces: WordPiece;
  readonly #tokens = new IntList();
  readonly #starts = new IntList();
  readonly #documents = new IntList();
  readonly #pairs = { adjacent: new IntList(), answer: new IntList(), given: new IntList() };
  #document = 0;

  constructor(pieces: WordPiece) {
    this.#pieces = pieces;
  }

  addText(text: string): void {
    for (const document of text.split(/\r?\n\s*\n/)) this.#addDocument(document);
  }

  addPairs(text: string): void {
    for (const line of text.split(/\r?\n/)) {
      const [left, right] = line.split("\t");
      if (left === undefined || right === undefined) continue;
      const first = this.#addSentence(left);
      const second = this.#addSentence(right);
      this.#document++;
      if (first >= 0 && second >= 0) this.#addPair("given", first, second);
    }
  }

  build(): Corpus {
    this.#starts.push(this.#tokens.length);
    return {
      tokens: this.#tokens.view(),
      starts: this.#starts.view(),
      documents: this.#documents.view(),
      pairs: {
        adjacent: this.#pairs.adjacent.view(),
        answer: this.#pairs.answer.view(),
        given: this.#pairs.given.view(),
      },
    };
  }

  #addDocument(text: string): void {
    let previous = -1;
    let previousAsks = false;
    for (const sentence of text.split(/\r?\n/).flatMap((line) => line.split(sentenceEnd))) {
      const added = this.#addSentence(sentence);
      if (added < 0) continue;
      if (previous >= 0) this.#addPair(previousAsks ? "answer" : "adjacent", previous, added);
      previous = added;
      previousAsks = sentence.trimEnd().endsWith("?");
    }
    this.#document++;
  }

  /** Returns the number of the sentence, or -1 if it contains no token. */
  #addSentence(sentence: string): number {
    const { ids } = this.#pieces.encode(sentence);
    if (ids.length === 0) return -1;
    this.#starts.push(this.#tokens.length);
    this.#documents.push(this.#document);
    for (const id of ids) this.#tokens.push(id);
    return this.#starts.length - 1;
  }

  #addPair(kind: PairKind, left: number, right: number): void {
    const end = this.#tokens.length;
    const long = end - this.#starts.view()[right]! >= minPairTokens;
    if (kind !== "given" && !long) return;
    this.#pairs[kind].push(left);
    this.#pairs[kind].push(right);
  }
}

/** Returns the relative frequency of each token. */
export function tokenShares(corpus: Corpus, vocabularySize: number): Float64Array {
  const shares = new Float64Array(vocabularySize);
  for (const token of corpus.tokens) shares[token]!++;
  return shares.map((count) => count / Math.max(1, corpus.tokens.length));
}
