/**
 * The features of a token: the word pieces of its word, hashes of the word and of its ending, its
 * shape and its part of speech. Each feature is the number of a row in one of the model's tables;
 * the token's input vector is the sum of the rows.
 */
import type { Token } from "./tokens.js";

/** Parts of speech: a word has the first one that is among the grammar's tags. */
const classes = [
  "Pronoun",
  "Possessive",
  "Determiner",
  "Preposition",
  "Conjunction",
  "QuestionWord",
  "Negative",
  "Modal",
  "Copula",
  "Auxiliary",
  "Gerund",
  "PastTense",
  "Participle",
  "Infinitive",
  "PresentTense",
  "Imperative",
  "Verb",
  "WeekDay",
  "Month",
  "Date",
  "Duration",
  "Money",
  "Percent",
  "Unit",
  "Value",
  "FirstName",
  "Person",
  "City",
  "Country",
  "Place",
  "Organization",
  "Acronym",
  "ProperNoun",
  "Demonym",
  "Actor",
  "Plural",
  "Noun",
  "Comparative",
  "Superlative",
  "Adjective",
  "Adverb",
  "Expression",
  "Url",
] as const;

/** Rows of the table: one for each class, and one for words without tags. */
export const partsOfSpeech = classes.length + 1;

const numbers: ReadonlyMap<string, number> = new Map(classes.map((name, at) => [name, at + 1]));

/** The number of the class, from 1; 0 without tags. */
export function partOfSpeech(tags: ReadonlySet<string>): number {
  let first: number = partsOfSpeech;
  for (const tag of tags) first = Math.min(first, numbers.get(tag) ?? partsOfSpeech);
  return first === partsOfSpeech ? 0 : first;
}

/**
 * Rows of the hashed tables. Words that share a row are distinguished by their pieces and endings.
 */
export const tableRows = {
  words: 4096,
  endings: 2048,
  shapes: 256,
  places: 4,
  parts: partsOfSpeech,
} as const;
/** Maximum number of word pieces of one token. */
export const maxPieces = 4;

/**
 * Splits a word into word pieces, and returns their rows in the model's table, if it has them.
 */
export type PiecesOf = (text: string) => readonly number[];

/** The rows of a word, independent of its context. */
export interface WordFeatures {
  /** Rows of the table of pieces, at most {@link maxPieces}. */
  readonly pieces: readonly number[];
  /** Hash of the lower-case word, 32 bits. Its row is the hash modulo the number of rows. */
  readonly word: number;
  readonly ending: number;
  readonly shape: number;
}

/** The rows of one token. */
export interface TokenFeatures extends WordFeatures {
  /** The rows of its word, one object for as long as the word is cached. */
  readonly of: WordFeatures;
  /**
   * 0: in the message before; 1: in the message itself, said by a person; 2: said by an assistant.
   */
  readonly place: number;
  /** Part of speech; 0 if the grammar did not tag it. */
  readonly part: number;
}

/** Returns the rows of a word. */
export type WordsOf = (text: string) => WordFeatures;

/** How many words are cached: by Zipf's law, nine in ten tokens of ordinary conversation. */
const cachedWords = 8192;
/** Longer words are not cached. */
const maxCachedChars = 24;

/**
 * Computes the rows of words, with a cache. A full cache is cleared.
 */
export function wordsOf(piecesOf: PiecesOf): WordsOf {
  const cached = new Map<string, WordFeatures>();
  return (text) => {
    const known = cached.get(text);
    if (known !== undefined) return known;
    const features = wordFeatures(text, piecesOf);
    if (text.length > maxCachedChars) return features;
    if (cached.size >= cachedWords) cached.clear();
    cached.set(text, features);
    return features;
  };
}

/** The features of a token. */
export function featuresOf(
  { text }: Token,
  { place, part }: Pick<TokenFeatures, "place" | "part">,
  words: WordsOf,
): TokenFeatures {
  const of = words(text);
  const { pieces, word, ending, shape } = of;
  return { of, pieces, word, ending, shape, place, part };
}

function wordFeatures(text: string, piecesOf: PiecesOf): WordFeatures {
  const lower = text.toLowerCase();
  return {
    pieces: text.length > 60 ? [] : piecesOf(text).slice(0, maxPieces),
    word: hashOf(lower),
    ending: hashOf(lower.slice(-3)) % tableRows.endings,
    shape: hashOf(shapeOf(text)) % tableRows.shapes,
  };
}

/** "Lisbon" → "Xx", "2.3.1" → "d.d.d", "API" → "XX", "I" → "X", a mark → itself. */
function shapeOf(text: string): string {
  if (text.startsWith("```") || /^\[../.test(text)) return "code";
  if (text.startsWith("http")) return "link";
  return text
    .slice(0, 24)
    .replace(/\p{Lu}{2,}/gu, "XX")
    .replace(/\p{Lu}/gu, "X")
    .replace(/\p{Ll}+/gu, "x")
    .replace(/\d{4}/g, "D")
    .replace(/\d+/g, "d");
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
