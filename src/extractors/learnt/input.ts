/**
 * The tagger's input for a passage: the end of the previous passage, then the passage itself.
 */
import { featuresOf, partOfSpeech, type TokenFeatures, type WordsOf } from "./features.js";
import { type Token, tokensOf } from "./tokens.js";

/**
 * Number of tokens of the previous passage in the input: the end of a question explains a short
 * answer.
 */
const contextTokens = 12;
/** Number of characters of the previous passage that are split into tokens. */
const contextChars = 400;

/** The role, the previous passage and the grammar's words of a passage. */
export interface TaggerContext {
  readonly role: "user" | "assistant" | "system" | "tool";
  /** The previous passage, verbatim; `null` without one. */
  readonly previous: string | null;
  /** The words that the grammar tagged, in order, with their offsets in the passage. */
  readonly words: readonly ReadWord[];
}

/** A word of the passage with the grammar's tags. */
export interface ReadWord {
  /** UTF-16 offsets into the passage. */
  readonly start: number;
  readonly end: number;
  readonly tags: ReadonlySet<string>;
}

/**
 * The input of the network: a row of features for each token of the context, then for each token of
 * the passage.
 */
export interface TaggerInput {
  /** Tokens of the passage itself. */
  readonly tokens: readonly Token[];
  /** Rows of `features` before those of the passage. */
  readonly contextLength: number;
  readonly features: readonly TokenFeatures[];
}

/** Splits a passage and its context into tokens, and computes their features. */
export function taggerInput(
  text: string,
  { role, previous, words }: TaggerContext,
  wordsOf: WordsOf,
): TaggerInput {
  const tokens = tokensOf(text);
  const context = previous === null ? [] : tokensOf(previous.slice(-contextChars)).slice(-contextTokens);
  const place = role === "assistant" || role === "tool" ? 2 : 1;
  const parts = partsOf(tokens, words);
  const features = [
    ...context.map((token) => featuresOf(token, { place: 0, part: 0 }, wordsOf)),
    ...tokens.map((token, at) => featuresOf(token, { place, part: parts[at]! }, wordsOf)),
  ];
  return { tokens, contextLength: context.length, features };
}

/**
 * The part of speech of each token: the part of speech of the word that contains the start of the
 * token.
 */
function partsOf(tokens: readonly Token[], words: readonly ReadWord[]): number[] {
  let at = 0;
  return tokens.map(({ start }) => {
    while (at + 1 < words.length && words[at + 1]!.start <= start) at++;
    const word = words[at];
    return word !== undefined && word.start <= start && start < word.end ? partOfSpeech(word.tags) : 0;
  });
}
